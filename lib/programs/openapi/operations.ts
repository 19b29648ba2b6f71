import { hasDailyLimit } from '../../core/domain/daily-limits.ts';
import type { ApiProblemCode } from '../../core/domain/problems.ts';
import { accountSchema } from '../../core/schemas/account.ts';
import {
  addressChecksOrderSchema,
  addressChecksSchema,
  postalCodeSearchQuerySchema,
  postalCodeSearchSchema,
} from '../../core/schemas/address-check.ts';
import {
  balanceSchema,
  balanceTransactionListSchema,
  balanceTransactionQuerySchema,
} from '../../core/schemas/balance.ts';
import { eventListSchema, eventQuerySchema } from '../../core/schemas/event.ts';
import { evidenceSchema } from '../../core/schemas/evidence.ts';
import type { ObjectSchema, Schema } from '../../core/schemas/json-schema.ts';
import {
  letterFormSchema,
  letterListSchema,
  letterOrderSchema,
  letterQuerySchema,
  letterSchema,
} from '../../core/schemas/letter.ts';
import {
  letterBatchConfirmationSchema,
  letterBatchListSchema,
  letterBatchOrderSchema,
  letterBatchQuerySchema,
  letterBatchRowListSchema,
  letterBatchRowQuerySchema,
  letterBatchSchema,
  letterBatchWithRowsUrlSchema,
} from '../../core/schemas/letter-batch.ts';
import { letterEvidenceSchema } from '../../core/schemas/letter-evidence.ts';
import { letterLookUpsSchema } from '../../core/schemas/look-ups.ts';
import { postalCodeSchema } from '../../core/schemas/postal-code.ts';
import { quoteSchema, verificationQuoteSchema } from '../../core/schemas/quote.ts';
import { uploadOrderSchema, uploadSchema } from '../../core/schemas/upload.ts';
import {
  codeAttemptListSchema,
  codeAttemptQuerySchema,
  codeCheckSchema,
  verificationCheckSchema,
  verificationListSchema,
  verificationOrderSchema,
  verificationQuerySchema,
  verificationSchema,
} from '../../core/schemas/verification.ts';
import { verificationFiguresQuerySchema, verificationFiguresSchema } from '../../core/schemas/verification-figures.ts';
import {
  failedSendingSchema,
  removedWebhookEndpointSchema,
  secretRotationSchema,
  webhookDeliveryListSchema,
  webhookDeliveryQuerySchema,
  webhookDeliverySchema,
  webhookDeliveryWithBodySchema,
  webhookEndpointChangesSchema,
  webhookEndpointListSchema,
  webhookEndpointOrderSchema,
  webhookEndpointQuerySchema,
  webhookEndpointSchema,
  webhookEndpointWithSecretSchema,
  webhookSendingSchema,
  webhookTestSchema,
} from '../../core/schemas/webhook.ts';
import type { Endpoint } from '../../infra/endpoints.ts';
import { EVIDENCE_EXAMPLE, PUBLISHED_DOCS_URL } from './files.ts';

export interface Operation {
  tag: Tag;
  summary: string;
  description: string;
  /** The handler's schema of the query string or the JSON body; absent if it has neither. */
  request?: ObjectSchema;
  /** The schema of the body as multipart/form-data, if it accepts that too. */
  form?: ObjectSchema;
  /** The successful response. */
  answer: {
    status: 200 | 201;
    schema: Schema;
    description: string;
    /** Another media type of the response, for requests that prefer it to JSON. */
    otherwise?: { mediaType: 'application/pdf'; examples: Schema };
  };
  /** Refusals besides those that all endpoints of its kind share. */
  problems: readonly ApiProblemCode[];
  /** True for a POST that changes nothing: a repetition is computed again (rule IDEM-1). */
  onlyReads?: true;
}

