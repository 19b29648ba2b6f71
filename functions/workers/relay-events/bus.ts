import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE, type EventNotice } from '../../../lib/domain/events.ts';

/** PutEvents takes ten entries at most. */
const ENTRIES_A_CALL = 10;

/** The bus that events travel on, by ids only. */
export function openBus(name: string, client = new EventBridgeClient()) {
  return {
    /**
     * Publishes notices.
     * @returns those that were accepted; PutEvents does not throw for an entry that it refuses
     */
    publish: async (notices: readonly EventNotice[]): Promise<EventNotice[]> => {
      const accepted: EventNotice[] = [];
      for (let start = 0; start < notices.length; start += ENTRIES_A_CALL) {
        const chunk = notices.slice(start, start + ENTRIES_A_CALL);
        const { Entries = [] } = await client.send(
          new PutEventsCommand({
            Entries: chunk.map((notice) => ({
              EventBusName: name,
              Source: EVENT_SOURCE,
              DetailType: notice.type,
              Detail: JSON.stringify(notice),
            })),
          }),
        );
        accepted.push(...chunk.filter((_, index) => Entries[index]?.EventId !== undefined));
      }
      return accepted;
    },
  };
}

export type Bus = ReturnType<typeof openBus>;
