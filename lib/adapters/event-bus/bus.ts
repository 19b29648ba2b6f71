import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE, type EventNotice } from '../../core/domain/events.ts';
import { awsClient } from '../net/aws-client.ts';

/** PutEvents accepts at most ten entries. */
export const NOTICES_A_CALL = 10;

/** The event bus. Notices contain only ids. */
export function openBus(name: string, client = new EventBridgeClient(awsClient())) {
  return {
    /**
     * Publishes notices, ten at most.
     * @returns those that were accepted; PutEvents does not throw for an entry that it rejects
     */
    publish: async (notices: readonly EventNotice[]): Promise<EventNotice[]> => {
      const { Entries = [] } = await client.send(
        new PutEventsCommand({
          Entries: notices.map((notice) => ({
            EventBusName: name,
            Source: EVENT_SOURCE,
            DetailType: notice.type,
            Detail: JSON.stringify(notice),
          })),
        }),
      );
      return notices.filter((_, index) => Entries[index]?.EventId !== undefined);
    },
  };
}

export type Bus = ReturnType<typeof openBus>;
