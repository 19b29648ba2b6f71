import {
  MAIL_MERGE_DOCUMENT_BYTES,
  MAIL_MERGE_ROWS,
  MAIL_MERGE_ROWS_BYTES,
  mailMergeStatuses,
  pauseReasons,
  type RowState,
  rowStates,
} from '../domain/mail-merge-statuses.ts';
import { SHORT_TEXT } from '../domain/text-patterns.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { storedLetterBatchSchema } from './letter-batch.ts';
import { listQuerySchema } from './list.ts';
import { foundLetterSchema } from './search.ts';
import { constant, dateTime, id, integer, string, uri } from './values.ts';

/** SHA-256 in hexadecimal. */
const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

const rowCounts = Object.fromEntries(rowStates.map((state) => [state, integer])) as Readonly<
  Record<RowState, typeof integer>
>;

/** Letters from a spreadsheet as people see them (rule DASH-13). Amounts are in centavos. */
export const mailMergeSchema = named(
  'MailMerge',
  complete('Letters from a spreadsheet, which the service creates.', {
    id: id('mail_merge'),
    object: constant('mail_merge'),
    status: oneOfTexts(mailMergeStatuses),
    pause_reason: nullable(oneOfTexts(pauseReasons)),
    filename: string,
    rows: integer,
    counts: complete('Rows by result.', { ...rowCounts, waiting: integer }),
    total: described('Total price of the letters that remain.', integer),
    created_at: dateTime,
    confirmed_at: nullable(dateTime),
  }),
);

export type MailMergeResource = FromSchema<typeof mailMergeSchema>;

/** The same as the response to its creation. */
export const newMailMergeSchema = named(
  'NewMailMerge',
  complete('Letters from a spreadsheet, with the upload URLs of its two files.', {
    ...mailMergeSchema.properties,
    document_url: uri,
    rows_url: uri,
  }),
);

export type NewMailMergeResource = FromSchema<typeof newMailMergeSchema>;

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
export const mailMergeRowSchema = named(
  'MailMergeRow',
  complete('The result of a row.', {
    object: constant('mail_merge_row'),
    row: integer,
    line: nullable(integer),
    state: oneOfTexts(rowStates),
    letter_id: nullable(string),
    letter: described('Its letter now; null once it is gone.', nullable(foundLetterSchema)),
    total: nullable(integer),
    problems: listOf(complete('Why it has no letter.', { param: string, code: string, message: string })),
  }),
);

export type MailMergeRowResource = FromSchema<typeof mailMergeRowSchema>;

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
    /** Present if it was ordered as a letter batch. */
    batch: storedLetterBatchSchema,
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
