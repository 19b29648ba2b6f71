import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A function's own queue: how it asks to be called again, now or later. */
export function openWorkQueue<Work>(sqs: Pick<SQSClient, 'send'>, url: string) {
  return {
    /** @param delaySeconds 0 to 900 */
    ask: async (work: Work, delaySeconds = 0): Promise<void> => {
      await sqs.send(
        new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(work), DelaySeconds: delaySeconds }),
      );
    },
  };
}

export type WorkQueue<Work> = ReturnType<typeof openWorkQueue<Work>>;
