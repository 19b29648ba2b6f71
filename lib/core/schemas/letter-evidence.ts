import {
  LETTER_EVIDENCE_FORMAT,
  letterEvidenceStatuses,
  letterHistorySteps,
  type letterParts,
} from '../domain/letter-evidence.ts';
import {
  disclosure,
  doesNotProve,
  edition,
  type EvidenceResource,
  hash,
  historyOf,
  orderedBy,
  previous,
  requestedBy,
  stampOfSignature,
} from './evidence.ts';
import { complete, described, type FromSchema, named, nullable, oneOfTexts } from './json-schema.ts';
import { letterSchema } from './letter.ts';
import { priceSchema } from './price.ts';
import { constant, date, dateTime, id, integer, string } from './values.ts';

const { color, double_sided, address_placement, postal_services } = letterSchema.properties;

const partHashes = complete('Hash of the canonical JSON of each disclosure (salt and value).', {
  recipient: hash,
  sender: hash,
  order: hash,
  pages: nullable(hash),
  posting: hash,
} satisfies Record<(typeof letterParts)[number], unknown>);

/** What is signed of a letter (rule EVI-10). It contains nothing personal. */
export const letterEvidenceStatementSchema = named(
  'LetterEvidenceStatement',
  complete('What the service states about a letter. It contains no personal data.', {
    format: constant(LETTER_EVIDENCE_FORMAT),
    letter_id: id('letter'),
    edition,
    previous,
    issued_at: dateTime,
    status: oneOfTexts(letterEvidenceStatuses),
    cancellation_reason: letterSchema.properties.cancellation_reason,
    failure_reason: letterSchema.properties.failure_reason,
    company: orderedBy('Who ordered the letter.'),
    requested_by: requestedBy(
      'The API key that ordered it, or the person who ordered it in the dashboard; null for letters from a spreadsheet and of earlier releases.',
    ),
    postal_code_directory: nullable(described('Release of the directory that completed the addresses.', string)),
    send_date: nullable(date),
    letter: complete('The print file and how it is printed.', {
      printed_sha256: nullable(
        described('SHA-256 of the very file that the print house prints; null if it was erased before.', hash),
      ),
      printed_bytes: nullable(described('Size of that file.', integer)),
      pages: integer,
      sheets: integer,
      color,
      double_sided,
      address_placement,
      postal_services,
    }),
    price: priceSchema,
    production: complete('How the letter was produced and posted.', {
      batch_id: nullable(string),
      manifest_sha256: nullable(
        described("SHA-256 of the batch's manifest (JSON lines), which identifies the letter by its file.", hash),
      ),
      manifest_line: nullable(
        described(
          'The line of the manifest that ordered the letter from the print house, verbatim. Null before production, after an erasure and in the sandbox.',
          string,
        ),
      ),
      printed_at: nullable(described('When the service applied the report of the printing.', dateTime)),
      posted_at: nullable(described('When the service applied the report of the posting.', dateTime)),
    }),
    personal: partHashes,
    history: historyOf(letterHistorySteps),
    does_not_prove: doesNotProve,
  }),
);

export type LetterEvidenceStatement = FromSchema<typeof letterEvidenceStatementSchema>;

/** Evidence of a letter (rule EVI-9). */
export const letterEvidenceSchema = named(
  'LetterEvidence',
  complete('A signed record of what a letter was and what happened to it, for those who must prove it.', {
    object: constant('letter_evidence'),
    letter_id: id('letter'),
    statement: letterEvidenceStatementSchema,
    disclosures: complete('The personal data; null where there is none, or after it was erased.', {
      recipient: nullable(disclosure),
      sender: nullable(disclosure),
      order: nullable(disclosure),
      pages: nullable(disclosure),
      posting: nullable(disclosure),
    }),
    signature: described(
      "JWS in compact form (RFC 7515, ES256). Its payload contains the letter's id, the edition and the SHA-256 of the canonical JSON of the statement.",
      string,
    ),
    timestamp: stampOfSignature,
  }),
);

export type LetterEvidenceResource = FromSchema<typeof letterEvidenceSchema>;

/** Evidence of a mailing of either kind. */
export type AnyEvidence = EvidenceResource | LetterEvidenceResource;
