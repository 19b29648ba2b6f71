import type { SQSRecord } from 'aws-lambda';

/** The message that a letter's state machine sends at 06:00 on the send date. */
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
