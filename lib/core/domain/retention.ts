import { DAY_MS } from './units.ts';
/**
 * How long what is kept is kept. One table: the lifecycle rules of the buckets, the time-to-live of items, what the code
 * still shows and the logs of the stack all take it from here; a stage may set what stands under `settings` otherwise.
 * Ids, amounts and dates in the ledger and the mailings are kept for good, since tax law asks for five years at least.
 */
export const retention = {
  /** Promised to customers (rule LIM-1); the service shows nothing older. */
  previewDays: 90,
  eventDays: 30,
  uploadHours: 24,
  idempotencyKeyHours: 24,
  /** As long as the event it delivers. */
  deliveryDays: 30,
  /** So long an upload that was used or has expired is told apart from one that never was. */
  uploadRecordDays: 30,
  /**
   * So long no other letter is posted with a tracking code: carriers give a code out again after 12 months at the earliest
   * (UPU S10; 24 are recommended). Longer would refuse letters that rightly have their code.
   */
  trackingCodeDays: 365,

  settings: {
    /** S3 counts whole days from the next midnight, so two never cut 24 hours short. */
    uploadRetentionDays: 2,
    /** Print files of verifications hold the code. Their state machine destroys them once they are posted; this is for what it missed. */
    verificationFileRetentionDays: 45,
    /** Manifests and reports name mailings by their ids alone; of use only while a batch can be disputed. */
    productionRetentionDays: 90,
    /** Versions that were written over or deleted are there to undo a mistake, which is noticed within a month. */
    oldVersionRetentionDays: 30,
    logRetentionDays: 90,
    /** Six months, the time of art. 15 of the Marco Civil. They have no network addresses, since no log has personal data. */
    accessLogRetentionDays: 180,
  },
} as const;

/**
 * Days that a letter's file may have to live: 90 from its creation or from its send date, at most 180 days and some hours
 * ahead. S3 deletes by age, so files lie in folders by how long they live; only a letter that is sent before its date keeps its file longer.
 */
const letterFileDays = [91, 121, 151, 181, 211, 241, 271] as const;

const letterFolder = (days: number) => `letters/${days}-days/`;
const verificationFolder = 'verifications/';

/** The folders of files that are shown, each with the days after which S3 deletes what lies there. */
export const documentFolders: readonly { prefix: string; days: number }[] = [
  ...letterFileDays.map((days) => ({ prefix: letterFolder(days), days })),
  { prefix: verificationFolder, days: retention.previewDays + 1 },
];

/** Where a mailing's file goes that is stored `now` and shown until an instant, both in epoch milliseconds. */
export function folderFor(kind: 'letter' | 'verification', availableUntil: number, now: number): string {
  if (kind === 'verification') return verificationFolder;
  const days = letterFileDays.find((each) => now + each * DAY_MS >= availableUntil);
  return letterFolder(days ?? letterFileDays.at(-1)!);
}

/** Every folder in which files of a mailing may lie. */
export function foldersOf(kind: 'letter' | 'verification'): string[] {
  return kind === 'verification' ? [verificationFolder] : letterFileDays.map(letterFolder);
}
