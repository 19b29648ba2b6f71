import { listOf, nullable, oneOfTexts, stored } from './json-schema.ts';
import { integer, string } from './values.ts';

/** A receiver of an account's events, as it is kept. Instants are epoch milliseconds. */
export const storedWebhookEndpointSchema = stored(
  {
    id: string,
    account_id: string,
    url: string,
    events: listOf(string),
    state: oneOfTexts(['active', 'paused']),
    secrets: listOf(stored({ sealed: string, created_at: integer, expires_at: nullable(integer) })),
    created_at: integer,
    slow_until: integer,
  },
  {
    run: stored({ id: string, until: integer }),
  },
);

/** One event on its way to one endpoint, as it is kept. Instants are epoch milliseconds. */
export const storedDeliverySchema = stored({
  event_id: string,
  endpoint_id: string,
  account_id: string,
  event_type: string,
  state: oneOfTexts(['pending', 'delivered', 'failed', 'dropped']),
  attempt: integer,
  not_before: integer,
  queued_for: integer,
  due_at: integer,
  sweeps: integer,
  lease_until: integer,
  attempts: listOf(
    stored({
      attempt: integer,
      at: integer,
      duration_ms: integer,
      status: nullable(integer),
      error: nullable(string),
      answer: nullable(string),
      retry_after: nullable(string),
    }),
  ),
  created_at: integer,
  revision: integer,
});
