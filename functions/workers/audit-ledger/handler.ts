import { randomBytes } from 'node:crypto';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { openAccounts } from '../../../lib/adapters/data/accounts.ts';
import { openLedger } from '../../../lib/adapters/data/ledger.ts';
import { openLetters } from '../../../lib/adapters/data/letters.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openVerifications } from '../../../lib/adapters/data/verifications.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { type AccountRequest, openAccountQueue } from '../../../lib/adapters/queues/account-queue.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { auditAccount } from '../../../lib/operations/money/audit-account.ts';

// Cold start.
const env = readEnvironment('TABLE_NAME', 'LEDGER_AUDIT_QUEUE_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const accounts = openAccounts(table);
const queue = openAccountQueue(new SQSClient(awsClient()), env.LEDGER_AUDIT_QUEUE_URL);
const deps = {
  ledger: openLedger(table, tools),
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
};
const logger = new Logger({ serviceName: 'audit-ledger' });
const metrics = new Metrics({ namespace: 'Malote', serviceName: 'audit-ledger' });
const processor = new BatchProcessor(EventType.SQS, { logger });

/** Called once a day by a schedule, which asks for an audit of every account, and by the queue of these requests. */
export async function handler(
  event: SQSEvent | Record<string, never>,
  context: Context,
): Promise<SQSBatchResponse | undefined> {
  if ('Records' in event) {
    const response = await processPartialResponse(event as SQSEvent, auditRecord, processor, {
      context,
      throwOnFullBatchFailure: false,
    });
    metrics.publishStoredMetrics();
    return response;
  }
  const ids = await accounts.ids();
  await queue.ask(ids);
  logger.info('audit begun', { accounts: ids.length });
  return undefined;
}

async function auditRecord(record: SQSRecord): Promise<void> {
  const { account_id } = JSON.parse(record.body) as AccountRequest;
  const differences = await auditAccount(deps, account_id);
  metrics.addMetric('LedgerDifferences', MetricUnit.Count, differences.length);
  if (differences.length > 0) logger.error('ledger differs', { account_id, differences: differences.length });
}
