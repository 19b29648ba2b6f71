import { randomBytes } from 'node:crypto';
import { processPartialResponse, SqsFifoPartialProcessorAsync } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import prices from '../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../../lib/data/accounts.ts';
import { openLetters } from '../../../lib/data/letters.ts';
import { openTable } from '../../../lib/data/table.ts';
import { openPrintFiles } from '../../../lib/documents/print-files.ts';
import { readEnvironment } from '../../../lib/environment.ts';
import { openWorkflowAnswers } from '../../../lib/workflows/mailing-workflow.ts';
import { chargeScheduledLetter, type ChargeRequest, type Deps } from './charge-scheduled-letter.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  ...tools,
  letters: openLetters(table, tools),
  accounts: openAccounts(table),
  previews: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
  prices,
};
const workflow = openWorkflowAnswers();

/** Called by the queue that keeps the charges of one account in line: one after another they never lose a race for its balance. */
export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return processPartialResponse(event, chargeRecord, new SqsFifoPartialProcessorAsync(), {
    skipGroupOnError: true,
    throwOnFullBatchFailure: false,
  });
}

async function chargeRecord(record: SQSRecord): Promise<void> {
  const request = JSON.parse(record.body) as ChargeRequest;
  await workflow.answer(request.task_token, await chargeScheduledLetter(deps, request));
}
