import type { SQSClient } from '@aws-sdk/client-sqs';
import type { EventNotice, EventType, InternalEventType } from '../../core/domain/events.ts';
import type { InvitationOrder, MailOrder } from '../../core/domain/mails.ts';
import { openWorkQueue } from '../net/work-queue.ts';

/**
 * The queue of requested mails. An order is queued before the change that it reports is committed, so that no crash in
 * between loses the mail. The delay is longer than an API call runs (15 s); the sender then checks whether the change
 * happened.
 */
const DELAY_SECONDS = 20;

export function openMailQueue(sqs: Pick<SQSClient, 'send'>, queueUrl: string) {
  const queue = openWorkQueue<MailOrder>(sqs, queueUrl);
  return {
    /** @throws Error if the queue does not accept it */
    order: (order: InvitationOrder): Promise<void> => queue.ask(order, DELAY_SECONDS),
  };
}

/** The order in a message of the queue: a queued order, or an event of the bus in EventBridge's envelope. */
export function readMailOrder(body: string): MailOrder {
  const message = JSON.parse(body) as MailOrder | { detail: EventNotice<EventType | InternalEventType> };
  if (!('detail' in message)) return message;
  const { type, account_id, event_id } = message.detail;
  return { type: type === 'balance.low' ? 'low_balance' : 'endpoint_health', account_id, event_id };
}

export type MailQueue = ReturnType<typeof openMailQueue>;
