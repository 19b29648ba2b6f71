import type { ProblemCode } from '../../core/domain/problems.ts';
import { accountSchema } from '../../core/schemas/account.ts';
import {
  balanceSchema,
  balanceTransactionListSchema,
  balanceTransactionQuerySchema,
} from '../../core/schemas/balance.ts';
import { eventListSchema, eventQuerySchema } from '../../core/schemas/event.ts';
import type { ObjectSchema, Schema } from '../../core/schemas/json-schema.ts';
import {
  letterFormSchema,
  letterListSchema,
  letterOrderSchema,
  letterQuerySchema,
  letterSchema,
} from '../../core/schemas/letter.ts';
import { postalCodeSchema } from '../../core/schemas/postal-code.ts';
import { quoteSchema } from '../../core/schemas/quote.ts';
import { uploadOrderSchema, uploadSchema } from '../../core/schemas/upload.ts';
import {
  codeCheckSchema,
  verificationCheckSchema,
  verificationListSchema,
  verificationOrderSchema,
  verificationQuerySchema,
  verificationSchema,
} from '../../core/schemas/verification.ts';

export interface Operation {
  tag: Tag;
  summary: string;
  description: string;
  /** The schema that the handler validates its query string or its JSON body with; none where it takes neither. */
  request?: ObjectSchema;
  /** That of its body as multipart/form-data, where it takes one too. */
  form?: ObjectSchema;
  /** What success answers. */
  answer: { status: 200 | 201; schema: Schema; description: string };
  /** Refusals beside those that all endpoints of its kind share. */
  problems: readonly ProblemCode[];
}

export const tags = {
  Letters: 'Letters to any address in Brazil, simple or registered.',
  Uploads: 'PDFs of up to 10 MB, sent to storage before the mailing is created.',
  Verifications: 'Letters with a code that prove an address.',
  Account: 'The account, its prepaid balance and what moved it.',
  'Postal codes': 'What a postal code (CEP) stands for.',
  Events: 'Every change of status, of the last 30 days.',
} as const;
type Tag = keyof typeof tags;

/** Only mailings and uploads are made, so only they are refused to a suspended account. */
const creation: readonly ProblemCode[] = ['account_suspended'];
const chargedCreation: readonly ProblemCode[] = [...creation, 'insufficient_balance'];
const named: readonly ProblemCode[] = ['resource_not_found'];

/** Every operation, by the folder of its function. */
export const operations: Readonly<Record<string, Operation>> = {
  'letters-create': {
    tag: 'Letters',
    summary: 'Create a letter',
    description:
      'Validates the letter, charges the balance and queues it for printing; with `send_date` it is charged on that day instead. A refusal lists everything that is wrong and creates nothing.',
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
      'Takes the request that would create a letter, validates it in the same way and tells its price. Nothing is created, charged or stored, and an upload stays unused.',
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
      'Possible while the letter is `scheduled` or `received`; what was charged returns to the balance. Canceling a canceled letter answers the same letter.',
    answer: { status: 200, schema: letterSchema, description: 'The canceled letter.' },
    problems: [...named, 'letter_not_cancelable'],
  },
  'uploads-create': {
    tag: 'Uploads',
    summary: 'Create an upload',
    description:
      'Gives a signed address for one PDF. PUT the bytes there within 2 hours, with `Content-Type: application/pdf` and no Authorization header, and use the id in one mailing within 24 hours.',
    request: uploadOrderSchema,
    answer: { status: 201, schema: uploadSchema, description: 'The upload with its secret address.' },
    problems: creation,
  },
  'verifications-create': {
    tag: 'Verifications',
    summary: 'Create a verification',
    description:
      "Charges the balance and queues a simple letter with a six-digit code: the service's own, or your PDF in `document`. The code is in the printed letter and nowhere else.",
    request: verificationOrderSchema,
    answer: { status: 201, schema: verificationSchema, description: 'The verification, `received`.' },
    problems: chargedCreation,
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
      'Compares a code that the recipient gave you. A wrong one is no error: it takes one of five attempts, and the last one ends the verification as `failed`.',
    request: codeCheckSchema,
    answer: { status: 200, schema: verificationCheckSchema, description: 'Whether the code was right.' },
    problems: [...named, 'verification_not_awaiting_code'],
  },
  'verifications-cancel': {
    tag: 'Verifications',
    summary: 'Cancel a verification',
    description:
      'While `received` nothing is printed and the price returns to the balance: `canceled`. Later the letter goes on without a refund and the code stops working: `revoked`.',
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
    description: 'The prepaid balance at this moment.',
    answer: { status: 200, schema: balanceSchema, description: 'The balance.' },
    problems: [],
  },
  'balance-transactions-list': {
    tag: 'Account',
    summary: 'List balance transactions',
    description: 'Everything that moved the balance, newest first.',
    request: balanceTransactionQuerySchema,
    answer: { status: 200, schema: balanceTransactionListSchema, description: 'A page of balance transactions.' },
    problems: [],
  },
  'events-list': {
    tag: 'Events',
    summary: 'List events',
    description: 'The events of the last 30 days, newest first: what webhooks deliver, for whoever missed one.',
    request: eventQuerySchema,
    answer: { status: 200, schema: eventListSchema, description: 'A page of events.' },
    problems: [],
  },
  'postal-codes-get': {
    tag: 'Postal codes',
    summary: 'Look up a postal code',
    description: 'The part of an address that a postal code (CEP) gives.',
    answer: { status: 200, schema: postalCodeSchema, description: 'What the postal code stands for.' },
    problems: ['postal_code_not_found'],
  },
};

/**
 * @throws Error for an endpoint that nothing is said of
 */
export function operationOf(functionName: string): Operation {
  const texts = operations[functionName];
  if (!texts) throw new Error(`lib/programs/openapi/operations.ts says nothing of ${functionName}`);
  return texts;
}

const ofEveryEndpoint: readonly ProblemCode[] = [
  'api_key_missing',
  'api_key_invalid',
  'api_key_revoked',
  'invalid_parameters',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
];
const ofEveryPost: readonly ProblemCode[] = [
  'invalid_json',
  'unsupported_content_type',
  'invalid_idempotency_key',
  'request_too_large',
  'idempotency_key_reused',
  'idempotency_key_in_use',
];

/** Every `error.code` that an endpoint may answer. */
export function problemsOf({ method, function: name }: { method: string; function: string }): ProblemCode[] {
  return [...ofEveryEndpoint, ...(method === 'POST' ? ofEveryPost : []), ...operationOf(name).problems];
}
