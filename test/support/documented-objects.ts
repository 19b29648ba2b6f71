import { Ajv, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';

/**
 * The objects of the API as JSON Schema, written from the rules (docs/rules) and not from the
 * code: every field is there, and none beside it.
 */

type Schema = Record<string, unknown>;

const object = (properties: Record<string, Schema>, optional: Record<string, Schema> = {}): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const listOf = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });
const oneOf = (...values: string[]): Schema => ({ enum: values });
const text = (pattern: string): Schema => ({ type: 'string', pattern });
const id = (prefix: string): Schema => text(`^${prefix}_[A-Za-z0-9]+$`);
const map = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const boolean: Schema = { type: 'boolean' };
const uri: Schema = { type: 'string', format: 'uri' };
const timestamp = text('^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$');
const currency: Schema = { const: 'BRL' };
const plan = oneOf('pay_as_you_go', 'essential', 'professional', 'scale', 'enterprise');

const address = object({
  name: string,
  street: string,
  number: string,
  complement: nullable(string),
  neighborhood: string,
  city: string,
  state: text('^[A-Z]{2}$'),
  postal_code: text('^\\d{5}-\\d{3}$'),
});

const services = ['registered', 'return_receipt', 'restricted_delivery'];

const price = object({
  currency,
  total: integer,
  items: listOf(
    object({
      type: oneOf('base', 'additional_sheets', 'color', ...services),
      quantity: { type: 'integer', minimum: 1 },
      unit_amount: integer,
      amount: integer,
    }),
    { minItems: 1 },
  ),
});

const variables = nullable(map({ type: ['string', 'number'] }));

const documentShapes = [
  object({ type: { const: 'url' }, url: uri, variables }),
  object({ type: { const: 'upload' }, filename: string }),
  object({ type: { const: 'base64' }, variables }),
];

/** Rule DOC-16. */
const warnings = listOf({
  type: 'object',
  additionalProperties: false,
  required: ['code', 'page'],
  properties: {
    code: oneOf(
      'font_not_embedded',
      'image_low_resolution',
      'image_incomplete',
      'ink_near_edge',
      'value_off_paper',
      'value_over_text',
      'value_too_wide',
      'hairline',
      'marker_unfilled',
      'authenticity_number_not_printed',
      'city_is_neighborhood',
      'address_too_long_for_carrier',
      'number_outside_range',
    ),
    page: { type: 'integer', minimum: 1 },
    name: string,
    font: string,
    over_mm: { type: 'number', exclusiveMinimum: 0 },
  },
});

const letter = object({
  id: id('ltr'),
  object: { const: 'letter' },
  status: oneOf('scheduled', 'received', 'in_production', 'printed', 'posted', 'canceled', 'failed'),
  to: address,
  from: address,
  document: { oneOf: documentShapes },
  color: boolean,
  double_sided: boolean,
  address_placement: oneOf('first_page', 'extra_page'),
  postal_services: listOf(oneOf(...services)),
  pages: { type: 'integer', minimum: 1 },
  sheets: { type: 'integer', minimum: 1, maximum: 6 },
  price,
  warnings,
  authenticity_number: nullable(text('^[a-z]{4}-[a-z]{4}-[a-z]{4}$')),
  send_date: nullable(text('^\\d{4}-\\d\\d-\\d\\d$')),
  cancellation_reason: nullable(oneOf('requested', 'insufficient_balance')),
  failure_reason: nullable(oneOf('unprintable_document', 'damaged_in_production', 'refused_by_carrier', 'other')),
  tracking_code: nullable(string),
  preview_url: nullable(uri),
  reference: nullable({ type: 'string', maxLength: 100 }),
  metadata: map(string),
  letter_batch_id: nullable(id('mrg')),
  status_transitions: object({
    received_at: nullable(timestamp),
    in_production_at: nullable(timestamp),
    printed_at: nullable(timestamp),
    posted_at: nullable(timestamp),
    canceled_at: nullable(timestamp),
    failed_at: nullable(timestamp),
  }),
  created_at: timestamp,
});

