import {
  MAIL_MERGE_DOCUMENT_BYTES,
  MAIL_MERGE_ROWS,
  MAIL_MERGE_ROWS_BYTES,
  type MailMergeStatus,
  mailMergeStatuses,
  type PauseReason,
  pauseReasons,
  type RowState,
  rowStates,
} from '../domain/mail-merge-statuses.ts';
import { SHORT_TEXT } from '../domain/text-patterns.ts';
import { type FromSchema, nullable, oneOfTexts, stored } from './json-schema.ts';
import { listQuerySchema } from './list.ts';
import { integer, string } from './values.ts';

/** SHA-256 in hexadecimal. */
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

const rowCounts = Object.fromEntries(rowStates.map((state) => [state, integer])) as Readonly<
  Record<RowState, typeof integer>
>;

/** Letters from a spreadsheet as people see them (rule DASH-13). Amounts are in centavos. */
export interface MailMergeResource {
  id: string;
  object: 'mail_merge';
  status: MailMergeStatus;
  pause_reason: PauseReason | null;
  filename: string;
  rows: number;
  /** Rows by result. */
  counts: Record<RowState | 'waiting', number>;
  /** Total price of the letters that remain. */
  total: number;
  created_at: string;
  confirmed_at: string | null;
}

/** The same as the response to its creation, with the upload URLs of its two files. */
export interface NewMailMergeResource extends MailMergeResource {
  document_url: string;
  rows_url: string;
}

/** Body of POST /mail-merges. */
export const mailMergeOrderSchema = {
  title: 'MailMergeInput',
  type: 'object',
  additionalProperties: false,
  required: ['filename', 'document_size', 'rows', 'rows_size'],
  properties: {
    filename: { type: 'string', minLength: 1, maxLength: 255, pattern: SHORT_TEXT },
    document_size: { type: 'integer', minimum: 1, maximum: MAIL_MERGE_DOCUMENT_BYTES },
    rows: { type: 'integer', minimum: 1, maximum: MAIL_MERGE_ROWS },
    rows_size: { type: 'integer', minimum: 1, maximum: MAIL_MERGE_ROWS_BYTES },
    document_sha256: digest,
    rows_sha256: digest,
  },
} as const;

/**
 * The file of the rows: the common fields of all letters, and those of each row. The rules for letter orders are
 * checked for each row, so that an invalid row does not stop the others.
 */
export const mailMergeRowsSchema = {
  title: 'MailMergeRows',
  type: 'object',
  additionalProperties: false,
  required: ['shared', 'rows'],
  properties: {
    shared: {
      type: 'object',
      additionalProperties: {
        type: ['string', 'boolean', 'array', 'object'],
        items: { type: 'string' },
        additionalProperties: { type: 'string' },
      },
    },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['line', 'letter'],
        properties: {
          line: { type: 'integer', minimum: 1 },
          letter: {
            type: 'object',
            additionalProperties: { type: ['string', 'object'], additionalProperties: { type: ['string', 'number'] } },
          },
        },
      },
    },
  },
} as const;

export type MailMergeRows = FromSchema<typeof mailMergeRowsSchema>;

export const mailMergeQuerySchema = listQuerySchema({});

/** The result of one row. */
export interface MailMergeRowResource {
  object: 'mail_merge_row';
  row: number;
  line: number | null;
  state: RowState;
  letter_id: string | null;
  total: number | null;
  problems: { param: string; code: string; message: string }[];
}

/** Query of GET /mail-merges/{mail_merge_id}/rows, which are in the order of the spreadsheet. */
export const mailMergeRowQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: { cursor: { type: 'string', pattern: '^[0-9]{1,5}$' } },
} as const;

/** A stored mail merge, without anything of a recipient. Instants are epoch milliseconds. */
export const storedMailMergeSchema = stored(
  {
    id: string,
    account_id: string,
    status: oneOfTexts(mailMergeStatuses),
    pause_reason: nullable(oneOfTexts(pauseReasons)),
    filename: string,
    document_size: integer,
    rows: integer,
    rows_size: integer,
    /** Set once it has ended; before that, its rows are counted. */
    tally: nullable(stored({ ...rowCounts, total: integer })),
    created_at: integer,
    confirmed_at: nullable(integer),
  },
  {
    /**
     * Hashes of the files: those that the page declared, and from the confirmation on those that were confirmed, which
     * are the only ones that letters are made from. Older confirmations have none.
     */
    document_sha256: string,
    rows_sha256: string,
  },
);

export type MailMerge = FromSchema<typeof storedMailMergeSchema>;

/** A stored row, without anything of its recipient. */
export const storedMailMergeRowSchema = stored({
  row: integer,
  /** Its number in the spreadsheet; null if the file was already deleted when the row was dropped. */
  line: nullable(integer),
  state: oneOfTexts(rowStates),
  letter_id: nullable(string),
  total: nullable(integer),
  /** In the form of `Detail`. */
  problems: { type: 'array', items: stored({ param: string, code: string }, { values: { type: 'object' } }) },
});

export type MailMergeRow = FromSchema<typeof storedMailMergeRowSchema>;
