import type { EventType, StoredEvent } from '../domain/events.ts';
import type { EventResource } from '../schemas/event.ts';
import { timestamp } from './timestamps.ts';

/**
 * The stored event for a change, with its documented JSON as body (rule EVT-2).
 * @param data the complete object right after the change
 */
export function eventOf(
  event: Pick<StoredEvent, 'id' | 'account_id' | 'type' | 'created_at'>,
  data: { id: string },
): StoredEvent {
  const resource: Omit<EventResource, 'type' | 'data'> & { type: EventType; data: object } = {
    id: event.id,
    object: 'event',
    type: event.type,
    data,
    created_at: timestamp(event.created_at),
  };
  return { ...event, object_id: data.id, body: JSON.stringify(resource) };
}
