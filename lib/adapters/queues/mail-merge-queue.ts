import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { EventNotice, InternalEventType } from '../../core/domain/events.ts';
import type { Slice } from '../../core/domain/mail-merges.ts';

/** Maximum entries of a `SendMessageBatch`. */
const BATCH = 10;

/** The queue of slices. The account is the group of a message, so a large one does not delay others (SQS fair queues). */
export function openMailMergeQueue(sqs: Pick<SQSClient, 'send'>, queueUrl: string) {
  return {
    /** @throws Error if the queue rejected one; sending all again is harmless */
    send: async (slices: readonly Slice[]): Promise<void> => {
      for (let sent = 0; sent < slices.length; sent += BATCH) {
        const Entries = slices.slice(sent, sent + BATCH).map((slice, index) => ({
          Id: String(index),
          MessageBody: JSON.stringify(slice),
          MessageGroupId: slice.account_id,
        }));
        const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
        if (Failed.length > 0) throw new Error(`the queue refused ${Failed.length} slices`);
      }
    },
  };
}

export type MailMergeQueue = ReturnType<typeof openMailMergeQueue>;

/** The content of a message: a slice, or an event of the bus about a mail merge in EventBridge's envelope. */
export function readMailMergeMessage(body: string): { slice: Slice } | { started: EventNotice<InternalEventType> } {
  const message = JSON.parse(body) as Slice | { detail: EventNotice<InternalEventType> };
  return 'detail' in message ? { started: message.detail } : { slice: message };
}
