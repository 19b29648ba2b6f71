import { listedEventTypes } from '../domain/events.ts';
import { PUBLIC_URL } from '../domain/text-patterns.ts';
import { DEFAULT_OVERLAP_HOURS, DELIVERY_PREFIX, EVERY_EVENT, LONGEST_OVERLAP_HOURS } from '../domain/webhooks.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { listQuerySchema, listSchema } from './list.ts';
import { boolean, constant, dateTime, id, integer, string, uri } from './values.ts';

const endpointStates = oneOfTexts(['active', 'paused']);
const deliveryStates = oneOfTexts(['pending', 'delivered', 'failed', 'dropped']);

/** The common fields of responses with an endpoint. Its secrets are shown once. */
const endpointFields = {
  id: id('webhook_endpoint'),
  object: constant('webhook_endpoint'),
  url: uri,
  events: described('Event types, or `*` for all.', listOf(string)),
  state: endpointStates,
  health: described(
    'How it answered its last 100 calls; null before the first call.',
    nullable(
      // Named, since generators would otherwise give it the name of WebhookEndpointHealth.
      named(
        'ReceiverHealth',
        complete('Health of a receiver.', {
          calls: { type: 'integer', minimum: 1, description: 'Number of calls covered, at most 100.' },
          success_share: { type: 'number', minimum: 0, maximum: 1, description: 'Share of calls answered with a 2xx.' },
          p50_ms: described(
            'The median duration is below this many milliseconds; null for 3 seconds or more.',
            nullable(integer),
          ),
          p95_ms: described(
            'The 95th percentile of the duration is below this many milliseconds; null for 3 seconds or more.',
            nullable(integer),
          ),
          last_failure_at: nullable(dateTime),
        }),
      ),
    ),
  ),
  failing_since: described(
    'Set once no call has been answered with a 2xx for a day: when the first of the failed calls ended. Otherwise null.',
    nullable(dateTime),
  ),
  last_success_at: described('When it last answered with a 2xx; null before the first time.', nullable(dateTime)),
  created_by: described(
    'The person (`usr_…`) or the API key (`key_…`) that made it; null for those of before.',
    nullable(string),
  ),
  created_at: dateTime,
} as const;

/** A webhook endpoint without its secrets. */
export const webhookEndpointSchema = named('WebhookEndpoint', complete('A receiver of events.', endpointFields));

export type WebhookEndpointResource = FromSchema<typeof webhookEndpointSchema>;

/** What events say about an endpoint that is failing or has recovered (rule HOOK-12). */
export const webhookEndpointHealthSchema = named(
  'WebhookEndpointHealth',
  complete('How a receiver of events answers.', {
    id: id('webhook_endpoint'),
    object: constant('webhook_endpoint_health'),
    url: described('Without its query and fragment, which may hold a secret.', uri),
    failing_since: described('When the first failed call after the last 2xx ended.', dateTime),
    calls: described('Number of calls that the share covers, at most 100.', integer),
    success_share: { type: 'number', minimum: 0, maximum: 1, description: 'Share of calls answered with a 2xx.' },
    last_success_at: described('Null if it has never answered with a 2xx.', nullable(dateTime)),
    last_failure_at: nullable(dateTime),
  }),
);

export type WebhookEndpointHealthResource = FromSchema<typeof webhookEndpointHealthSchema>;

export const webhookEndpointListSchema = listSchema('WebhookEndpointList', webhookEndpointSchema);

/** An endpoint right after its creation or the rotation of its secret. */
export const webhookEndpointWithSecretSchema = named(
  'WebhookEndpointWithSecret',
  complete('A receiver of events with its new signing secret.', {
    ...endpointFields,
    secret: described('Begins with `whsec_`. Shown only once.', string),
  }),
);

/** Response of DELETE /webhook-endpoints/{endpoint_id}. */
export const removedWebhookEndpointSchema = named(
  'RemovedWebhookEndpoint',
  complete('A removed receiver.', {
    id: id('webhook_endpoint'),
    object: constant('webhook_endpoint'),
    // Always true. Not a constant: some generators make an enum of strings from it, which rejects the response.
    deleted: described('Always true.', { type: 'boolean' }),
  }),
);

export type RemovedWebhookEndpointResource = FromSchema<typeof removedWebhookEndpointSchema>;

/** Query of GET /webhook-endpoints. */
export const webhookEndpointQuerySchema = listQuerySchema({});

const urlInput = {
  type: 'string',
  minLength: 1,
  maxLength: 2048,
  shownPattern: PUBLIC_URL,
  description: 'HTTPS, at a public address, with a certificate that browsers accept.',
} as const;

const eventsInput = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  // Named, since openapi-generator `java` generates code that does not compile from a list of unnamed values.
  items: named('EventChoice', oneOfTexts([EVERY_EVENT, ...listedEventTypes], 'An event type, or `*`.')),
  description: 'Event types, or `*` for all, including types added later.',
} as const;

/** Body of POST /webhook-endpoints. */
export const webhookEndpointOrderSchema = {
  type: 'object',
  title: 'WebhookEndpointOrder',
  additionalProperties: false,
  required: ['url'],
  properties: { url: urlInput, events: { ...eventsInput, default: [EVERY_EVENT] } },
} as const;

/** Body of PATCH /webhook-endpoints/{endpoint_id}. */
export const webhookEndpointChangesSchema = {
  type: 'object',
  title: 'WebhookEndpointChanges',
  additionalProperties: false,
  properties: {
    url: urlInput,
    events: eventsInput,
    state: oneOfTexts(['active', 'paused'], '`paused` holds deliveries; `active` releases them.'),
  },
} as const;

