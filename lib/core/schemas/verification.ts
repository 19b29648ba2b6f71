import { letterTextLimits } from '../domain/accounts.ts';
import { addressPlacements } from '../domain/mailing-fields.ts';
import { WEB_URL } from '../domain/text-patterns.ts';
import { CODE_ATTEMPTS, TYPED_CODE_PATTERN } from '../domain/verification-codes.ts';
import {
  attemptEntries,
  confirmationMethods,
  hostedPageEntries,
  verificationMethods,
  verificationSources,
  verificationStatuses,
} from '../domain/verification-statuses.ts';
import { addressInputSchema, addressSchema } from './address.ts';
import { documentInputSchema, documentShapes } from './document.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { listQuerySchema, listSchema } from './list.ts';
import {
  metadata,
  metadataInput,
  printFile,
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
import { boolean, constant, dateTime, id, integer, number, string, uri } from './values.ts';

/** What a person agreed to, verbatim. */
export const locationConsentSchema = named(
  'LocationConsent',
  complete('What the person agreed to before sharing the location, as the page showed it.', {
    language: described('Language of the page, as a BCP 47 tag: `pt-BR` or `en`.', string),
    version: described('Identifies the wording; a different wording has a different version.', string),
    text: string,
  }),
);

/** Who confirmed (rule VER-9). */
export const confirmationSchema = named(
  'Confirmation',
  complete('Who confirmed, as far as known. Mostly null for a check by API.', {
    method: oneOfTexts(confirmationMethods),
    hosted_page_entry: nullable(oneOfTexts(hostedPageEntries, 'How the code was entered on the page.')),
    confirmed_at: dateTime,
    ip: nullable(string),
    location: nullable(
      named(
        'ConfirmationLocation',
        complete('Approximate, from the network.', {
          country: nullable(string),
          state: nullable(string),
          city: nullable(string),
          postal_code: nullable(string),
          latitude: nullable(number),
          longitude: nullable(number),
        }),
      ),
    ),
    user_agent: nullable(string),
    device: nullable(
      named(
        'ConfirmationDevice',
        complete('As the user agent reports it.', {
          type: nullable(string),
          vendor: nullable(string),
          model: nullable(string),
          os: nullable(string),
        }),
      ),
    ),
    client: nullable(
      named(
        'ConfirmationClient',
        complete('As the user agent reports it.', { name: nullable(string), version: nullable(string) }),
      ),
    ),
    precise_location: nullable(
      named(
        'PreciseLocation',
        complete("Shared by the person's device, by consent.", {
          latitude: number,
          longitude: number,
          accuracy_meters: number,
          shared_at: dateTime,
          consent: nullable(locationConsentSchema),
        }),
      ),
    ),
  }),
);

export type ConfirmationResource = FromSchema<typeof confirmationSchema>;

const templateShape = named(
  'TemplateDocument',
  complete("The service's own letter.", {
    type: constant('template'),
    title: string,
    body: string,
    footer: string,
    include_qr_code: boolean,
    include_page_url: boolean,
  }),
);

const verificationDocumentSchema = named('VerificationDocument', {
  description: 'What was printed.',
  discriminator: { propertyName: 'type' },
  oneOf: [templateShape, ...documentShapes],
});

const verificationStatusSchema = named(
  'VerificationStatus',
  oneOfTexts(verificationStatuses, 'Treat an unknown status as in progress.'),
);

const verificationTransitionsSchema = transitions('VerificationStatusTransitions', [
  'in_production',
  'awaiting_code',
  'verified',
  'failed',
  'expired',
  'canceled',
  'revoked',
]);

/** A verification as responses and events show it (rule VER-8), without anything of the code. */
export const verificationSchema = named(
  'Verification',
  complete('A letter with a code that verifies an address. Only `verified` means a confirmed address.', {
    id: id('verification'),
    object: constant('verification'),
    status: verificationStatusSchema,
    method: oneOfTexts(verificationMethods),
    source: oneOfTexts(verificationSources, 'Where it was created.'),
    to: described('The address being verified.', addressSchema),
    document: verificationDocumentSchema,
    instructions: nullable(described('Text printed under the code of the template.', string)),
    return_url: nullable(uri),
    hosted_page_url: nullable(
      described('The printed page address, without the code. Null when the method is `code`.', uri),
    ),
    attempts_remaining: {
      type: 'integer',
      minimum: 0,
      maximum: CODE_ATTEMPTS,
      description: 'Wrong codes still allowed.',
    },
    expires_at: nullable(described('60 days after posting; null before.', dateTime)),
    confirmation: described(
      'How it was confirmed. Null until then; kept if revoked later.',
      nullable(confirmationSchema),
    ),
    preview_url: nullable(
      described(
        'The copy as printed, without the code. The link works for 60 minutes. Null in events and webhooks, and when the file is no longer kept.',
        uri,
      ),
    ),
    price: priceSchema,
    previous_verification_id: nullable(
      described('The earlier verification of the same address that this letter follows.', id('verification')),
    ),
    reference,
    metadata,
    status_transitions: verificationTransitionsSchema,
    created_at: dateTime,
  }),
);

export type VerificationResource = FromSchema<typeof verificationSchema>;

export const verificationListSchema = listSchema('VerificationList', verificationSchema);

/** The response to a check (rule VER-13). */
export const verificationCheckSchema = named(
  'VerificationCheck',
  complete('Whether the code was right. A wrong code is not an error.', {
    object: constant('verification_check'),
    correct: boolean,
    verification: verificationSchema,
  }),
);

export type VerificationCheckResource = FromSchema<typeof verificationCheckSchema>;

/** A code that was tried (rule VER-16), without the code itself. */
export const codeAttemptSchema = named(
  'VerificationAttempt',
  complete('A code that was tried, right or wrong. The code itself is not kept.', {
    object: constant('verification_attempt'),
    verification_id: id('verification'),
    number: {
      type: 'integer',
      minimum: 1,
      maximum: CODE_ATTEMPTS,
      description: 'Which of the five attempts it was, from 1.',
    },
    entry: oneOfTexts(
      attemptEntries,
      '`api`: your server sent it to the check endpoint. `qr_code`: the page was opened by the QR code. `typed`: it was typed on the page.',
    ),
    correct: boolean,
    created_at: dateTime,
  }),
);

export type CodeAttemptResource = FromSchema<typeof codeAttemptSchema>;

export const codeAttemptListSchema = listSchema('VerificationAttemptList', codeAttemptSchema);

/** Query of GET /verifications/{verification_id}/attempts. */
export const codeAttemptQuerySchema = listQuerySchema({});

function text({ minimum, maximum }: { minimum: number; maximum: number }, description: string) {
  return { type: 'string', minLength: minimum, maxLength: maximum, description } as const;
}

/** Body of POST /verifications (rule VER-1). */
export const verificationOrderSchema = {
  title: 'VerificationInput',
  type: 'object',
  additionalProperties: false,
  required: ['to', 'method'],
  properties: {
    to: described(
      'The recipient. The postal code fills in street, neighborhood, city and state where it can.',
      addressInputSchema,
    ),
    method: {
      type: 'string',
      enum: verificationMethods,
      description:
        '`hosted_page`: the recipient confirms on a page, by QR code or by typing the printed address. `code`: the letter shows only the code, and your server sends it to the check endpoint.',
    },
    letter: {
      title: 'VerificationLetterInput',
      type: 'object',
      additionalProperties: false,
      properties: {
        title: text(letterTextLimits.title, 'Heading of the letter.'),
        body: text(
          letterTextLimits.body,
          'Text of the letter; line breaks are kept. Text that does not fit on the sheet at 8 points is `too_long`.',
        ),
        footer: text(letterTextLimits.footer, 'Text at the foot of the letter. An empty text prints nothing.'),
        include_qr_code: {
          type: 'boolean',
          description: 'Print the QR code that opens the page. Only with the method `hosted_page`.',
        },
        include_page_url: {
          type: 'boolean',
          description: 'Print the address of the page. Only with the method `hosted_page`.',
        },
      },
      description: "Texts of the service's own letter; not with `document`. Omitted fields use the defaults.",
    },
    document: described(
      "Your own PDF with the marker `{{OTP_CODE}}`. If omitted, the service's own letter.",
      documentInputSchema,
    ),
    color: { type: 'boolean', description: 'Print in color; only with `document`.', default: false },
    double_sided: { type: 'boolean', description: 'Print on both sides; only with `document`.', default: false },
    address_placement: {
      type: 'string',
      enum: addressPlacements,
      description: 'As for letters; only with `document`.',
      default: 'first_page',
    },
    instructions: {
      type: 'string',
      minLength: 1,
      maxLength: 300,
      description: "Text under the code on the service's own letter.",
    },
    // The page turns it into a link.
    return_url: {
      type: 'string',
      pattern: WEB_URL,
      shownFormat: 'uri',
      maxLength: 2048,
      description: 'Target of the button shown after confirming. Only with the method `hosted_page`.',
    },
    // A malformed id gets the same error as an unknown one.
    previous_verification_id: {
      type: 'string',
      shownPattern: id('verification').pattern,
      description:
        'An earlier verification of your account that this letter follows, with the same postal code, street and number. It may have any status and is not changed.',
    },
    reference: referenceInput,
    metadata: metadataInput,
  },
} as const;

export type VerificationOrder = FromSchema<typeof verificationOrderSchema>;

/** Body of POST /verifications/{verification_id}/check. */
export const codeCheckSchema = {
  title: 'CodeInput',
  type: 'object',
  additionalProperties: false,
  required: ['code'],
  properties: {
    code: {
      type: 'string',
      pattern: TYPED_CODE_PATTERN,
      // The same without rare dashes: some regular expression engines do not support their escapes.
      shownPattern: '^[\\s-]*([0-9][\\s-]*){6}$',
      description: 'The six digits. Spaces and dashes are ignored.',
      examples: ['123456'],
    },
  },
} as const;

/** Query of GET /verifications. */
export const verificationQuerySchema = listQuerySchema({
  status: { type: 'string', enum: verificationStatuses, description: 'Only objects with this status.' },
  reference: referenceFilter,
  recipient: recipientFilter,
});

/** The stored confirmation of a verification. */
const storedConfirmation = stored(
  {
    ...confirmationSchema.properties,
    confirmed_at: integer,
    precise_location: nullable(
      stored(
        { latitude: number, longitude: number, accuracy_meters: number, shared_at: integer },
        // Locations shared with an earlier release have none.
        { consent: locationConsentSchema },
      ),
    ),
  },
  {
    /** SHA-256 of the token that only the confirming browser has (rule PAGE-6); none by API. */
    browser_sha256: string,
  },
);

/** A stored verification. Instants are epoch milliseconds. */
export const storedVerificationSchema = stored(
  {
    kind: constant('verification'),
    ...storedMailing,
    status: oneOfTexts(verificationStatuses),
    method: oneOfTexts(verificationMethods),
    source: oneOfTexts(verificationSources),
    document: { oneOf: [templateShape, ...documentShapes] },
    color: boolean,
    double_sided: boolean,
    address_placement: oneOfTexts(addressPlacements),
    instructions: nullable(string),
    return_url: nullable(string),
    /** Opaque last part of `hosted_page_url`; both are null with method `code`. */
    page_token: nullable(string),
    /** As printed: it does not change when the service moves to another host. */
    hosted_page_url: nullable(string),
    /** The only stored trace of the code: its MAC by a key that cannot leave KMS, bound to the id; base64. */
    code_mac: string,
    attempts_remaining: integer,
    expires_at: nullable(integer),
    confirmation: nullable(storedConfirmation),
    /** The copy without code that customers see; `print_file` has the code. */
    preview_file: printFile,
    reached: reached(verificationStatuses),
  },
  {
    ...storedMailingOptions,
    /** Codes that were tried, the first one first; verifications of earlier releases have none. */
    attempts: listOf(
      stored({
        number: integer,
        at: integer,
        entry: oneOfTexts(attemptEntries),
        correct: boolean,
        /** Hash of the network with the salt below, hexadecimal: shows whether two attempts came from one network. */
        network_hash: nullable(string),
      }),
    ),
    /** Without it the hashes reveal nothing. Removed when the verification is erased. Base64. */
    network_salt: string,
    /** How it was requested: what evidence says in addition to the verification (rule EVI-2). */
    asked: stored(
      {
        /** Null for a request without an API key. */
        api_key_id: nullable(string),
        /** The recipient as sent; null once erased. */
        to: nullable({ type: 'object' } as const),
        /** Release of the postal directory that completed the address. */
        directory: string,
      },
      /** The person who requested it in the dashboard; verifications of earlier releases have none. */
      { person_id: string },
    ),
    /** The verification that it follows; verifications of earlier releases have none. */
    previous_verification_id: nullable(string),
    /** When the company was notified that the deadline is near. */
    notice_at: integer,
    /** The posting time that the print house reported, verbatim. */
    reported_posted_at: string,
    /** The line of its report, verbatim. */
    reported_line: string,
  },
);

export type StoredVerification = FromSchema<typeof storedVerificationSchema>;
