import { SHORT_TEXT } from '../domain/text-patterns.ts';
import { complete, described, type FromSchema, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { constant, dateTime, id, integer, string } from './values.ts';

/** Whether a key orders real mail or works in the account's sandbox (rule SBX-1). */
export const apiKeyModes = ['live', 'test'] as const;
export type ApiKeyMode = (typeof apiKeyModes)[number];

/** An API key as the operator sees it: never its secret. */
export const apiKeySchema = named(
  'ApiKey',
  complete('A key of an account, without its secret.', {
    id: id('api_key'),
    object: constant('api_key'),
    account_id: id('account'),
    reference: described("The operator's own.", nullable(string)),
    name: described("The customer's own, from the dashboard.", nullable(string)),
    created_at: dateTime,
    revoked_at: described('Null while the key works.', nullable(dateTime)),
  }),
);

export type ApiKeyResource = FromSchema<typeof apiKeySchema>;

/** An API key as the customer's dashboard shows it. */
export const customerApiKeySchema = named(
  'CustomerApiKey',
  complete('A key of the account, without its secret.', {
    id: id('api_key'),
    object: constant('api_key'),
    name: described('Null for a key that the operator made.', nullable(string)),
    mode: oneOfTexts(apiKeyModes, '`test` for a key of the sandbox.'),
    created_by: described('The person who made it; null for the operator, and for keys of before.', nullable(string)),
    created_at: dateTime,
    last_used_at: described('To the hour; null before the first use.', nullable(dateTime)),
    revoked_at: described('Null while the key works.', nullable(dateTime)),
  }),
);

export type CustomerApiKeyResource = FromSchema<typeof customerApiKeySchema>;

/** A key that a customer creates. */
export const apiKeyOrderSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, pattern: SHORT_TEXT, description: 'What the key is for.' },
    mode: oneOfTexts(apiKeyModes, '`test` for a key of the sandbox. Default: `live`.'),
  },
} as const;

/** A stored API key, with the SHA-256 of its secret (rule PRIV-5). Instants are epoch milliseconds. */
export const storedApiKeySchema = stored(
  {
    id: string,
    account_id: string,
    created_at: integer,
    /** Null while the key works. */
    revoked_at: nullable(integer),
  },
  {
    /** The operator's own reference; older keys have none. */
    reference: nullable(string),
    /** The customer's own name; keys of the operator have none. */
    name: nullable(string),
    /** The person who made it; absent for the operator's keys and older ones. */
    created_by: nullable(string),
  },
);

export type ApiKey = FromSchema<typeof storedApiKeySchema>;