/** Rule GEN-5. */
const letterLookUps = object({
  object: { const: 'letter_look_ups' },
  letter_id: id('ltr'),
  authenticity_number: nullable(text('^[a-z]{4}-[a-z]{4}-[a-z]{4}$')),
  total: { type: 'integer', minimum: 0 },
  days: listOf(object({ date: text('^\\d{4}-\\d\\d-\\d\\d$'), count: { type: 'integer', minimum: 1 } })),
});

const number: Schema = { type: 'number' };

/** Its sub-fields (rule VER-9). */
const locationConsent = object({ language: string, version: string, text: string });

const confirmation = object({
  method: oneOf('api', 'hosted_page'),
  hosted_page_entry: nullable(oneOf('qr_code', 'typed')),
  confirmed_at: timestamp,
  ip: nullable(string),
  location: nullable(
    object({
      country: nullable(string),
      state: nullable(string),
      city: nullable(string),
      postal_code: nullable(string),
      latitude: nullable(number),
      longitude: nullable(number),
    }),
  ),
  user_agent: nullable(string),
  device: nullable(
    object({ type: nullable(string), vendor: nullable(string), model: nullable(string), os: nullable(string) }),
  ),
  client: nullable(object({ name: nullable(string), version: nullable(string) })),
  precise_location: nullable(
    object({
      latitude: number,
      longitude: number,
      accuracy_meters: number,
      shared_at: timestamp,
      consent: nullable(locationConsent),
    }),
  ),
});

const verification = object({
  id: id('ver'),
  object: { const: 'verification' },
  status: oneOf('received', 'in_production', 'awaiting_code', 'verified', 'failed', 'expired', 'canceled', 'revoked'),
  method: oneOf('hosted_page', 'code'),
  source: oneOf('api', 'dashboard'),
  to: address,
  document: {
    oneOf: [
      object({
        type: { const: 'template' },
        title: string,
        body: string,
        footer: string,
        include_qr_code: boolean,
        include_page_url: boolean,
      }),
      ...documentShapes,
    ],
  },
  instructions: nullable(string),
  return_url: nullable(uri),
  hosted_page_url: nullable(uri),
  attempts_remaining: { type: 'integer', minimum: 0, maximum: 5 },
  expires_at: nullable(timestamp),
  confirmation: nullable(confirmation),
  preview_url: nullable(uri),
  price,
  previous_verification_id: nullable(id('ver')),
  reference: nullable({ type: 'string', maxLength: 100 }),
  metadata: map(string),
  status_transitions: object({
    in_production_at: nullable(timestamp),
    awaiting_code_at: nullable(timestamp),
    verified_at: nullable(timestamp),
    failed_at: nullable(timestamp),
    expired_at: nullable(timestamp),
    canceled_at: nullable(timestamp),
    revoked_at: nullable(timestamp),
  }),
  created_at: timestamp,
});

const verificationCheck = object({ object: { const: 'verification_check' }, correct: boolean, verification });

const verificationAttempt = object({
  object: { const: 'verification_attempt' },
  verification_id: id('ver'),
  number: { type: 'integer', minimum: 1, maximum: 5 },
  entry: oneOf('api', 'qr_code', 'typed'),
  correct: boolean,
  created_at: timestamp,
});

const verificationFigures = object({
  object: { const: 'verification_figures' },
  created_after: nullable(timestamp),
  created_before: nullable(timestamp),
  created: integer,
  sent: integer,
  confirmed: integer,
  by_status: object({
    received: integer,
    in_production: integer,
    awaiting_code: integer,
    verified: integer,
    failed: integer,
    expired: integer,
    canceled: integer,
    revoked: integer,
  }),
  days_to_confirm: object({
    median: nullable(integer),
    counts: { type: 'array', items: object({ days: integer, count: integer }) },
  }),
});

const sha256 = text('^[0-9a-f]{64}$');
const disclosure = nullable(object({ salt: string, value: { type: 'object' } }));