/** Body of POST /webhook-endpoints/{endpoint_id}/rotate-secret. */
export const secretRotationSchema = {
  type: 'object',
  title: 'SecretRotation',
  additionalProperties: false,
  properties: {
    overlap_hours: {
      type: 'integer',
      minimum: 0,
      maximum: LONGEST_OVERLAP_HOURS,
      default: DEFAULT_OVERLAP_HOURS,
      description: 'For how many hours deliveries are signed with the previous secret too. Send 0 if it has leaked.',
    },
  },
} as const;

/** Body of POST /webhook-endpoints/{endpoint_id}/send-failed. */
export const failedSendingSchema = {
  type: 'object',
  title: 'FailedSending',
  additionalProperties: false,
  required: ['since'],
  properties: {
    since: {
      type: 'string',
      format: 'date-time',
      description: 'Only failed deliveries of events created at this instant or later.',
    },
  },
} as const;

/** Response of POST /webhook-endpoints/{endpoint_id}/send-failed. */
export const webhookSendingSchema = named(
  'WebhookSending',
  complete('Deliveries that are sent again.', {
    object: constant('webhook_sending'),
    endpoint_id: id('webhook_endpoint'),
    count: described('How many deliveries are pending again, at most 90.', integer),
    has_more: described('Whether more deliveries remain for another call.', boolean),
  }),
);

export type WebhookSendingResource = FromSchema<typeof webhookSendingSchema>;

/** How a receiver responded to a call, or why it did not. */
const outcomeFields = {
  duration_ms: integer,
  status: described('HTTP status; null if there was no answer.', nullable(integer)),
  error: described('Why there was no answer; null if there was one.', nullable(string)),
  answer: described('The first kilobyte of the answer.', nullable(string)),
} as const;

/** Response of POST /webhook-endpoints/{endpoint_id}/test. */
export const webhookTestSchema = named(
  'WebhookTest',
  complete('How a receiver answered `webhook.test`.', {
    object: constant('webhook_test'),
    endpoint_id: id('webhook_endpoint'),
    ...outcomeFields,
  }),
);

export type WebhookTestResource = FromSchema<typeof webhookTestSchema>;

const deliveryFields = {
  id: {
    type: 'string',
    pattern: `^${DELIVERY_PREFIX}[A-Za-z0-9]+$`,
    shownPattern: '^[a-z]+_[A-Za-z0-9]+$',
    description: `Begins with \`${DELIVERY_PREFIX}\`.`,
  },
  object: constant('webhook_delivery'),
  event_id: id('event'),
  event_type: string,
  endpoint_id: id('webhook_endpoint'),
  state: deliveryStates,
  next_attempt_at: described('Null if none is planned, and while the endpoint is paused.', nullable(dateTime)),
  attempts: listOf(
    complete('One attempt.', {
      attempt: integer,
      at: dateTime,
      ...outcomeFields,
      retry_after: described("The receiver's `Retry-After`; it does not change the schedule.", nullable(string)),
    }),
  ),
  created_at: dateTime,
} as const;

/** A delivery with its attempts. */
export const webhookDeliverySchema = named(
  'WebhookDelivery',
  complete('The delivery of one event to one endpoint.', deliveryFields),
);

export type WebhookDeliveryResource = FromSchema<typeof webhookDeliverySchema>;

export const webhookDeliveryListSchema = listSchema('WebhookDeliveryList', webhookDeliverySchema);

/** Response of GET /webhook-deliveries/{delivery_id}. */
export const webhookDeliveryWithBodySchema = named(
  'WebhookDeliveryWithBody',
  complete('The delivery of one event to one endpoint, with its body.', {
    ...deliveryFields,
    body: described('The exact text that is signed and sent.', string),
  }),
);

export type WebhookDeliveryWithBodyResource = FromSchema<typeof webhookDeliveryWithBodySchema>;

/** Query of GET /webhook-deliveries. */
export const webhookDeliveryQuerySchema = listQuerySchema({
  endpoint_id: { type: 'string', minLength: 1, maxLength: 100, description: 'Only deliveries to this endpoint.' },
  event_id: { type: 'string', minLength: 1, maxLength: 100, description: 'Only deliveries of this event.' },
  object_id: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'Only deliveries of events of this object, e.g. a letter.',
  },
  state: oneOfTexts(['pending', 'delivered', 'failed', 'dropped'], 'Only deliveries in this state.'),
});

export type WebhookDeliveryFilters = Pick<
  FromSchema<typeof webhookDeliveryQuerySchema>,
  'endpoint_id' | 'event_id' | 'object_id' | 'state'
>;

/** A stored receiver of an account's events. Instants are epoch milliseconds. */
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
    created_by: nullable(string),
    run: stored({ id: string, until: integer }),
    resuming: integer,
    calls: stored({ recent: string, last_failure_at: nullable(integer) }, { last_success_at: integer }),
    failing: stored({ since: integer }, { told_at: integer }),
  },
);

/** The stored outcome of one attempt. Instants are epoch milliseconds. */
export const storedAttemptSchema = stored({
  attempt: integer,
  at: integer,
  duration_ms: integer,
  status: nullable(integer),
  error: nullable(string),
  answer: nullable(string),
  retry_after: nullable(string),
});

/** A stored delivery of one event to one endpoint. Instants are epoch milliseconds. */
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
  { parked_at: integer, by_hand: { type: 'boolean', const: true } },
);

/** A stored delivery that waits for its endpoint to be free. `due` in epoch milliseconds. */
export const storedWaitingDeliverySchema = stored({
  event_id: string,
  endpoint_id: string,
  account_id: string,
  attempt: integer,
  due: integer,
});
