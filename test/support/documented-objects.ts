import { expect } from '@jest/globals';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';

/**
 * The objects of the API as JSON Schema, written from the specification (Resources and their fields) and not from the
 * code: every field is there, and none beside it.
 */

type Schema = Record<string, unknown>;

const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
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

const letter = object({
  id: id('ltr'),
  object: { const: 'letter' },
  status: oneOf('scheduled', 'received', 'in_production', 'printed', 'posted', 'canceled', 'failed'),
  to: address,
  from: address,
  document: {
    oneOf: [
      object({ type: { const: 'url' }, url: uri, variables }),
      object({ type: { const: 'upload' }, filename: string }),
      object({ type: { const: 'base64' }, variables }),
    ],
  },
  color: boolean,
  double_sided: boolean,
  address_placement: oneOf('first_page', 'extra_page'),
  postal_services: listOf(oneOf(...services)),
  pages: { type: 'integer', minimum: 1 },
  sheets: { type: 'integer', minimum: 1, maximum: 6 },
  price,
  send_date: nullable(text('^\\d{4}-\\d\\d-\\d\\d$')),
  cancellation_reason: nullable(oneOf('requested', 'insufficient_balance')),
  failure_reason: nullable(oneOf('unprintable_document', 'damaged_in_production', 'refused_by_carrier', 'other')),
  tracking_code: nullable(string),
  preview_url: nullable(uri),
  reference: nullable({ type: 'string', maxLength: 100 }),
  metadata: map(string),
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
  type: oneOf('top_up', 'letter', 'verification', 'refund', 'credit', 'adjustment'),
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

const event = object({
  id: id('evt'),
  object: { const: 'event' },
  type: text('^letter\\.(scheduled|received|in_production|printed|posted|canceled|failed|updated)$'),
  data: letter,
  created_at: timestamp,
});

const list = object({
  object: { const: 'list' },
  data: listOf({
    type: 'object',
    required: ['object'],
    properties: { object: oneOf('letter', 'balance_transaction', 'event') },
  }),
  has_more: boolean,
  next_cursor: nullable(string),
});

const ajv = new Ajv({ allErrors: true, strictTypes: false });
ajvFormats.default(ajv);
const documented: Record<string, Schema> = {
  letter,
  upload,
  account,
  balance,
  balance_transaction: balanceTransaction,
  event,
  postal_code: postalCode,
  list,
};
const validators = Object.fromEntries(Object.entries(documented).map(([name, schema]) => [name, ajv.compile(schema)]));

/** Fails unless the body is one of the documented objects, or a list of them. */
export function expectDocumented(body: { object: string; data?: unknown }): void {
  expect(Object.keys(validators)).toContain(body.object);
  const validate = validators[body.object]!;
  validate(body);
  expect(validate.errors).toBeNull();
  if (body.object === 'list') (body.data as { object: string }[]).forEach(expectDocumented);
}
