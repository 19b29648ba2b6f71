import { DAY_MS } from './units.ts';
/**
 * Retention periods in one table: the buckets' lifecycle rules, the items' time-to-live, what the code still shows and the
 * stack's logs all use it; a stage may override what stands under `settings`. Ids, amounts and dates in the ledger and the
 * mailings are kept forever, since tax law requires at least five years.
 */
export const retention = {
  /** Promised to customers (rule LIM-1); the service shows nothing older. */
  previewDays: 90,
  /** Previews of quotes, whose links work for an hour. */
  quotePreviewDays: 1,
  eventDays: 30,
  /** Where the account has no term of its own (docs/evidence.md). */
  evidenceYears: 10,
  uploadHours: 24,
  idempotencyKeyHours: 24,
  /** As long as the event it delivers. */
  deliveryDays: 30,
  /** How long a used or expired upload can be told from an unknown one. */
  uploadRecordDays: 30,
  /**
   * How long a tracking code belongs to one letter: carriers reuse a code after 12 months at the earliest
   * (UPU S10; 24 are recommended). A longer time would refuse letters with valid codes.
   */
  trackingCodeDays: 365,
  /** What became of the rows of a spreadsheet, without recipients. */
  mailMergeDays: 90,
  /** Requests with API keys: two weeks are enough to look into a failure that a customer was told of. */
  apiRequestDays: 14,
  /** What people did in the dashboard: a business year and the month in which it is closed. */
  activityDays: 400,

  settings: {
    /** S3 counts whole days from the next midnight, so two never cut 24 hours short. */
    uploadRetentionDays: 2,
    /** PDF and rows of a spreadsheet go with the last letter; this deletes those of one that waits for its balance, or was never confirmed. */
    mailMergeFileRetentionDays: 15,
    /** Print files of verifications hold the code. Their state machine destroys them once they are posted; this deletes what it missed. */
    verificationFileRetentionDays: 45,
    /** Manifests and reports name mailings by their ids alone; of use only while a batch can be disputed. */
    productionRetentionDays: 90,
    /** Old versions exist to undo a mistake, which is noticed within a month. */
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

/** Files of letters from a spreadsheet, in the bucket of uploads. */
export const mailMergesFolder = 'mail-merges/';

/** Copies that were made for a quote alone, which belong to no mailing. */
export const quotesFolder = 'quotes/';

const letterFolder = (days: number) => `letters/${days}-days/`;
const verificationFolder = 'verifications/';

/** Folders of files that customers can see, each with the days after which S3 deletes its files. */
export const documentFolders: readonly { prefix: string; days: number }[] = [
  ...letterFileDays.map((days) => ({ prefix: letterFolder(days), days })),
  { prefix: verificationFolder, days: retention.previewDays + 1 },
  { prefix: quotesFolder, days: retention.quotePreviewDays },
];

/** The folder of a mailing's file that is stored `now` and available until an instant, both in epoch milliseconds. */
export function folderFor(kind: 'letter' | 'verification', availableUntil: number, now: number): string {
  if (kind === 'verification') return verificationFolder;
  const days = letterFileDays.find((each) => now + each * DAY_MS >= availableUntil);
  return letterFolder(days ?? letterFileDays.at(-1)!);
}

/** Every folder in which files of a mailing may lie. */
export function foldersOf(kind: 'letter' | 'verification'): string[] {
  return kind === 'verification' ? [verificationFolder] : letterFileDays.map(letterFolder);
}
