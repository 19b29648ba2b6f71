import { postalServices } from '../domain/carrier-services.ts';
import { cancellationReasons, failureReasons, letterStatuses, reportedStatuses } from '../domain/letter-statuses.ts';
import { addressPlacements } from '../domain/mailing-fields.ts';
import type { SentFile } from '../domain/sent-files.ts';
import { MAX_SHEETS } from '../domain/sheets.ts';
import { LETTER_BATCH_ID, TRACKING_CODE } from '../domain/text-patterns.ts';
import { addressChangesSchema, addressInputSchema, addressSchema } from './address.ts';
import {
  documentInputSchema,
  documentShapes,
  letterDocumentSchema,
  uploadDocumentInputSchema,
  variables,
} from './document.ts';
import {
  complete,
  described,
  type FromSchema,
  kept,
  listOf,
  named,
  nullable,
  oneOfTexts,
  stored,
  type Typed,
} from './json-schema.ts';
import { listQuerySchema, listSchema } from './list.ts';
import {
  metadata,
  metadataInput,
  reached,
  recipientFilter,
  reference,
  referenceFilter,
  referenceInput,
  storedMailing,
  storedMailingOptions,
  transitions,
} from './mailing.ts';
import { priceSchema } from './price.ts';
import { constant, date, dateTime, id, integer, string, uri } from './values.ts';
import { warningsSchema } from './warning.ts';

/** Printing and sending options: chosen in the order, stored and shown unchanged. */
const choices = {
  color: { type: 'boolean', description: 'Print in color.', default: false },
  double_sided: { type: 'boolean', description: 'Print on both sides.', default: false },
  address_placement: {
    type: 'string',
    enum: addressPlacements,
    description:
      '`first_page` prints the address on the first page, in an area that must be blank: 90 x 45 mm, 20 mm from the left, 45 mm from the top. `extra_page` prints it on a separate side, free of charge.',
    default: 'first_page',
  },
  postal_services: {
    type: 'array',
    uniqueItems: true,
    items: named('PostalService', { type: 'string', enum: postalServices, description: 'A service of the carrier.' }),
    description: 'Services of the carrier. `return_receipt` and `restricted_delivery` require `registered`.',
    default: [],
  },
} as const;

const chosen = kept(choices);

const letterStatusSchema = named(
  'LetterStatus',
  oneOfTexts(letterStatuses, '`posted`, `canceled` and `failed` are final. Treat an unknown status as in progress.'),
);

const letterTransitionsSchema = transitions('LetterStatusTransitions', [
  'received',
  'in_production',
  'printed',
  'posted',
  'canceled',
  'failed',
]);

/** A letter as responses and events show it (rule LTR-7). */
export const letterSchema = named(
  'Letter',
  complete('A letter. It only moves forward; treat an unknown status as in progress.', {
    id: id('letter'),
    object: constant('letter'),
    status: letterStatusSchema,
    to: described('The recipient.', addressSchema),
    from: described("The sender as sent, or the account's default sender.", addressSchema),
    document: letterDocumentSchema,
    ...chosen,
    postal_services: listOf(oneOfTexts(postalServices), { description: 'Empty for a simple letter.' }),
    pages: { type: 'integer', minimum: 1, description: 'Pages of the document, without an address side.' },
    sheets: { type: 'integer', minimum: 1, maximum: MAX_SHEETS, description: 'Sheets in the envelope.' },
    price: priceSchema,
    warnings: warningsSchema,
    authenticity_number: nullable(
      described(
        "With `authenticity`, the number by which the recipient finds out that the letter is genuine, on the page of the service or of the account's own host. Null otherwise.",
        string,
      ),
    ),
    send_date: nullable(described('Date in Brasília time; null when sent immediately.', date)),
    cancellation_reason: nullable(oneOfTexts(cancellationReasons)),
    failure_reason: nullable(oneOfTexts(failureReasons)),
    tracking_code: nullable(described('Present once a registered letter is posted. Null for a simple letter.', string)),
    preview_url: nullable(
      described(
        'The PDF as printed, with the address. The link works for 60 minutes. The file is kept for at least 90 days after creation or after the send date; once it is deleted, this is null.',
        uri,
      ),
    ),
    reference,
    metadata,
    letter_batch_id: nullable(described('The letter batch that it belongs to, which paid for it.', string)),
    status_transitions: letterTransitionsSchema,
    created_at: dateTime,
  }),
);

export type LetterResource = FromSchema<typeof letterSchema>;

export const letterListSchema = listSchema('LetterList', letterSchema);

const addresses = {
  to: described(
    'The recipient. The postal code fills in street, neighborhood, city and state where it can.',
    addressInputSchema,
  ),
  from: described(
    "The sender, printed on one line above the recipient. Undeliverable mail returns there. If omitted, the account's default sender.",
    addressInputSchema,
  ),
} as const;