export const tags = {
  Letters: 'Letters to any address in Brazil, simple or registered.',
  'Letter batches':
    'Up to 100,000 letters at once: a dry run checks every row and quotes the sum, one confirmation charges exactly it.',
  Uploads: 'PDFs of up to 10 MB, sent to storage before the mailing is created.',
  Verifications: 'Letters with a code that verify an address.',
  Account: 'The account, its prepaid balance and its transactions.',
  'Postal codes': 'Addresses of postal codes (CEP).',
  Events: 'Every status change of the last 30 days.',
  Webhooks: 'Your URLs that receive events, what is sent to them, and how they answered.',
} as const;
type Tag = keyof typeof tags;

/** A suspended account can create neither mailings nor uploads. */
const creation: readonly ApiProblemCode[] = ['account_suspended'];
const chargedCreation: readonly ApiProblemCode[] = [...creation, 'insufficient_balance', 'api_key_limit_reached'];
const named: readonly ApiProblemCode[] = ['resource_not_found'];

/** Every operation, by the folder of its function. */
export const operations: Readonly<Record<string, Operation>> = {
  'letters-create': {
    tag: 'Letters',
    summary: 'Create a letter',
    description:
      'Validates the letter, charges the balance and queues the letter for printing. With `send_date`, the charge happens on that day. A refusal lists every problem and creates nothing.',
    request: letterOrderSchema,
    form: letterFormSchema,
    answer: {
      status: 201,
      schema: letterSchema,
      description: 'The letter: `received`, or `scheduled` with a send date.',
    },
    problems: chargedCreation,
  },
  'letters-quote': {
    tag: 'Letters',
    summary: 'Quote a letter',
    description:
      'Takes the request that creates a letter, validates it in the same way and returns the price. Nothing is created, charged or stored, and an upload stays unused.',
    request: letterOrderSchema,
    form: letterFormSchema,
    answer: { status: 200, schema: quoteSchema, description: 'What the letter would cost now.' },
    problems: [],
  },
  'letters-list': {
    tag: 'Letters',
    summary: 'List letters',
    description: 'The letters of the account, newest first.',
    request: letterQuerySchema,
    answer: { status: 200, schema: letterListSchema, description: 'A page of letters.' },
    problems: [],
  },
  'letters-get': {
    tag: 'Letters',
    summary: 'Get a letter',
    description: 'The letter as it is now, with a fresh link to its preview.',
    answer: { status: 200, schema: letterSchema, description: 'The letter.' },
    problems: named,
  },
  'letters-cancel': {
    tag: 'Letters',
    summary: 'Cancel a letter',
    description:
      'Works while the letter is `scheduled` or `received`; the charge is refunded. Canceling a canceled letter returns the same letter.',
    answer: { status: 200, schema: letterSchema, description: 'The canceled letter.' },
    problems: [...named, 'letter_not_cancelable'],
  },
  'letter-batches-create': {
    tag: 'Letter batches',
    summary: 'Create a letter batch',
    description:
      'Answers the URL for the file of its rows: JSON lines, each with the fields of a letter (`to`, `reference`, `metadata`, and `document` with `name` and `variables`), or a spreadsheet. The PDFs are uploads. Nothing is checked or charged yet.',
    request: letterBatchOrderSchema,
    answer: {
      status: 201,
      schema: letterBatchWithRowsUrlSchema,
      description: 'The letter batch, `awaiting_rows`, with the URL for its rows.',
    },
    problems: creation,
  },
  'letter-batches-list': {
    tag: 'Letter batches',
    summary: 'List letter batches',
    description:
      'The letter batches of the last 90 days and the letters from spreadsheets of the dashboard, newest first.',
    request: letterBatchQuerySchema,
    answer: { status: 200, schema: letterBatchListSchema, description: 'A page of letter batches.' },
    problems: [],
  },
  'letter-batches-get': {
    tag: 'Letter batches',
    summary: 'Get a letter batch',
    description: 'The letter batch with its progress, counted by the hundred rows.',
    answer: { status: 200, schema: letterBatchSchema, description: 'The letter batch.' },
    problems: named,
  },
  'letter-batches-rows': {
    tag: 'Letter batches',
    summary: 'List the results of the rows',
    description:
      'The rows that have a result, in the order of the file: after the dry run those with problems, later all. With `state=refused`, every problem of every row.',
    request: letterBatchRowQuerySchema,
    answer: { status: 200, schema: letterBatchRowListSchema, description: 'A page of results.' },
    problems: named,
  },
  'letter-batches-quote': {
    tag: 'Letter batches',
    summary: 'Start the dry run of a letter batch',
    description:
      'Checks every row as the creation of its letter would, once its file has arrived. The event `letter_batch.quoted` says that the quote is there; `letter_batch.failed`, that the rows or PDFs cannot be used. Nothing is charged.',
    answer: { status: 200, schema: letterBatchSchema, description: 'The letter batch, `checking`.' },
    problems: [...named, 'letter_batch_expired', 'letter_batch_not_confirmable'],
  },
  'letter-batches-confirm': {
    tag: 'Letter batches',
    summary: 'Confirm a letter batch',
    description:
      'Charges exactly the sum of the quote with this hash and starts its letters, or charges nothing. Confirming again returns the same letter batch.',
    request: letterBatchConfirmationSchema,
    answer: { status: 200, schema: letterBatchSchema, description: 'The letter batch, `sending`.' },
    problems: [
      ...named,
      ...chargedCreation,
      'letter_batch_not_confirmable',
      'letter_batch_expired',
      'letter_batch_quote_differs',
    ],
  },
  'letter-batches-cancel': {
    tag: 'Letter batches',
    summary: 'Cancel a letter batch',
    description:
      'Rows without a letter get none, and letters that can still be canceled are canceled; both are refunded. Canceling again returns the same letter batch.',
    answer: { status: 200, schema: letterBatchSchema, description: 'The letter batch, `canceling`.' },
    problems: named,
  },
  'uploads-create': {
    tag: 'Uploads',
    summary: 'Create an upload',
    description:
      'Returns a signed URL for one PDF. PUT the bytes there within 2 hours, with `Content-Type: application/pdf` and no Authorization header. Use the id in one mailing within 24 hours.',
    request: uploadOrderSchema,
    answer: { status: 201, schema: uploadSchema, description: 'The upload with its secret URL.' },
    problems: creation,
  },
  'verifications-create': {
    tag: 'Verifications',
    summary: 'Create a verification',
    description:
      "Charges the balance and queues a simple letter with a six-digit code: the service's own letter, or your PDF in `document`. Only the printed letter shows the code.",
    request: verificationOrderSchema,
    answer: { status: 201, schema: verificationSchema, description: 'The verification, `received`.' },
    problems: chargedCreation,
  },
  'verifications-quote': {
    tag: 'Verifications',
    summary: 'Quote a verification',
    description:
      'Takes the request that creates a verification, validates it in the same way and returns the price and a preview of the letter. Nothing is created or charged, and an upload stays unused.',
    request: verificationOrderSchema,
    answer: {
      status: 200,
      schema: verificationQuoteSchema,
      description: 'What the verification would cost now, and what its letter would look like.',
    },
    problems: [],
  },
  'verifications-list': {
    tag: 'Verifications',
    summary: 'List verifications',
    description: 'The verifications of the account, newest first.',
    request: verificationQuerySchema,
    answer: { status: 200, schema: verificationListSchema, description: 'A page of verifications.' },
    problems: [],
  },
  'verifications-get': {
    tag: 'Verifications',
    summary: 'Get a verification',
    description: 'The verification as it is now, with a fresh link to the copy without the code.',
    answer: { status: 200, schema: verificationSchema, description: 'The verification.' },
    problems: named,
  },
  'verifications-check': {
    tag: 'Verifications',
    summary: 'Check a code',
    description:
      'Checks a code that the recipient gave you. A wrong code is not an error: it uses one of five attempts, and the fifth ends the verification as `failed`.',
    request: codeCheckSchema,
    answer: { status: 200, schema: verificationCheckSchema, description: 'Whether the code was right.' },
    problems: [...named, 'verification_not_awaiting_code'],
  },
  'verification-figures-get': {
    tag: 'Verifications',
    summary: 'Get figures of verifications',
    description:
      'How many verifications were created in a period, how many were sent and confirmed, and how many have each status now. A period has at most 10,000 verifications; the figures of adjacent periods add up.',
    request: verificationFiguresQuerySchema,
    answer: { status: 200, schema: verificationFiguresSchema, description: 'The figures.' },
    problems: [],
  },
  'verification-attempts-list': {
    tag: 'Verifications',
    summary: 'List the attempts of a verification',
    description:
      'Every code that was tried while the verification was waiting for one, right or wrong, newest first, with the time and the way it was entered. The codes themselves are not kept.',
    request: codeAttemptQuerySchema,
    answer: { status: 200, schema: codeAttemptListSchema, description: 'A page of attempts.' },
    problems: named,
  },
  'letters-evidence': {
    tag: 'Letters',
    summary: 'Get the evidence of a letter',
    description:
      'The signed record of a letter that was posted, canceled or failed: who ordered it and when, the addresses as sent and as printed, the hash of the very file that was printed and of what each of its pages shows, the price, and what the print house reported. Anyone can check the file with the published keys, and whether a PDF is that letter, without an account.',
    answer: {
      status: 200,
      schema: letterEvidenceSchema,
      description:
        'The latest edition of the evidence. With `Accept: application/pdf`, the same content as a PDF in Portuguese, which shows the SHA-256 of the JSON.',
      otherwise: {
        mediaType: 'application/pdf',
        examples: { posted: { summary: 'The evidence above as a PDF', value: '%PDF-1.7' } },
      },
    },
    problems: [...named, 'letter_not_final'],
  },
  'letters-look-ups': {
    tag: 'Letters',
    summary: "Get the look-ups of a letter's number",
    description:
      'How often, and on which days, the authenticity number of a letter was looked up on the page. Many look-ups of one letter mean that its number may have been copied to false ones.',
    answer: { status: 200, schema: letterLookUpsSchema, description: 'The look-ups.' },
    problems: named,
  },
  'verification-evidence-get': {
    tag: 'Verifications',
    summary: 'Get the evidence of a verification',
    description:
      'The signed record of a verification that has ended: who requested it, the address, the letter, every attempt and the confirmation. Anyone can check the file with the published keys, without an account.',
    answer: {
      status: 200,
      schema: evidenceSchema,
      description:
        'The latest edition of the evidence. With `Accept: application/pdf`, the same content as a PDF in Portuguese, which shows the SHA-256 of the JSON.',
      otherwise: {
        mediaType: 'application/pdf',
        examples: {
          verified: {
            summary: 'The evidence above as a PDF',
            // No `externalValue`: bundlers download its target, and fail without a network.
            description: `[The whole file](${PUBLISHED_DOCS_URL}/${EVIDENCE_EXAMPLE}); it begins with:`,
            value: '%PDF-1.7',
          },
        },
      },
    },
    problems: [...named, 'verification_not_final'],
  },
  'verifications-cancel': {
    tag: 'Verifications',
    summary: 'Cancel a verification',
    description:
      'While `received`: nothing is printed, the price is refunded, and the status becomes `canceled`. Later: the letter is still sent, nothing is refunded, the code stops working, and the status becomes `revoked`.',
    answer: { status: 200, schema: verificationSchema, description: 'The verification, `canceled` or `revoked`.' },
    problems: [...named, 'verification_not_cancelable'],
  },
  'account-get': {
    tag: 'Account',
    summary: 'Get the account',
    description: 'The account that the API key belongs to.',
    answer: { status: 200, schema: accountSchema, description: 'The account.' },
    problems: [],
  },
  'balance-get': {
    tag: 'Account',
    summary: 'Get the balance',
    description: 'The current prepaid balance.',
    answer: { status: 200, schema: balanceSchema, description: 'The balance.' },
    problems: [],
  },
  'balance-transactions-list': {
    tag: 'Account',
    summary: 'List balance transactions',
    description: 'Everything that changed the balance, newest first.',
    request: balanceTransactionQuerySchema,
    answer: { status: 200, schema: balanceTransactionListSchema, description: 'A page of balance transactions.' },
    problems: [],
  },
  'events-list': {
    tag: 'Events',
    summary: 'List events',
    description: 'The events of the last 30 days, newest first. Webhooks deliver the same events.',
    request: eventQuerySchema,
    answer: { status: 200, schema: eventListSchema, description: 'A page of events.' },
    problems: [],
  },
  'postal-codes-get': {
    tag: 'Postal codes',
    summary: 'Look up a postal code',
    description: 'The part of an address that a postal code (CEP) determines.',
    answer: { status: 200, schema: postalCodeSchema, description: 'The address of the postal code.' },
    problems: ['postal_code_not_found'],
  },
  'postal-codes-search': {
    tag: 'Postal codes',
    summary: 'Search postal codes',
    description:
      'The postal codes of a street, for suggestions while an address is typed. Small errors of spelling, abbreviations and other names that the carrier lists are understood.',
    request: postalCodeSearchQuerySchema,
    answer: {
      status: 200,
      schema: postalCodeSearchSchema,
      description: 'The postal codes found, none if there are none.',
    },
    problems: [],
  },
  'addresses-check': {
    tag: 'Postal codes',
    summary: 'Check addresses',
    description:
      'Compares up to 500 addresses with the directory of postal codes: completes and corrects each, says how sure that is, what was changed and what else may be meant. It costs nothing and keeps nothing.',
    request: addressChecksOrderSchema,
    answer: { status: 200, schema: addressChecksSchema, description: 'The checked addresses.' },
    problems: [],
    onlyReads: true,
  },
  'webhook-endpoints-list': {
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description: 'The endpoints of the account, newest first, each with its recent health.',
    request: webhookEndpointQuerySchema,
    answer: { status: 200, schema: webhookEndpointListSchema, description: 'A page of webhook endpoints.' },
    problems: [],
  },
  'webhook-endpoints-create': {
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Registers a URL that receives events; an account has at most ten. Only this response shows the signing secret: store it.',
    request: webhookEndpointOrderSchema,
    answer: {
      status: 201,
      schema: webhookEndpointWithSecretSchema,
      description: 'The endpoint, `active`, with its secret.',
    },
    problems: [],
  },
  'webhook-endpoints-get': {
    tag: 'Webhooks',
    summary: 'Get a webhook endpoint',
    description: 'The endpoint as it is now, with its recent health.',
    answer: { status: 200, schema: webhookEndpointSchema, description: 'The endpoint.' },
    problems: named,
  },
  'webhook-endpoints-edit': {
    tag: 'Webhooks',
    summary: 'Edit a webhook endpoint',
    description:
      'Changes the fields that are sent. Pending deliveries go to the new URL. While the endpoint is `paused`, they wait without using attempts; once it is `active` again, they start within a minute.',
    request: webhookEndpointChangesSchema,
    answer: { status: 200, schema: webhookEndpointSchema, description: 'The changed endpoint.' },
    problems: named,
  },
  'webhook-endpoints-remove': {
    tag: 'Webhooks',
    summary: 'Remove a webhook endpoint',
    description: 'Nothing more is sent to the endpoint; its pending deliveries are dropped.',
    answer: { status: 200, schema: removedWebhookEndpointSchema, description: 'The endpoint is removed.' },
    problems: named,
  },
  'webhook-endpoints-rotate-secret': {
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'Gives the endpoint a new signing secret, shown only in this response. For `overlap_hours`, deliveries also carry a signature made with the previous secret.',
    request: secretRotationSchema,
    answer: {
      status: 200,
      schema: webhookEndpointWithSecretSchema,
      description: 'The endpoint with its new secret.',
    },
    problems: named,
  },
  'webhook-endpoints-test': {
    tag: 'Webhooks',
    summary: 'Test a webhook endpoint',
    description:
      'Sends `webhook.test` to the endpoint immediately, even if it is paused, and returns how it answered. A receiver that fails is not an error of this request.',
    answer: { status: 200, schema: webhookTestSchema, description: "The receiver's answer, or why there was none." },
    problems: named,
  },
  'webhook-endpoints-send-failed': {
    tag: 'Webhooks',
    summary: 'Send failed deliveries again',
    description:
      'Sends the failed deliveries of all events since an instant again, newest first: the same `webhook-id`, one attempt each, at most 90 per call.',
    request: failedSendingSchema,
    answer: { status: 200, schema: webhookSendingSchema, description: 'How many deliveries are pending again.' },
    problems: named,
  },
  'webhook-deliveries-list': {
    tag: 'Webhooks',
    summary: 'List webhook deliveries',
    description:
      'Deliveries of the last 30 days with every attempt, newest event first. A page may have fewer than `limit` deliveries even if more follow: check `has_more`.',
    request: webhookDeliveryQuerySchema,
    answer: { status: 200, schema: webhookDeliveryListSchema, description: 'A page of webhook deliveries.' },
    problems: [],
  },
  'webhook-deliveries-get': {
    tag: 'Webhooks',
    summary: 'Get a webhook delivery',
    description: 'The delivery with every attempt and the exact text that is sent.',
    answer: { status: 200, schema: webhookDeliveryWithBodySchema, description: 'The delivery.' },
    problems: named,
  },
  'webhook-deliveries-send-again': {
    tag: 'Webhooks',
    summary: 'Send a webhook delivery again',
    description:
      'Sends a delivery that has ended again: the same `webhook-id`, one attempt, to the current URL of its endpoint. A `pending` delivery is left unchanged.',
    answer: { status: 200, schema: webhookDeliverySchema, description: 'The delivery, `pending` again.' },
    problems: named,
  },
};

