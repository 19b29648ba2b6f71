/** Statuses of letters from a spreadsheet (rule DASH-13). */
export const mailMergeStatuses = ['draft', 'sending', 'paused', 'canceling', 'done', 'canceled'] as const;
export type MailMergeStatus = (typeof mailMergeStatuses)[number];

/** Why one waits for a person. */
export const pauseReasons = ['insufficient_balance', 'account_suspended'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/**
 * What became of a row. `dropped` was canceled before it had a letter; `kept` was canceled too late for its letter. A row
 * without a result waits.
 */
export const rowStates = ['created', 'refused', 'dropped', 'canceled', 'kept'] as const;
export type RowState = (typeof rowStates)[number];

export const MAIL_MERGE_ROWS = 10_000;
/** As the form of a letter takes it (rule DOC-1): the service hands the PDF to each letter in the same way. */
export const MAIL_MERGE_DOCUMENT_BYTES = 4_194_304;
/** 10,000 rows of 1 KB. */
export const MAIL_MERGE_ROWS_BYTES = 10_485_760;
/** Seconds in which the files of a draft can be sent. */
export const MAIL_MERGE_URL_SECONDS = 3600;
