import type { personalParts } from '../domain/evidence.ts';
import { EVIDENCE_FORMAT, evidenceStatuses, historySteps } from '../domain/evidence.ts';
import { CODE_ATTEMPTS } from '../domain/verification-codes.ts';
import {
  attemptEntries,
  confirmationMethods,
  verificationMethods,
  verificationSources,
} from '../domain/verification-statuses.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { boolean, constant, dateTime, id, integer, string } from './values.ts';
import { locationConsentSchema } from './verification.ts';

export const hash = { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal.' } as const;

/** Who can request a verification. */
const requesters = ['api_key', 'person'] as const;

/** A personal part: the statement contains the hash of the canonical JSON of salt and value. */
export const disclosure = complete('Personal data that the statement signs by its hash.', {
  salt: described('Random, so that the value cannot be guessed from its hash; base64.', string),
  value: { type: 'object', description: 'The data itself.' },
});

const partHashes = complete('Hash of the canonical JSON of each disclosure (salt and value).', {
  recipient: hash,
  order: hash,
  confirmer: nullable(hash),
  networks: hash,
} satisfies Record<(typeof personalParts)[number], unknown>);

export const edition = {
  type: 'integer',
  minimum: 1,
  description: 'A later fact, such as a revocation, creates a new edition.',
} as const;
export const previous = nullable(described("Hash of the canonical JSON of the previous edition's statement.", hash));

/** The company that ordered a mailing. */
export const orderedBy = <const Description extends string>(description: Description) =>
  complete(description, {
    account_id: id('account'),
    legal_name: string,
    trade_name: nullable(string),
    cnpj: string,
  });

export const requestedBy = <const Description extends string>(description: Description) =>
  nullable(complete(description, { type: oneOfTexts(requesters), id: string }));

/** A history of these steps. */
export const historyOf = <const Step extends string>(steps: readonly Step[]) =>
  listOf(
    complete('One entry of the history. Each entry contains the hash of the previous one.', {
      number: integer,
      at: dateTime,
      what: oneOfTexts(steps),
      previous: nullable(hash),
      hash: described('SHA-256 of the canonical JSON of the other fields.', hash),
    }),
  );

export const doesNotProve = described('What the evidence does not prove, in Portuguese.', listOf(string));

/** What is signed (rule EVI-2). It contains nothing personal, and nothing of the code. */
export const evidenceStatementSchema = named(
  'EvidenceStatement',
  complete(
    'What the service states about a verification. It contains neither personal data nor the code.',
    {
      format: constant(EVIDENCE_FORMAT),
      verification_id: id('verification'),
      edition,
      previous,
      issued_at: dateTime,
      status: oneOfTexts(evidenceStatuses),
      company: orderedBy('Who requested the verification.'),
      requested_by: requestedBy(
        'The API key that requested it, or the person who requested it in the dashboard; null for verifications created by earlier releases.',
      ),
      method: oneOfTexts(verificationMethods),
      source: oneOfTexts(verificationSources),
      postal_code_directory: nullable(described('Release of the directory that completed the address.', string)),
      letter: complete('The files of the letter.', {
        printed_sha256: nullable(
          described('SHA-256 of the file with the code, which is destroyed after posting.', hash),
        ),
        preview_sha256: nullable(described('SHA-256 of the copy without the code.', hash)),
        pages: integer,
        sheets: integer,
      }),
      production: complete(
        'How the letter was produced and posted.',
        {
          batch_id: nullable(string),
          manifest_sha256: nullable(
            described("SHA-256 of the batch's manifest (JSON lines), which identifies the letter by its file.", hash),
          ),
          reported_posted_at: nullable(
            described("When the letter was posted, verbatim from the print house's report.", string),
          ),
          posted_at: nullable(described('When the service applied the report. The 60 days count from here.', dateTime)),
          expires_at: nullable(dateTime),
        },
        {
          manifest_line: nullable(
            described(
              'The line of the manifest that ordered the letter from the print house, verbatim. Null before production and in the sandbox; absent from statements of earlier releases.',
              string,
            ),
          ),
          reported_line: nullable(
            described(
              "The line of the print house's report that announced the posting, verbatim. Absent from statements of earlier releases.",
              string,
            ),
          ),
        },
      ),
      attempts: listOf(
        complete('A code that was tried.', {
          number: { type: 'integer', minimum: 1, maximum: CODE_ATTEMPTS },
          at: dateTime,
          entry: oneOfTexts(attemptEntries),
          correct: boolean,
          network_hash: nullable(
            described('SHA-256 of the salt, a space and the network address; null for a check by API.', hash),
          ),
        }),
      ),
      confirmation: nullable(
        complete('How and when the right code was given.', {
          method: oneOfTexts(confirmationMethods),
          confirmed_at: dateTime,
        }),
      ),
      location_shared_at: nullable(described('When the person shared a location, by consent.', dateTime)),
      location_consent: nullable(
        described(
          'What the person agreed to; null without a location, and for consents given to earlier releases.',
          locationConsentSchema,
        ),
      ),
      revoked_at: nullable(dateTime),
      personal: partHashes,
      history: historyOf(historySteps),
      does_not_prove: doesNotProve,
    },
    {
      previous_verification_id: nullable(
        described(
          'The earlier verification of the same address that this one follows. Absent from statements of earlier releases.',
          id('verification'),
        ),
      ),
    },
  ),
);

export type EvidenceStatement = FromSchema<typeof evidenceStatementSchema>;

export const stampOfSignature = nullable(
  described(
    'Time stamp of the signature (RFC 3161), its DER in base64; null if the service has no time stamping authority.',
    string,
  ),
);

/** Evidence of a verification (rule EVI-1). */
export const evidenceSchema = named(
  'VerificationEvidence',
  complete('A signed record of what happened to a verification, for those who must prove it.', {
    object: constant('verification_evidence'),
    verification_id: id('verification'),
    statement: evidenceStatementSchema,
    disclosures: complete('The personal data; null where there is none, or after it was erased.', {
      recipient: nullable(disclosure),
      order: nullable(disclosure),
      confirmer: nullable(disclosure),
      networks: nullable(disclosure),
    }),
    signature: described(
      "JWS in compact form (RFC 7515, ES256). Its payload contains the verification's id, the edition and the SHA-256 of the canonical JSON of the statement.",
      string,
    ),
    timestamp: stampOfSignature,
  }),
);

export type EvidenceResource = FromSchema<typeof evidenceSchema>;

/** Stored evidence: its documented JSON, verbatim. */
export const storedEvidenceSchema = stored(
  {
    account_id: string,
    edition: integer,
    body: string,
    /** Epoch milliseconds. */
    kept_until: integer,
  },
  /** One of the two. */
  { verification_id: string, letter_id: string },
);

export type StoredEvidence = FromSchema<typeof storedEvidenceSchema>;
