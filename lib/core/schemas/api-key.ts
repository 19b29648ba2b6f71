import { POSTAL_CODE_PATTERN } from '../domain/addresses.ts';
import { keyPermissionNames } from '../domain/key-permissions.ts';
import { SHORT_TEXT } from '../domain/text-patterns.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { centavos, constant, dateTime, id, integer, string } from './values.ts';

/** Whether a key orders real mail or works in the account's sandbox (rule SBX-1). */
export const apiKeyModes = ['live', 'test'] as const;
export type ApiKeyMode = (typeof apiKeyModes)[number];

/** In centavos: more than any balance, and exact as a number. */
const HIGHEST_LIMIT = 100_000_000_000;

const amount = (description: string) =>
  nullable({ ...centavos(description), minimum: 0, maximum: HIGHEST_LIMIT } as const);
const permissions = (description: string) =>
  nullable(listOf(oneOfTexts(keyPermissionNames), { minItems: 1, uniqueItems: true, description } as const));
const postalCode = { type: 'string', pattern: POSTAL_CODE_PATTERN, maxLength: 9 } as const;
const postalCodes = nullable(
  listOf(
    {
      type: 'object',
      additionalProperties: false,
      required: ['from', 'to'],
      properties: { from: postalCode, to: postalCode },
    } as const,
    {
      minItems: 1,
      maxItems: 100,
      description: 'Ranges of postal codes, ends included: a mailing must go to one of them. Null for everywhere.',
    } as const,
  ),
);

const restrictionFields = {
  operations: permissions('What the key may do; `manage_webhooks` only with `read`. Null for everything.'),
  max_price: amount('The most that one mailing may cost. Null for no limit.'),
  daily_limit: amount('The most that the key may order in a day of UTC. Null for no limit.'),
  total_limit: amount('The most that the key may order in all. Null for no limit.'),
  postal_codes: postalCodes,
  expires_at: described('When the key stops working. Null for never.', nullable(dateTime)),
} as const;

/** What a key is restricted to (rules KEY-1 to KEY-4). */
export const keyRestrictionsSchema = named(
  'KeyRestrictions',
  complete('What the key is restricted to.', restrictionFields),
);

/** The same, stored: instants are epoch milliseconds. */
export const storedKeyRestrictionsSchema = stored({ ...restrictionFields, expires_at: nullable(integer) });

export type KeyRestrictions = FromSchema<typeof storedKeyRestrictionsSchema>;

/** What a restricted key has ordered. */
export const keySpendingSchema = named(
  'KeySpending',
  complete('What the key has ordered since it is restricted. Cancellations and refunds do not reduce it.', {
    total: centavos('In all.'),
    today: centavos('In this day of UTC.'),
  }),
);

/** Restrictions as a person orders them: what is not sent is not restricted. */
const restrictionsOrder = {
  type: ['object', 'null'],
  additionalProperties: false,
  properties: restrictionFields,
  description:
    'What the key is restricted to: what is not sent is not restricted. Null for a key that may do everything.',
} as const;

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
    restrictions: nullable(keyRestrictionsSchema),
    spending: nullable(keySpendingSchema),
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
    restrictions: described('Null for a key that may do everything.', nullable(keyRestrictionsSchema)),
    spending: described('Null for a key that was never restricted.', nullable(keySpendingSchema)),
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
    restrictions: restrictionsOrder,
  },
} as const;

/** New restrictions of a key, instead of all that it had. */
export const apiKeyEditSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['restrictions'],
  properties: { restrictions: restrictionsOrder },
} as const;

export type KeyRestrictionsOrder = FromSchema<typeof apiKeyEditSchema>['restrictions'];

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
    /** Null or absent for a key that may do everything. */
    restrictions: nullable(storedKeyRestrictionsSchema),
  },
);

/** What a restricted key has ordered, and its limits, against which each order is judged. Amounts are centavos. */
export const storedKeySpendingSchema = stored({
  spent: integer,
  /** The day of `spent_in_day`: whole days of UTC since the epoch. */
  day: integer,
  spent_in_day: integer,
  daily_limit: nullable(integer),
  total_limit: nullable(integer),
  /** Grows with each order and each edit. */
  version: integer,
});

export type KeySpending = FromSchema<typeof storedKeySpendingSchema>;

/** A key with when it was used last, epoch milliseconds, and what it has ordered. */
export type UsedApiKey = ApiKey & { last_used_at: number | null; spending: KeySpending | null };

export type ApiKey = FromSchema<typeof storedApiKeySchema>;
