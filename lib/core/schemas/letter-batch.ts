import { LETTER_BATCH_DOCUMENTS, LETTER_BATCH_ROWS_BYTES, letterBatchFormats } from '../domain/letter-batch-limits.ts';
import { type RowState, rowStates } from '../domain/mail-merge-statuses.ts';
import { QUOTE_HASH, SHORT_TEXT } from '../domain/text-patterns.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { letterOrderSchema } from './letter.ts';
import { listQuerySchema, listSchema } from './list.ts';
import { priceSchema } from './price.ts';
import { centavos, constant, currency, dateTime, id, integer, string, uri } from './values.ts';

/** Statuses as customers of the API see them (rule LBT-1). */
export const letterBatchStatuses = [
  'awaiting_rows',
  'checking',
  'quoted',
  'sending',
  'paused',
  'canceling',
  'completed',
  'canceled',
  'failed',
] as const;

const counts = Object.fromEntries(rowStates.map((state) => [state, integer])) as Readonly<
  Record<RowState, typeof integer>
>;

const priceShare = {
  price: priceSchema,
  letters: { type: 'integer', minimum: 1 },
  amount: centavos('Letters times the total of the price.'),
} as const;

const quoteFields = {
  hash: described('Send it to confirm exactly this offer.', string),
  letters: described('Rows that become a letter.', integer),
  refused: described('Rows with a problem, which become none and cost nothing.', integer),
  total: centavos('What the confirmation charges.'),
} as const;

const letterBatchQuoteSchema = named(
  'LetterBatchQuote',
  complete('The offer of a dry run.', {
    ...quoteFields,
    currency,
    prices: listOf(named('LetterBatchPrice', complete('Letters of one price.', priceShare)), {
      description: 'The letters by price, cheapest first.',
    }),
  }),
);

/** A letter batch as responses and events show it (rule LBT-1). */
export const letterBatchSchema = named(
  'LetterBatch',
  complete('Up to 100,000 letters that are quoted, confirmed and charged at once.', {
    id: id('mail_merge'),
    object: constant('letter_batch'),
    status: named(
      'LetterBatchStatus',
      oneOfTexts(
        letterBatchStatuses,
        '`completed`, `canceled` and `failed` are final. Treat an unknown status as in progress.',
      ),
    ),
    filename: string,
    rows: nullable(described('Rows of the file; null until they are read.', integer)),
    counts: named(
      'LetterBatchCounts',
      complete(
        'Rows by result. `created` have a letter, `refused` a problem, `dropped` were canceled before they had one, `canceled` afterwards, `kept` too late. `waiting` have no result yet.',
        { ...counts, waiting: integer },
      ),
    ),
    quote: nullable(letterBatchQuoteSchema),
    charged: centavos('What the confirmation charged.'),
    refunded: centavos(
      'What was refunded at the end for rows that got no letter. Refunds of single letters are not included.',
    ),
    problems: listOf(
      named(
        'LetterBatchProblem',
        complete('Why the rows or the PDFs cannot be used at all.', { param: string, code: string }),
      ),
    ),
    created_at: dateTime,
    expires_at: described('Until then it can be quoted and confirmed.', dateTime),
    confirmed_at: nullable(dateTime),
    ended_at: nullable(dateTime),
  }),
);

export type LetterBatchResource = FromSchema<typeof letterBatchSchema>;

/** The same as the response to its creation. */
export const letterBatchWithRowsUrlSchema = named(
  'LetterBatchWithRowsUrl',
  complete('A letter batch, with the URL for its rows.', {
    ...letterBatchSchema.properties,
    rows_url: described(
      'PUT the file of the rows here once, with `Content-Type: application/octet-stream`, `If-None-Match: *` and no Authorization header. The URL is a secret, shown only in this response.',
      uri,
    ),
    rows_url_expires_at: described('2 hours after creation.', dateTime),
  }),
);

export type LetterBatchWithRowsUrlResource = FromSchema<typeof letterBatchWithRowsUrlSchema>;

export const letterBatchListSchema = listSchema('LetterBatchList', letterBatchSchema);

const { from, color, double_sided, address_placement, postal_services, metadata } = letterOrderSchema.properties;

/** What all letters of a batch have in common. A row may say otherwise. */
const sharedFields = {
  title: 'LetterBatchLetterInput',
  type: 'object',
  description: 'Fields that all letters have in common. A row may have others.',
  additionalProperties: false,
  properties: { from, color, double_sided, address_placement, postal_services, metadata },
} as const;