/** Rules EVI-9 and EVI-10. */
const letterEvidence = object({
  object: { const: 'letter_evidence' },
  letter_id: id('ltr'),
  statement: object({
    format: { const: 'malote-letter-evidence-1' },
    letter_id: id('ltr'),
    edition: { type: 'integer', minimum: 1 },
    previous: nullable(sha256),
    issued_at: timestamp,
    status: oneOf('posted', 'canceled', 'failed'),
    cancellation_reason: nullable(oneOf('requested', 'insufficient_balance')),
    failure_reason: nullable(oneOf('unprintable_document', 'damaged_in_production', 'refused_by_carrier', 'other')),
    company: object({ account_id: id('acc'), legal_name: string, trade_name: nullable(string), cnpj: string }),
    requested_by: nullable(object({ type: oneOf('api_key', 'person'), id: string })),
    postal_code_directory: nullable(string),
    send_date: nullable(string),
    letter: object({
      printed_sha256: nullable(sha256),
      printed_bytes: nullable(integer),
      pages: integer,
      sheets: integer,
      color: boolean,
      double_sided: boolean,
      address_placement: oneOf('first_page', 'extra_page'),
      postal_services: listOf(oneOf(...services)),
    }),
    price,
    production: object({
      batch_id: nullable(string),
      manifest_sha256: nullable(sha256),
      manifest_line: nullable(string),
      printed_at: nullable(timestamp),
      posted_at: nullable(timestamp),
    }),
    personal: object({
      recipient: sha256,
      sender: sha256,
      order: sha256,
      pages: nullable(sha256),
      posting: sha256,
    }),
    history: listOf(
      object({
        number: integer,
        at: timestamp,
        what: oneOf('created', 'edited', 'charged', 'in_production', 'printed', 'posted', 'canceled', 'failed'),
        previous: nullable(sha256),
        hash: sha256,
      }),
      { minItems: 1 },
    ),
    does_not_prove: listOf(string, { minItems: 1 }),
  }),
  disclosures: object({
    recipient: disclosure,
    sender: disclosure,
    order: disclosure,
    pages: disclosure,
    posting: disclosure,
  }),
  signature: text('^[\\w-]+\\.[\\w-]+\\.[\\w-]+$'),
  timestamp: nullable(string),
});

/** Rules EVI-1 and EVI-2. */
const verificationEvidence = object({
  object: { const: 'verification_evidence' },
  verification_id: id('ver'),
  statement: object(
    {
      format: { const: 'malote-evidence-1' },
      verification_id: id('ver'),
      edition: { type: 'integer', minimum: 1 },
      previous: nullable(sha256),
      issued_at: timestamp,
      status: oneOf('verified', 'failed', 'expired', 'canceled', 'revoked'),
      company: object({ account_id: id('acc'), legal_name: string, trade_name: nullable(string), cnpj: string }),
      requested_by: nullable(object({ type: oneOf('api_key', 'person'), id: string })),
      method: oneOf('hosted_page', 'code'),
      source: oneOf('api', 'dashboard'),
      postal_code_directory: nullable(string),
      letter: object({
        printed_sha256: nullable(sha256),
        preview_sha256: nullable(sha256),
        pages: integer,
        sheets: integer,
      }),
      production: object(
        {
          batch_id: nullable(string),
          manifest_sha256: nullable(sha256),
          reported_posted_at: nullable(string),
          posted_at: nullable(timestamp),
          expires_at: nullable(timestamp),
        },
        { manifest_line: nullable(string), reported_line: nullable(string) },
      ),
      attempts: listOf(
        object({
          number: { type: 'integer', minimum: 1, maximum: 5 },
          at: timestamp,
          entry: oneOf('api', 'qr_code', 'typed'),
          correct: boolean,
          network_hash: nullable(sha256),
        }),
      ),
      confirmation: nullable(object({ method: oneOf('api', 'hosted_page'), confirmed_at: timestamp })),
      location_shared_at: nullable(timestamp),
      location_consent: nullable(locationConsent),
      revoked_at: nullable(timestamp),
      personal: object({ recipient: sha256, order: sha256, confirmer: nullable(sha256), networks: sha256 }),
      history: listOf(
        object({
          number: integer,
          at: timestamp,
          what: oneOf(
            'created',
            'in_production',
            'posted',
            'code_refused',
            'code_accepted',
            'location_shared',
            'failed',
            'expired',
            'canceled',
            'revoked',
          ),
          previous: nullable(sha256),
          hash: sha256,
        }),
      ),
      does_not_prove: listOf(string),
    },
    { previous_verification_id: nullable(id('ver')) },
  ),
  disclosures: object({ recipient: disclosure, order: disclosure, confirmer: disclosure, networks: disclosure }),
  signature: string,
  timestamp: nullable(string),
});

