import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';

export interface AccountRequest {
  account_id: string;
}

/** Entries of one `SendMessageBatch`. */
const BATCH = 10;

/** A queue of accounts to be gone through, so that a large account holds up no other, and a failing one is retried alone. */
export function openAccountQueue(sqs: Pick<SQSClient, 'send'>, url: string) {
  return {
    /** @throws Error when the queue refused an account; the schedule then begins anew, and asking twice does no harm */
    async ask(accountIds: readonly string[]): Promise<void> {
      for (let start = 0; start < accountIds.length; start += BATCH) {
        const page = accountIds.slice(start, start + BATCH);
        const Entries = page.map((account_id, index) => {
          const request: AccountRequest = { account_id };
          return { Id: String(index), MessageBody: JSON.stringify(request) };
        });
        const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
        if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length} accounts: ${Failed[0]?.Code}`);
      }
    },
  };
}
