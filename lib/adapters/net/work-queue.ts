import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A queue of work for a function, now or later; a function can also queue more work for itself. */
export function openWorkQueue<Work>(sqs: Pick<SQSClient, 'send'>, url: string) {
  return {
    /**
     * @param delaySeconds 0 to 900
     * @throws Error if the queue does not accept it
     */
    ask: async (work: Work, delaySeconds = 0): Promise<void> => {
      await sqs.send(
        new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(work), DelaySeconds: delaySeconds }),
      );
    },
  };
}

export type WorkQueue<Work> = ReturnType<typeof openWorkQueue<Work>>;
