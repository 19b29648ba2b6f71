import { listedEventTypes } from '../domain/events.ts';
import { complete, type FromSchema, named, oneOfTexts, stored } from './json-schema.ts';
import { letterSchema } from './letter.ts';
import { letterBatchSchema } from './letter-batch.ts';
import { listQuerySchema, listSchema } from './list.ts';
import { constant, dateTime, id, integer, string } from './values.ts';
import { verificationSchema } from './verification.ts';
import { webhookEndpointHealthSchema } from './webhook.ts';

const eventTypeSchema = named('EventType', oneOfTexts(listedEventTypes, 'Ignore types that you do not know.'));

const eventDataSchema = named('EventData', {
  description: 'The complete object right after the event.',
  // What all of them have.
  properties: { id: string, object: string },
  discriminator: { propertyName: 'object' },
  oneOf: [letterSchema, letterBatchSchema, verificationSchema, webhookEndpointHealthSchema],
});

/** A change of a letter, a letter batch, a verification, or the health of a webhook endpoint (rule EVT-2). */
export const eventSchema = named(
  'Event',
  complete('A change of a letter, a letter batch, a verification, or the health of a webhook endpoint.', {
    id: id('event'),
    object: constant('event'),
    type: eventTypeSchema,
    data: eventDataSchema,
    created_at: dateTime,
  }),
);

export type EventResource = FromSchema<typeof eventSchema>;

export const eventListSchema = listSchema('EventList', eventSchema);

/** Query of GET /events. */
export const eventQuerySchema = listQuerySchema({
  type: { type: 'string', enum: listedEventTypes, description: 'Only events of this type.' },
  object_id: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    description: 'Only events of this object, e.g. a letter.',
  },
});

/**
 * A stored event: `body` is its documented JSON, `created_at` epoch milliseconds. Any text is a type: events are passed
 * on unchanged, so the release before one that adds a type lists and delivers it too.
 */
export const storedEventSchema = stored({
  id: string,
  account_id: string,
  type: string,
  object_id: string,
  body: string,
  created_at: integer,
});

/** A stored mark of an event, or of another notice, that is not fanned out yet. */
export const storedOutboxMarkSchema = stored(
  { event_id: string, account_id: string, type: string, object_id: string },
  { relays: integer },
);
