import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { FormedBatches, FormingResult } from './formed-batches.ts';

interface Batches {
  mailings: (batchId: string) => Promise<readonly { id: string }[]>;
}

/**
 * Forms batches of all waiting mailings now, by calling the function, because only it may read the files with codes. It
 * responds within 15 minutes.
 * @throws Error if the run failed; the next run completes the mailings that it claimed
 */
export function openBatchForming(lambda: LambdaClient, functionArn: string, batches: Batches) {
  return async (): Promise<FormedBatches> => {
    const invoke = new InvokeCommand({ FunctionName: functionArn, Payload: Buffer.from('{}') });
    const { Payload, FunctionError } = await lambda.send(invoke);
    const answer = JSON.parse(Buffer.from(Payload ?? []).toString('utf8')) as FormingResult & { errorMessage?: string };
    if (FunctionError) throw new Error(`forming batches failed: ${answer.errorMessage}`);
    const formed: FormedBatches['batches'] = [];
    for (const { id } of answer.batches) {
      formed.push({ id, mailings: (await batches.mailings(id)).map((mailing) => mailing.id) });
    }
    return { ...answer, batches: formed };
  };
}