/**
 * @throws Error for an endpoint that is not described
 */
export function operationOf(functionName: string): Operation {
  const texts = operations[functionName];
  if (!texts) throw new Error(`lib/programs/openapi/operations.ts says nothing of ${functionName}`);
  return texts;
}

const ofEveryEndpoint: readonly ApiProblemCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'api_key_revoked',
  'api_key_expired',
  'api_key_not_allowed',
  'invalid_parameters',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
];
const ofEveryBody: readonly ApiProblemCode[] = ['invalid_json', 'unsupported_content_type', 'request_too_large'];
const ofRepetitions: readonly ApiProblemCode[] = ['idempotency_key_reused', 'idempotency_key_in_use'];
const ofEvery: Readonly<Record<Endpoint['method'], readonly ApiProblemCode[]>> = {
  GET: [],
  POST: [...ofEveryBody, 'invalid_idempotency_key', ...ofRepetitions],
  PATCH: ofEveryBody,
  DELETE: [],
};

/** Every `error.code` that an endpoint may return. */
export function problemsOf({ method, function: name }: Pick<Endpoint, 'method' | 'function'>): ApiProblemCode[] {
  const { problems, onlyReads } = operationOf(name);
  const limited: readonly ApiProblemCode[] = hasDailyLimit(name) ? ['daily_limit_exceeded'] : [];
  const ofMethod = ofEvery[method].filter((code) => !onlyReads || !ofRepetitions.includes(code));
  return [...ofEveryEndpoint, ...ofMethod, ...limited, ...problems];
}