const quote = object({
  object: { const: 'quote' },
  plan,
  to: address,
  pages: { type: 'integer', minimum: 1 },
  sheets: { type: 'integer', minimum: 1, maximum: 6 },
  price,
  warnings,
});

const verificationQuote = object({
  object: { const: 'verification_quote' },
  plan,
  method: oneOf('hosted_page', 'code'),
  to: address,
  pages: { type: 'integer', minimum: 1 },
  sheets: { type: 'integer', minimum: 1, maximum: 6 },
  price,
  warnings,
  preview_url: uri,
});

const upload = object({
  id: id('upl'),
  object: { const: 'upload' },
  filename: string,
  size: { type: 'integer', minimum: 1 },
  upload_url: uri,
  upload_url_expires_at: timestamp,
  expires_at: timestamp,
  created_at: timestamp,
});

const account = object({
  id: id('acc'),
  object: { const: 'account' },
  legal_name: string,
  trade_name: nullable(string),
  cnpj: text('^[0-9A-Z]{2}\\.[0-9A-Z]{3}\\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}$'),
  plan,
  default_sender: address,
  created_at: timestamp,
});

const balance = object({ object: { const: 'balance' }, amount: integer, currency });

const balanceTransaction = object({
  id: id('btx'),
  object: { const: 'balance_transaction' },
  type: oneOf('top_up', 'letter', 'letter_batch', 'verification', 'refund', 'credit', 'adjustment'),
  amount: integer,
  currency,
  balance_after: integer,
  source_id: nullable(string),
  description: nullable(string),
  created_at: timestamp,
});

const postalCode = object({
  object: { const: 'postal_code' },
  postal_code: text('^\\d{5}-\\d{3}$'),
  street: nullable(string),
  neighborhood: nullable(string),
  city: string,
  state: text('^[A-Z]{2}$'),
});

const addressCheck = object({
  object: { const: 'address_check' },
  confidence: oneOf('certain', 'likely', 'ambiguous', 'unknown'),
  address: object({
    name: nullable(string),
    street: nullable(string),
    number: nullable(string),
    complement: nullable(string),
    neighborhood: nullable(string),
    city: nullable(string),
    state: nullable(text('^[A-Z]{2}$')),
    postal_code: nullable(text('^\\d{5}-\\d{3}$')),
  }),
  changes: listOf(
    object({
      field: oneOf('street', 'neighborhood', 'city', 'state', 'postal_code'),
      change: oneOf('filled_in', 'respelled', 'corrected'),
    }),
  ),
  missing: listOf(oneOf('street', 'number', 'neighborhood', 'city', 'state', 'postal_code')),
  warnings: listOf(oneOf('city_is_neighborhood', 'address_too_long_for_carrier', 'number_outside_range')),
  alternatives: listOf(postalCode),
});

const addressChecks = object({ object: { const: 'address_checks' }, data: listOf(addressCheck) });

const postalCodeSearch = object({
  object: { const: 'postal_code_search' },
  data: listOf(postalCode),
  has_more: boolean,
});

