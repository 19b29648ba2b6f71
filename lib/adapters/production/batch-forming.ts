import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { FormedBatches, FormingAnswer } from './formed-batches.ts';

interface Batches {
  mailings: (batchId: string) => Promise<readonly { id: string }[]>;
}

/**
 * Forms batches now, of all that waits. The function does it, since nobody else may look at the files with codes; it
 * answers after 15 minutes at most.
 * @throws Error when the run failed; what it had claimed is completed by the next one
 */
export function openBatchForming(lambda: LambdaClient, functionArn: string, batches: Batches) {
  return async (): Promise<FormedBatches> => {
    const invoke = new InvokeCommand({ FunctionName: functionArn, Payload: Buffer.from('{}') });
    const { Payload, FunctionError } = await lambda.send(invoke);
    const answer = JSON.parse(Buffer.from(Payload ?? []).toString('utf8')) as FormingAnswer & { errorMessage?: string };
    if (FunctionError) throw new Error(`forming batches failed: ${answer.errorMessage}`);
    const formed: FormedBatches['batches'] = [];
    for (const { id } of answer.batches) {
      formed.push({ id, mailings: (await batches.mailings(id)).map((mailing) => mailing.id) });
    }
    return { ...answer, batches: formed };
  };
}
