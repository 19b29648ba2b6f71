/**
 * Statuses of letters from a spreadsheet (rule DASH-13) and of letter batches (rule LBT-1), which alone are `checking`,
 * `quoted` and `failed`, and are never `paused`.
 */
export const mailMergeStatuses = [
  'draft',
  'checking',
  'quoted',
  'sending',
  'paused',
  'canceling',
  'done',
  'canceled',
  'failed',
] as const;
export type MailMergeStatus = (typeof mailMergeStatuses)[number];

/** Why one is paused until a person acts. */
export const pauseReasons = ['insufficient_balance', 'account_suspended'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/**
 * The result of a row. `dropped` was canceled before it had a letter; `kept` was canceled too late for its letter. A
 * row without a result is waiting.
 */
export const rowStates = ['created', 'refused', 'dropped', 'canceled', 'kept'] as const;
export type RowState = (typeof rowStates)[number];

export const MAIL_MERGE_ROWS = 10_000;
/** The form limit of a letter (rule DOC-1): the service passes the PDF to each letter as a form would. */
export const MAIL_MERGE_DOCUMENT_BYTES = 4_194_304;
/** 10,000 rows of 1 KB. */
export const MAIL_MERGE_ROWS_BYTES = 10_485_760;
/** A row has at most 100 variables, an address and a reference. */
export const MAIL_MERGE_ROW_VALUES = 128;
/** Seconds in which a draft's files can be uploaded. */
export const MAIL_MERGE_URL_SECONDS = 3600;
