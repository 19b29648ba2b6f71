import { randomBytes } from 'node:crypto';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { openAccounts } from '../../../lib/adapters/data/accounts.ts';
import { openLetters } from '../../../lib/adapters/data/letters.ts';
import { mailingsInStatus } from '../../../lib/adapters/data/mailings.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openVerifications } from '../../../lib/adapters/data/verifications.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { type AccountRequest, openAccountQueue } from '../../../lib/adapters/queues/account-queue.ts';
import { openMailingWorkflow } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { type ReconcileDeps, reconcileLifecycles } from '../../../lib/operations/mailings/reconcile-lifecycles.ts';

// Cold start.
const env = readEnvironment(
  'TABLE_NAME',
  'LIFECYCLE_RECONCILIATION_QUEUE_URL',
  'LETTER_STATE_MACHINE_ARN',
  'VERIFICATION_STATE_MACHINE_ARN',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const accounts = openAccounts(table);
const queue = openAccountQueue(new SQSClient(awsClient()), env.LIFECYCLE_RECONCILIATION_QUEUE_URL);
const deps: ReconcileDeps = {
  now: tools.now,
  inStatus: (accountId, kind, status) => mailingsInStatus(table, accountId, kind, status),
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  workflows: {
    letter: openMailingWorkflow(env.LETTER_STATE_MACHINE_ARN),
    verification: openMailingWorkflow(env.VERIFICATION_STATE_MACHINE_ARN),
  },
};
const logger = new Logger({ serviceName: 'reconcile-lifecycles' });
const metrics = new Metrics({ namespace: 'Malote', serviceName: 'reconcile-lifecycles' });
const processor = new BatchProcessor(EventType.SQS, { logger });

/** Called by a schedule, which asks for every account, and by the queue of these requests. */
export async function handler(
  event: SQSEvent | Record<string, never>,
  context: Context,
): Promise<SQSBatchResponse | undefined> {
  if ('Records' in event) {
    const response = await processPartialResponse(event as SQSEvent, reconcileRecord, processor, {
      context,
      throwOnFullBatchFailure: false,
    });
    metrics.publishStoredMetrics();
    return response;
  }
  const ids = await accounts.ids();
  await queue.ask(ids);
  logger.info('reconciliation begun', { accounts: ids.length });
  return undefined;
}

async function reconcileRecord(record: SQSRecord): Promise<void> {
  const { account_id } = JSON.parse(record.body) as AccountRequest;
  const started = await reconcileLifecycles(deps, account_id);
  metrics.addMetric('ExecutionsRestored', MetricUnit.Count, started.length);
  for (const object_id of started) logger.error('an execution was missing', { account_id, object_id });
}
