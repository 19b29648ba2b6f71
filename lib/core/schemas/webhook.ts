import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { constant, dateTime, id, integer, string, uri } from './values.ts';

const endpointStates = oneOfTexts(['active', 'paused']);
const deliveryStates = oneOfTexts(['pending', 'delivered', 'failed', 'dropped']);

/** A webhook endpoint as the dashboard shows it: without its secrets, which are shown once. */
export const webhookEndpointSchema = named(
  'WebhookEndpoint',
  complete('A receiver of events.', {
    id: id('webhook_endpoint'),
    object: constant('webhook_endpoint'),
    url: uri,
    events: described('Types of event, or `*` for all.', listOf(string)),
    state: endpointStates,
    health: described(
      'How it answered its last hundred calls; null before the first.',
      nullable(
        complete('Health of a receiver.', {
          calls: { type: 'integer', minimum: 1, description: 'Calls that this is about, a hundred at most.' },
          success_share: { type: 'number', minimum: 0, maximum: 1, description: 'Share answered with a 2xx.' },
          p50_ms: described(
            'Half of them ended within so many milliseconds; null for 3 seconds and more.',
            nullable(integer),
          ),
          p95_ms: described('The same of 95 of a hundred.', nullable(integer)),
          last_failure_at: nullable(dateTime),
        }),
      ),
    ),
    created_at: dateTime,
  }),
);

export type WebhookEndpointResource = FromSchema<typeof webhookEndpointSchema>;

/** A delivery with its attempts, as the dashboard's log shows it. */
export const webhookDeliverySchema = named(
  'WebhookDelivery',
  complete('One event on its way to one endpoint.', {
    object: constant('webhook_delivery'),
    event_id: id('event'),
    event_type: string,
    endpoint_id: id('webhook_endpoint'),
    state: deliveryStates,
    next_attempt_at: described('Null when there is none, and while the endpoint is paused.', nullable(dateTime)),
    attempts: listOf(
      complete('One attempt.', {
        attempt: integer,
        at: dateTime,
        duration_ms: integer,
        status: described('HTTP status; null when no answer came.', nullable(integer)),
        error: described('Why no answer came; null when one did.', nullable(string)),
        answer: described('The first kilobyte of the answer.', nullable(string)),
        retry_after: nullable(string),
      }),
    ),
    created_at: dateTime,
  }),
);

export type WebhookDeliveryResource = FromSchema<typeof webhookDeliverySchema>;

/** A receiver of an account's events, as it is kept. Instants are epoch milliseconds. */
export const storedWebhookEndpointSchema = stored(
  {
    id: string,
    account_id: string,
    url: string,
    events: listOf(string),
    state: endpointStates,
    secrets: listOf(stored({ sealed: string, created_at: integer, expires_at: nullable(integer) })),
    created_at: integer,
    slow_until: integer,
  },
  {
    run: stored({ id: string, until: integer }),
    resuming: integer,
    calls: stored({ recent: string, last_failure_at: nullable(integer) }),
  },
);

/** How one attempt went, as it is kept. Instants are epoch milliseconds. */
export const storedAttemptSchema = stored({
  attempt: integer,
  at: integer,
  duration_ms: integer,
  status: nullable(integer),
  error: nullable(string),
  answer: nullable(string),
  retry_after: nullable(string),
});

/** One event on its way to one endpoint, as it is kept. Instants are epoch milliseconds. */
export const storedDeliverySchema = stored(
  {
    event_id: string,
    endpoint_id: string,
    account_id: string,
    event_type: string,
    state: deliveryStates,
    attempt: integer,
    not_before: integer,
    queued_for: integer,
    due_at: integer,
    sweeps: integer,
    lease_until: integer,
    attempts: listOf(storedAttemptSchema),
    created_at: integer,
    revision: integer,
  },
  { parked_at: integer },
);