/** Body of POST /letter-batches (rule LBT-2). */
export const letterBatchOrderSchema = {
  title: 'LetterBatchInput',
  type: 'object',
  additionalProperties: false,
  required: ['filename', 'size', 'documents'],
  properties: {
    filename: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: SHORT_TEXT,
      description: 'Name of the file of the rows.',
    },
    size: { type: 'integer', minimum: 1, maximum: LETTER_BATCH_ROWS_BYTES, description: 'Bytes of that file.' },
    format: {
      type: 'string',
      enum: letterBatchFormats,
      description:
        '`json_lines`: one JSON object in each line, up to 100,000. `spreadsheet`: an XLSX or CSV file of up to 5 MB and 10,000 rows, whose headings are the names of the fields.',
      default: 'json_lines',
    },
    documents: {
      type: 'array',
      minItems: 1,
      maxItems: LETTER_BATCH_DOCUMENTS,
      description: 'The PDFs. A row without `document.name` uses the first one.',
      items: {
        title: 'LetterBatchDocumentInput',
        type: 'object',
        additionalProperties: false,
        required: ['name', 'upload_id'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 60, pattern: SHORT_TEXT, description: 'How rows name it.' },
          upload_id: {
            type: 'string',
            shownPattern: id('upload').pattern,
            description: 'An upload of the last 24 hours. The dry run takes a copy, so the upload stays unused.',
          },
        },
      },
    },
    letter: sharedFields,
  },
} as const;

export type LetterBatchOrder = FromSchema<typeof letterBatchOrderSchema>;

/** Body of POST /letter-batches/{letter_batch_id}/confirm. */
export const letterBatchConfirmationSchema = {
  title: 'LetterBatchConfirmationInput',
  type: 'object',
  additionalProperties: false,
  required: ['quote_hash'],
  properties: {
    quote_hash: {
      type: 'string',
      pattern: QUOTE_HASH,
      description: 'The `hash` of the quote whose sum is to be charged.',
    },
  },
} as const;

export const letterBatchQuerySchema = listQuerySchema({});

/** The result of a row (rule LBT-7). */
export const letterBatchRowSchema = named(
  'LetterBatchRow',
  complete('The result of a row.', {
    object: constant('letter_batch_row'),
    row: described('Its position, from 1.', integer),
    line: nullable(described('Its line or row in the file.', integer)),
    state: oneOfTexts(rowStates, 'See `counts` of the letter batch.'),
    letter_id: nullable(string),
    price: nullable(centavos('What its letter cost.')),
    problems: listOf(
      named(
        'LetterBatchRowProblem',
        complete('Why it has no letter.', { param: string, code: string, message: string }),
      ),
    ),
  }),
);

export type LetterBatchRowResource = FromSchema<typeof letterBatchRowSchema>;

export const letterBatchRowListSchema = named(
  'LetterBatchRowList',
  complete(
    'One page of the results, in the order of the file.',
    listSchema('LetterBatchRowList', letterBatchRowSchema).properties,
  ),
);

/** Query of GET /letter-batches/{letter_batch_id}/rows. */
export const letterBatchRowQuerySchema = (() => {
  const { limit, cursor } = listQuerySchema({}).properties;
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      state: { type: 'string', enum: rowStates, description: 'Only rows with this result.' },
      limit,
      cursor,
    },
  } as const;
})();

/** A problem in the form of `Detail`. */
export const storedProblem = stored({ param: string, code: string }, { values: { type: 'object' } });

const storedQuote = stored({ ...quoteFields, prices: listOf(stored(priceShare)) });

export type LetterBatchQuote = FromSchema<typeof storedQuote>;

/** What a mail merge that was ordered as a letter batch has in addition. Instants are epoch milliseconds. */
export const storedLetterBatchSchema = stored({
  format: oneOfTexts(letterBatchFormats),
  documents: listOf(stored({ name: string, upload_id: string })),
  /** The fields that all letters have in common, as sent. */
  letter: { type: 'object' },
  /** The key that ordered it. */
  api_key_id: nullable(string),
  /** Hash of the manifest, which states the hashes of all rows and PDFs; null until they are read. */
  manifest_sha256: nullable(string),
  quote: nullable(storedQuote),
  problems: listOf(storedProblem),
  charged: integer,
  refunded: integer,
  ended_at: nullable(integer),
});

export type LetterBatchPart = FromSchema<typeof storedLetterBatchSchema>;

/** What is known of the rows `first` to `last` of a letter batch. */
export const storedLetterBatchSliceSchema = stored(
  {
    slice: integer,
    first: integer,
    last: integer,
    /** The rows that become letters, by their price, which no later release or plan changes. */
    offers: listOf(stored({ price: priceSchema, rows: listOf(integer) })),
    refused: integer,
  },
  {
    /** The results of its rows when they were last counted. */
    tally: stored({ ...counts, total: integer }),
    /** The prices of all letters that its rows have ever got. */
    made: integer,
  },
);

export type LetterBatchSlice = FromSchema<typeof storedLetterBatchSliceSchema>;
