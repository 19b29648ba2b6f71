import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** A queue whose messages are work for a function, to be done now or later; a function's own one calls it again. */
export function openWorkQueue<Work>(sqs: Pick<SQSClient, 'send'>, url: string) {
  return {
    /**
     * @param delaySeconds 0 to 900
     * @throws Error when the queue does not take it
     */
    ask: async (work: Work, delaySeconds = 0): Promise<void> => {
      await sqs.send(
        new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(work), DelaySeconds: delaySeconds }),
      );
    },
  };
}

export type WorkQueue<Work> = ReturnType<typeof openWorkQueue<Work>>;
