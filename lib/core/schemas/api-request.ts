import { apiKeyModes } from './api-key.ts';
import { complete, described, type FromSchema, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { listQuerySchema } from './list.ts';
import { boolean, constant, dateTime, id, integer, string } from './values.ts';

/** How a request ended, by the first digit of its status. */
export const apiRequestOutcomes = ['2xx', '4xx', '5xx'] as const;

/** A request that was made with an API key (rule DASH-15). */
export const apiRequestSchema = named(
  'ApiRequest',
  complete('A request that was made with an API key.', {
    id: described('The `Request-Id` of the answer.', id('request')),
    object: constant('api_request'),
    operation: described('Of the API description.', string),
    method: string,
    path: described('With the names of its ids instead of them.', string),
    object_id: described('The object in the path, or the one that was made.', nullable(string)),
    status: integer,
    error_code: nullable(string),
    replayed: described('Whether the answer is that of an earlier request with the same `Idempotency-Key`.', boolean),
    duration_ms: integer,
    api_key_id: id('api_key'),
    mode: oneOfTexts(apiKeyModes, '`test` for a key of the sandbox.'),
    created_at: dateTime,
  }),
);

export type ApiRequestResource = FromSchema<typeof apiRequestSchema>;

export const apiRequestQuerySchema = listQuerySchema({
  outcome: { type: 'string', enum: apiRequestOutcomes, description: 'Only requests that were answered so.' },
  operation: { type: 'string', minLength: 1, maxLength: 100, description: 'Only requests of this operation.' },
  api_key_id: { type: 'string', minLength: 1, maxLength: 100, description: 'Only requests with this key.' },
});

export type ApiRequestFilters = Pick<FromSchema<typeof apiRequestQuerySchema>, 'outcome' | 'operation' | 'api_key_id'>;

/** A stored request. Instants are epoch milliseconds. */
export const storedApiRequestSchema = stored({
  id: string,
  /** The account of the key, which is a sandbox's for its keys. */
  account_id: string,
  api_key_id: string,
  operation: string,
  method: string,
  path: string,
  object_id: nullable(string),
  status: integer,
  error_code: nullable(string),
  replayed: boolean,
  duration_ms: integer,
  created_at: integer,
});

export type ApiRequest = FromSchema<typeof storedApiRequestSchema>;
