import type { SQSRecord } from 'aws-lambda';

/** What the letter's state machine asks for at 06:00 of the send date, as a message of the queue. */
export interface ChargeRequest {
  account_id: string;
  letter_id: string;
  task_token: string;
  message_id: string;
  times_received: number;
}

export function readChargeRequest({ messageId, body, attributes }: SQSRecord): ChargeRequest {
  return {
    ...(JSON.parse(body) as Pick<ChargeRequest, 'account_id' | 'letter_id' | 'task_token'>),
    message_id: messageId,
    times_received: Number(attributes.ApproximateReceiveCount),
  };
}
