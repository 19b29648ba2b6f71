import type { EventNotice } from '../../core/domain/events.ts';

/** The order of an erasure in a message of the queue: an event of the bus in EventBridge's envelope. */
export function readErasureOrder(body: string): EventNotice<'erasure.ordered'> {
  return (JSON.parse(body) as { detail: EventNotice<'erasure.ordered'> }).detail;
}
