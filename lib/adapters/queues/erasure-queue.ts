import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A mailing whose personal data is to be erased. */
export interface ErasureOrder {
  account_id: string;
  mailing_id: string;
}

/** The queue of erasures: one looks through a day of stored answers, which takes longer than a request may. */
export function openErasureQueue(sqs: Pick<SQSClient, 'send'>, queueUrl: string) {
  return {
    /** @throws Error when the queue does not take it; sending it again is harmless */
    send: async (order: ErasureOrder): Promise<void> => {
      await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: JSON.stringify(order) }));
    },
  };
}

export type ErasureQueue = ReturnType<typeof openErasureQueue>;

export const readErasureOrder = (body: string) => JSON.parse(body) as ErasureOrder;
