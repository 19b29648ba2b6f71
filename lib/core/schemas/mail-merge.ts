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
import { type FromSchema, nullable, oneOfTexts, stored } from './json-schema.ts';
import { listQuerySchema } from './list.ts';
import { integer, string } from './values.ts';

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
  /** Rows by what became of them. */
  counts: Record<RowState | 'waiting', number>;
  /** What the letters that stand cost. */
  total: number;
  created_at: string;
  confirmed_at: string | null;
}

/** The same as its creation answers it, with where its two files go. */
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
    filename: { type: 'string', minLength: 1, maxLength: 255 },
    document_size: { type: 'integer', minimum: 1, maximum: MAIL_MERGE_DOCUMENT_BYTES },
    rows: { type: 'integer', minimum: 1, maximum: MAIL_MERGE_ROWS },
    rows_size: { type: 'integer', minimum: 1, maximum: MAIL_MERGE_ROWS_BYTES },
  },
} as const;

/**
 * The file of the rows: what all letters share, and what each adds. What an order of a letter demands is judged with each row,
 * so that a wrong row stops none of the others.
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

/** What became of one row. */
export interface MailMergeRowResource {
  object: 'mail_merge_row';
  row: number;
  line: number | null;
  state: RowState;
  letter_id: string | null;
  total: number | null;
  problems: { param: string; code: string; message: string }[];
}

/** Query of GET /mail-merges/{mail_merge_id}/rows, which come in the order of the spreadsheet. */
export const mailMergeRowQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: { cursor: { type: 'string', pattern: '^[0-9]{1,5}$' } },
} as const;

/** A mail merge as it is kept: nothing of a recipient. Instants are epoch milliseconds. */
export const storedMailMergeSchema = stored({
  id: string,
  account_id: string,
  status: oneOfTexts(mailMergeStatuses),
  pause_reason: nullable(oneOfTexts(pauseReasons)),
  filename: string,
  document_size: integer,
  rows: integer,
  rows_size: integer,
  /** Set when it has ended; before, its rows tell. */
  tally: nullable(stored({ ...rowCounts, total: integer })),
  created_at: integer,
  confirmed_at: nullable(integer),
});

export type MailMerge = FromSchema<typeof storedMailMergeSchema>;

/** A row as it is kept: nothing of its recipient. */
export const storedMailMergeRowSchema = stored({
  row: integer,
  /** Its number in the spreadsheet; null where its file was gone when it was dropped. */
  line: nullable(integer),
  state: oneOfTexts(rowStates),
  letter_id: nullable(string),
  total: nullable(integer),
  /** As `Detail` has them. */
  problems: { type: 'array', items: stored({ param: string, code: string }, { values: { type: 'object' } }) },
});

export type MailMergeRow = FromSchema<typeof storedMailMergeRowSchema>;
