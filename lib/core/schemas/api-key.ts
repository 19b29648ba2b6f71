import { complete, described, type FromSchema, named, nullable, stored } from './json-schema.ts';
import { constant, dateTime, id, integer, string } from './values.ts';

/** An API key as those who run the service see it: never its secret. */
export const apiKeySchema = named(
  'ApiKey',
  complete('A key of an account, without its secret.', {
    id: id('api_key'),
    object: constant('api_key'),
    account_id: id('account'),
    reference: described("The operator's own.", nullable(string)),
    created_at: dateTime,
    revoked_at: described('Null while the key works.', nullable(dateTime)),
  }),
);

export type ApiKeyResource = FromSchema<typeof apiKeySchema>;

/** An API key as it is kept, beside the SHA-256 of its secret (rule PRIV-5). Instants are epoch milliseconds. */
export const storedApiKeySchema = stored(
  {
    id: string,
    account_id: string,
    created_at: integer,
    /** Null while the key works. */
    revoked_at: nullable(integer),
  },
  {
    /** The operator's own; older keys have none. */
    reference: nullable(string),
  },
);

export type ApiKey = FromSchema<typeof storedApiKeySchema>;
