import { randomBytes } from 'node:crypto';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { EventBridgeEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { openLetters } from '../../../lib/data/letters.ts';
import { openTable } from '../../../lib/data/table.ts';
import type { EventNotice } from '../../../lib/domain/events.ts';
import { readEnvironment } from '../../../lib/environment.ts';
import { openLetterWorkflow } from '../../../lib/workflows/letter-workflow.ts';
import { followLetter, type Deps } from './follow-lifecycle.ts';

const env = readEnvironment('TABLE_NAME', 'LETTER_STATE_MACHINE_ARN');
const deps: Deps = {
  letters: openLetters(openTable(env.TABLE_NAME), { now: () => Date.now(), randomBytes }),
  workflow: openLetterWorkflow(env.LETTER_STATE_MACHINE_ARN),
};
const processor = new BatchProcessor(EventType.SQS);

/** Called by the queue behind the bus rule for every change of a letter. */
export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return processPartialResponse(event, followRecord, processor, { throwOnFullBatchFailure: false });
}

async function followRecord(record: SQSRecord): Promise<void> {
  await followLetter(deps, (JSON.parse(record.body) as EventBridgeEvent<string, EventNotice>).detail);
}
