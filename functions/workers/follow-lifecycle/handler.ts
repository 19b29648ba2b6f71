import { randomBytes } from 'node:crypto';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import type { EventBridgeEvent, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { openLetters } from '../../../lib/adapters/data/letters.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openVerifications } from '../../../lib/adapters/data/verifications.ts';
import { describeFailure } from '../../../lib/adapters/http/request-log.ts';
import { openMailingWorkflow } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import type { EventNotice } from '../../../lib/core/domain/events.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { type Deps, followMailing } from '../../../lib/operations/mailings/follow-lifecycle.ts';

const env = readEnvironment('TABLE_NAME', 'LETTER_STATE_MACHINE_ARN', 'VERIFICATION_STATE_MACHINE_ARN');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  workflows: {
    letter: openMailingWorkflow(env.LETTER_STATE_MACHINE_ARN),
    verification: openMailingWorkflow(env.VERIFICATION_STATE_MACHINE_ARN),
  },
};
const logger = new Logger({ serviceName: 'follow-lifecycle' });
const processor = new BatchProcessor(EventType.SQS);

/** Called by the queue behind the bus rule for every change of a mailing. */
export function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  return processPartialResponse(event, followRecord, processor, { throwOnFullBatchFailure: false });
}

async function followRecord(record: SQSRecord): Promise<void> {
  const { detail } = JSON.parse(record.body) as EventBridgeEvent<string, EventNotice>;
  try {
    await followMailing(deps, detail);
  } catch (error) {
    // An alarm watches `waiting_ms`. The age that SQS reports leaves out messages that were received three times
    // (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html).
    logger.warn('a mailing was not followed', {
      event_id: detail.event_id,
      object_id: detail.object_id,
      waiting_ms: Date.now() - Number(record.attributes.SentTimestamp),
      failure: describeFailure(error),
    });
    throw error;
  }
}
