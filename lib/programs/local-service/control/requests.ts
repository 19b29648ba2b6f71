import { compileValidator } from '../../../adapters/http/compile-validator.ts';
import { addressSchema } from '../../../adapters/http/schemas/address.ts';
import { type Plan, plans } from '../../../core/domain/accounts.ts';
import type { AccountOrder } from '../../../operations/accounts/open-account.ts';

/** Bodies of the control surface. */

export const advance = compileValidator<{ advance_seconds?: number; advance_to?: string }>({
  type: 'object',
  additionalProperties: false,
  properties: {
    advance_seconds: { type: 'number', minimum: 0 },
    advance_to: { type: 'string', format: 'date-time' },
  },
});

export const accountOrder = compileValidator<AccountOrder>({
  type: 'object',
  additionalProperties: false,
  required: ['legal_name', 'cnpj', 'plan', 'default_sender'],
  properties: {
    legal_name: { type: 'string', minLength: 1, maxLength: 150 },
    trade_name: { type: ['string', 'null'], maxLength: 150 },
    cnpj: { type: 'string' },
    plan: { type: 'string', enum: plans },
    default_sender: addressSchema,
    balance: { type: 'integer', minimum: 0 },
  },
});

export const credit = compileValidator<{ amount: number }>({
  type: 'object',
  additionalProperties: false,
  required: ['amount'],
  properties: { amount: { type: 'integer', minimum: 1 } },
});

export const planChange = compileValidator<{ plan: Plan }>({
  type: 'object',
  additionalProperties: false,
  required: ['plan'],
  properties: { plan: { type: 'string', enum: plans } },
});

export const webhookEndpoint = compileValidator<{ url: string; events?: string[] }>({
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: { type: 'string', minLength: 1, maxLength: 2048 },
    events: { type: 'array', items: { type: 'string' } },
  },
});
