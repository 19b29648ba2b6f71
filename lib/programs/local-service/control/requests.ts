import { compileValidator } from '../../../adapters/json-schema/compile-validator.ts';
import { plans } from '../../../core/domain/accounts.ts';
import { addressInputSchema } from '../../../core/schemas/address.ts';
import { apiKeyModes, apiKeyOrderSchema } from '../../../core/schemas/api-key.ts';
import { oneOfTexts } from '../../../core/schemas/json-schema.ts';
import { personOrderSchema } from '../../../core/schemas/person.ts';
import type { UserChange } from '../sign-in/provider-thread.ts';
import { faultKinds } from './requested-faults.ts';

/** Bodies of the control surface. */

export const advance = compileValidator({
  type: 'object',
  additionalProperties: false,
  properties: {
    advance_seconds: { type: 'number' },
    advance_to: { type: 'string', format: 'date-time' },
  },
});

export const accountOrder = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['legal_name', 'cnpj', 'plan', 'default_sender'],
  properties: {
    legal_name: { type: 'string', minLength: 1, maxLength: 150 },
    trade_name: { type: ['string', 'null'], maxLength: 150 },
    cnpj: { type: 'string' },
    plan: { type: 'string', enum: plans },
    default_sender: addressInputSchema,
    balance: { type: 'integer', minimum: 0 },
  },
});

export const credit = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['amount'],
  properties: { amount: { type: 'integer', minimum: 1 } },
});

export const keyOrder = compileValidator({
  type: 'object',
  additionalProperties: false,
  properties: { mode: oneOfTexts(apiKeyModes), restrictions: apiKeyOrderSchema.properties.restrictions },
});

export const planChange = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['plan'],
  properties: { plan: { type: 'string', enum: plans } },
});

export const webhookEndpoint = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: { type: 'string', minLength: 1, maxLength: 2048 },
    events: { type: 'array', items: { type: 'string' } },
  },
});

export const personOrder = compileValidator(personOrderSchema);

export const userChange = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['email', 'change'],
  properties: {
    email: { type: 'string' },
    change: { type: 'string', enum: ['disable', 'enable', 'reset_password'] satisfies UserChange['change'][] },
  },
});

export const fault = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['fault', 'requests'],
  properties: {
    fault: { type: 'string', enum: faultKinds },
    requests: { type: 'integer', minimum: 1, maximum: 1_000_000 },
    method: { type: 'string', enum: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] },
    path: { type: 'string', pattern: '^/' },
    milliseconds: { type: 'integer', minimum: 0, maximum: 600_000 },
  },
  if: { properties: { fault: { const: 'slow' } } },
  then: { required: ['milliseconds'] },
});