/** Rule HOOK-12. */
const webhookEndpointHealth = object({
  id: id('whe'),
  object: { const: 'webhook_endpoint_health' },
  url: uri,
  failing_since: timestamp,
  calls: integer,
  success_share: { type: 'number', minimum: 0, maximum: 1 },
  last_success_at: nullable(timestamp),
  last_failure_at: nullable(timestamp),
});

const letterBatchFields = {
  id: id('mrg'),
  object: { const: 'letter_batch' },
  status: oneOf(
    'awaiting_rows',
    'checking',
    'quoted',
    'sending',
    'paused',
    'canceling',
    'completed',
    'canceled',
    'failed',
  ),
  filename: string,
  rows: nullable(integer),
  counts: object({
    created: integer,
    refused: integer,
    dropped: integer,
    canceled: integer,
    kept: integer,
    waiting: integer,
  }),
  quote: nullable(
    object({
      hash: text('^[0-9a-f]{64}$'),
      letters: integer,
      refused: integer,
      total: integer,
      currency,
      prices: listOf(object({ price, letters: { type: 'integer', minimum: 1 }, amount: integer })),
    }),
  ),
  charged: integer,
  refunded: integer,
  problems: listOf(object({ param: string, code: string })),
  created_at: timestamp,
  expires_at: timestamp,
  confirmed_at: nullable(timestamp),
  ended_at: nullable(timestamp),
};
const letterBatch = object(letterBatchFields);
const letterBatchWithRowsUrl = object({ ...letterBatchFields, rows_url: uri, rows_url_expires_at: timestamp });
const letterBatchRow = object({
  object: { const: 'letter_batch_row' },
  row: { type: 'integer', minimum: 1 },
  line: nullable(integer),
  state: oneOf('created', 'refused', 'dropped', 'canceled', 'kept'),
  letter_id: nullable(id('ltr')),
  price: nullable(integer),
  problems: listOf(object({ param: string, code: string, message: string })),
});

const event = object({
  id: id('evt'),
  object: { const: 'event' },
  type: oneOf(
    'letter.scheduled',
    'letter.received',
    'letter.in_production',
    'letter.printed',
    'letter.posted',
    'letter.canceled',
    'letter.failed',
    'letter.updated',
    'letter_batch.quoted',
    'letter_batch.completed',
    'letter_batch.canceled',
    'letter_batch.failed',
    'verification.received',
    'verification.in_production',
    'verification.awaiting_code',
    'verification.expiring',
    'verification.verified',
    'verification.failed',
    'verification.expired',
    'verification.canceled',
    'verification.revoked',
    'webhook_endpoint.failing',
    'webhook_endpoint.recovered',
  ),
  data: { oneOf: [letter, letterBatch, verification, webhookEndpointHealth] },
  created_at: timestamp,
});

const webhookEndpointFields = {
  id: id('whe'),
  object: { const: 'webhook_endpoint' },
  url: uri,
  events: listOf(string),
  state: oneOf('active', 'paused'),
  health: nullable(
    object({
      calls: { type: 'integer', minimum: 1 },
      success_share: { type: 'number', minimum: 0, maximum: 1 },
      p50_ms: nullable(integer),
      p95_ms: nullable(integer),
      last_failure_at: nullable(timestamp),
    }),
  ),
  last_success_at: nullable(timestamp),
  created_by: nullable(string),
  failing_since: nullable(timestamp),
  created_at: timestamp,
};

const callOutcome = {
  duration_ms: integer,
  status: nullable(integer),
  error: nullable(string),
  answer: nullable(string),
};

const webhookDeliveryFields = {
  id: id('whd'),
  object: { const: 'webhook_delivery' },
  event_id: id('evt'),
  event_type: string,
  endpoint_id: id('whe'),
  state: oneOf('pending', 'delivered', 'failed', 'dropped'),
  next_attempt_at: nullable(timestamp),
  attempts: listOf(object({ attempt: integer, at: timestamp, ...callOutcome, retry_after: nullable(string) })),
  created_at: timestamp,
};