const settings = {
  ...choices,
  send_date: {
    type: 'string',
    format: 'date',
    description: 'When to send, from tomorrow to 180 days ahead, in Brasília time. Omit to send immediately.',
  },
  reference: referenceInput,
  metadata: metadataInput,
} as const;

const authenticity = {
  type: 'boolean',
  description:
    "Print a number, with which the recipient finds out on a page who sent the letter and when: never its content, a name or an address. It is printed on the side of the address, or on the first page that is blank at its foot or head; a warning says if there is no such page. If omitted, the account's setting.",
} as const;

/** A letter ordered or quoted in JSON (rule LTR-1). */
export const letterOrderSchema = {
  title: 'LetterInput',
  type: 'object',
  additionalProperties: false,
  required: ['to', 'document'],
  properties: {
    ...addresses,
    document: described('The PDF: A4 portrait, up to 6 sheets, unprotected.', documentInputSchema),
    ...settings,
    authenticity,
  },
} as const;

export type LetterOrder = FromSchema<typeof letterOrderSchema>;

const fileKeywords = { type: 'object', description: 'The PDF, up to 4 MB.' } as const;
const file = fileKeywords as Typed<typeof fileKeywords, SentFile>;

/** The same as a form, in the shape of `fieldsOf`: the document is the part `file`, with `variables` next to it. */
export const letterFormSchema = {
  title: 'LetterFormInput',
  type: 'object',
  additionalProperties: false,
  required: ['to', 'file'],
  properties: { ...addresses, file, variables, ...settings, authenticity },
} as const;

export type LetterForm = FromSchema<typeof letterFormSchema>;

/** Body of PATCH /letters/{letter_id}: omitted fields stay, also within an address (rule LTR-13). */
export const letterChangesSchema = {
  title: 'LetterChanges',
  type: 'object',
  additionalProperties: false,
  properties: {
    to: addressChangesSchema,
    from: addressChangesSchema,
    document: uploadDocumentInputSchema,
    ...settings,
    reference,
  },
} as const;

export type LetterChanges = FromSchema<typeof letterChangesSchema>;

/** Query of GET /letters. */
export const letterQuerySchema = listQuerySchema({
  status: { type: 'string', enum: letterStatuses, description: 'Only objects with this status.' },
  reference: referenceFilter,
  tracking_code: {
    type: 'string',
    pattern: TRACKING_CODE,
    description: 'Only letters with this tracking code, in capitals and without spaces.',
  },
  recipient: recipientFilter,
  letter_batch_id: {
    type: 'string',
    pattern: LETTER_BATCH_ID,
    description: 'Only letters of this letter batch.',
  },
});

/** SHA-256 of the drawing of each page, by a version of PDFium (rule EVI-11). */
export const shownPagesSchema = stored({ renderer: string, sha256: listOf(string) });

/** A line of the print house's report, verbatim; its simulator writes none. */
export const reportSchema = stored({ status: oneOfTexts(reportedStatuses), at: string, line: nullable(string) });

/** A stored letter. Instants are epoch milliseconds. */
export const storedLetterSchema = stored(
  {
    kind: constant('letter'),
    ...storedMailing,
    status: oneOfTexts(letterStatuses),
    from: addressSchema,
    document: { oneOf: documentShapes },
    ...chosen,
    send_date: nullable(date),
    cancellation_reason: nullable(oneOfTexts(cancellationReasons)),
    failure_reason: nullable(oneOfTexts(failureReasons)),
    tracking_code: nullable(string),
    reached: reached(letterStatuses),
  },
  {
    ...storedMailingOptions,
    /** The letter batch that it belongs to, whose charge has paid for it (rule LBT-8). */
    letter_batch_id: string,
    /** Absent from letters that are older than this field. */
    warnings: warningsSchema,
    /** What evidence says in addition to the letter (rule EVI-10); letters of earlier releases have none. */
    asked: stored(
      {
        /** Null for a request without an API key. */
        api_key_id: nullable(string),
        /** Both addresses as sent; null once erased, and for the account's default sender. */
        to: nullable({ type: 'object' } as const),
        from: nullable({ type: 'object' } as const),
        /** Release of the postal directory that completed the addresses. */
        directory: string,
        /** SHA-256 of the PDF as received; null once erased. */
        document_sha256: nullable(string),
      },
      /** The person who ordered it in the dashboard. */
      { person_id: string },
    ),
    /** The number by which its recipient finds out that it is genuine; absent if the customer did not ask for one. */
    authenticity_number: string,
    /** When it was last edited. */
    edited_at: integer,
    /** What each page of the print file shows; absent if it could not be drawn in time, and once erased. */
    shown_pages: shownPagesSchema,
    /** The print house's reports that moved it, verbatim; removed once erased. */
    reports: listOf(reportSchema),
  },
);

export type StoredLetter = FromSchema<typeof storedLetterSchema>;
