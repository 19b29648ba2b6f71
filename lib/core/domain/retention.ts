import { DAY_MS } from './units.ts';
/**
 * Retention periods in one table, used by the buckets' lifecycle rules, the items' time-to-live, the code that hides
 * expired objects, and the stack's logs; a stage may override those under `settings`. Ids, amounts and dates in the
 * ledger and the mailings are kept forever, since tax law requires at least five years.
 */
export const retention = {
  /** Promised to customers (rule LIM-1); the service shows nothing older. */
  previewDays: 90,
  /** Previews of quotes, whose links work for an hour. */
  quotePreviewDays: 1,
  eventDays: 30,
  /** Default for accounts without their own period (docs/evidence.md). */
  evidenceYears: 10,
  uploadHours: 24,
  idempotencyKeyHours: 24,
  /** As long as the event that it delivers. */
  deliveryDays: 30,
  /** How long a used or expired upload is distinguished from an unknown one. */
  uploadRecordDays: 30,
  /**
   * How long a tracking code belongs to one letter: carriers reuse a code after 12 months at the earliest
   * (UPU S10; 24 are recommended). A longer period would reject letters with valid codes.
   */
  trackingCodeDays: 365,
  /** Results of a spreadsheet's rows, without recipients. */
  mailMergeDays: 90,
  /** Requests with API keys: two weeks are enough to investigate a failure that a customer has seen. */
  apiRequestDays: 14,
  /** Activity log of the dashboard: a business year and the month of its closing. */
  activityDays: 400,

  settings: {
    /** S3 counts whole days from the next midnight, so two days always cover 24 hours. */
    uploadRetentionDays: 2,
    /**
     * A spreadsheet's PDF and rows are deleted with its last letter; this deletes those that wait for a balance or were
     * never confirmed.
     */
    mailMergeFileRetentionDays: 15,
    /**
     * Print files of verifications contain the code. Their state machine deletes them after posting; this deletes what
     * it missed.
     */
    verificationFileRetentionDays: 45,
    /** Manifests and reports contain only ids of mailings; they are needed only while a batch can be disputed. */
    productionRetentionDays: 90,
    /** Old versions exist to undo a mistake, which is noticed within a month. */
    oldVersionRetentionDays: 30,
    /** A mistake that deletes the table is noticed sooner; an erased person is in backups for as long. */
    backupRetentionDays: 14,
    /**
     * Six months: lines about security have the network addresses of people who use the dashboard, which art. 15 of the Marco
     * Civil (Lei 12.965/2014) has providers keep that long.
     */
    logRetentionDays: 180,
    /** As long. Those of S3 have the network address and the whole URL of each download by a signed link. */
    accessLogRetentionDays: 180,
  },
} as const;

/**
 * Possible lifetimes of a letter's file in days: 90 from its creation or its send date, which is at most 180 days and
 * some hours ahead. S3 deletes by age, so folders group files by lifetime; only a letter sent before its date keeps its
 * file longer.
 */
const letterFileDays = [91, 121, 151, 181, 211, 241, 271] as const;

/** Files of letters from a spreadsheet, in the bucket of uploads. */
export const mailMergesFolder = 'mail-merges/';

/** Copies made only for a quote, which belong to no mailing. */
export const quotesFolder = 'quotes/';

/** The folder of all print files of letters, which are their previews too. */
export const letterFiles = 'letters/';

const letterFolder = (days: number) => `${letterFiles}${days}-days/`;
const verificationFolder = 'verifications/';

/** Folders of files that customers can see, each with the days after which S3 deletes its files. */
export const documentFolders: readonly { prefix: string; days: number }[] = [
  ...letterFileDays.map((days) => ({ prefix: letterFolder(days), days })),
  { prefix: verificationFolder, days: retention.previewDays + 1 },
  { prefix: quotesFolder, days: retention.quotePreviewDays },
];

/** The folder for a mailing's file that is stored `now` and available until an instant, both in epoch milliseconds. */
export function folderFor(kind: 'letter' | 'verification', availableUntil: number, now: number): string {
  if (kind === 'verification') return verificationFolder;
  const days = letterFileDays.find((each) => now + each * DAY_MS >= availableUntil);
  return letterFolder(days ?? letterFileDays.at(-1)!);
}

/** Every folder that may contain files of a mailing. */
export function foldersOf(kind: 'letter' | 'verification'): string[] {
  return kind === 'verification' ? [verificationFolder] : letterFileDays.map(letterFolder);
}