/** Rule HOOK-10. */
const webhooks: Record<string, Schema> = {
  webhook_endpoint: object(webhookEndpointFields),
  webhook_endpoint_health: webhookEndpointHealth,
  webhook_endpoint_with_secret: object({ ...webhookEndpointFields, secret: text('^whsec_[A-Za-z0-9+/]+=*$') }),
  removed_webhook_endpoint: object({
    id: id('whe'),
    object: { const: 'webhook_endpoint' },
    deleted: { type: 'boolean' },
  }),
  webhook_test: object({ object: { const: 'webhook_test' }, endpoint_id: id('whe'), ...callOutcome }),
  webhook_sending: object({
    object: { const: 'webhook_sending' },
    endpoint_id: id('whe'),
    count: { type: 'integer', minimum: 0, maximum: 500 },
    has_more: boolean,
  }),
  webhook_delivery: object(webhookDeliveryFields),
  webhook_delivery_with_body: object({ ...webhookDeliveryFields, body: string }),
};

const list = object({
  object: { const: 'list' },
  data: listOf({
    type: 'object',
    required: ['object'],
    properties: {
      object: oneOf(
        'letter',
        'letter_batch',
        'letter_batch_row',
        'verification',
        'verification_attempt',
        'balance_transaction',
        'event',
        'webhook_endpoint',
        'webhook_delivery',
      ),
    },
  }),
  has_more: boolean,
  next_cursor: nullable(string),
});

export const documented: Record<string, Schema> = {
  letter,
  verification,
  verification_check: verificationCheck,
  verification_evidence: verificationEvidence,
  letter_evidence: letterEvidence,
  letter_look_ups: letterLookUps,
  quote,
  verification_quote: verificationQuote,
  upload,
  account,
  balance,
  balance_transaction: balanceTransaction,
  letter_batch: letterBatch,
  letter_batch_with_rows_url: letterBatchWithRowsUrl,
  letter_batch_row: letterBatchRow,
  event,
  postal_code: postalCode,
  postal_code_search: postalCodeSearch,
  address_checks: addressChecks,
  address_check: addressCheck,
  list,
  verification_attempt: verificationAttempt,
  ...webhooks,
  verification_figures: verificationFigures,
};

/** Each object is compiled when it is first seen: most files see one or two of them. */
const ajv = new Ajv({ allErrors: true, strictTypes: false, validateSchema: false, schemas: documented });
ajvFormats.default(ajv);

/** Some objects have an extra field in one response, or are reported as removed. */
function nameOf(body: { object: string }): string {
  if (body.object === 'letter_batch' && 'rows_url' in body) return 'letter_batch_with_rows_url';
  if (body.object === 'webhook_endpoint' && 'deleted' in body) return 'removed_webhook_endpoint';
  if (body.object === 'webhook_endpoint' && 'secret' in body) return 'webhook_endpoint_with_secret';
  if (body.object === 'webhook_delivery' && 'body' in body) return 'webhook_delivery_with_body';
  return body.object;
}

/** A position in a body that differs from its schema: the path, and what the schema says. Values are left out. */
export interface Undocumented {
  path: string;
  keyword: string;
  message: string;
}

/** The differences between a body and a documented object, or a list of them; empty if there are none. */
export function undocumentedIn(body: { object: string; data?: unknown }, path = body.object): Undocumented[] {
  const name = nameOf(body);
  if (!(name in documented)) return [{ path, keyword: 'object', message: 'is no documented object' }];
  const validate = ajv.getSchema(name) as ValidateFunction;
  validate(body);
  const own = (validate.errors ?? []).map(({ instancePath, keyword, message, params }) => ({
    path: path + instancePath.replaceAll('/', '.'),
    keyword,
    message: [message, ...Object.values(params).filter((value) => typeof value === 'string')].join(': '),
  }));
  const items = body.object === 'list' && Array.isArray(body.data) ? (body.data as { object: string }[]) : [];
  return [...own, ...items.flatMap((item, index) => undocumentedIn(item, `${path}.data.${index}`))];
}
