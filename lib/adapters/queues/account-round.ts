import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { awsClient } from '../net/aws-client.ts';
import { loggedRun } from './logged-run.ts';
import { workOnRecords } from './record-batch.ts';

interface AccountRequest {
  account_id: string;
}

/** Maximum entries of a `SendMessageBatch`. */
const BATCH = 10;

export interface AccountRoundProps {
  /** Name of the worker, in its log lines and metrics. */
  serviceName: string;
  /** Returns the ids of all accounts. */
  accounts: { ids(): Promise<string[]> };
  /** The queue whose messages name the accounts, and which feeds the worker. */
  queueUrl: string;
  sqs?: Pick<SQSClient, 'send'>;
  /** The work on one account; may run more than once. */
  visit: (accountId: string, tools: { logger: Logger; metrics: Metrics }) => Promise<void>;
}

type Handler = (event: SQSEvent | Record<string, never>, context: Context) => Promise<SQSBatchResponse | undefined>;

/**
 * Handler of a worker that visits all accounts. Called by a schedule, without records, it sends a message per account
 * to its queue; called by the queue, it visits those accounts. So a large account delays no other, and a failing one is
 * retried alone.
 */
export function accountRound({
  serviceName,
  accounts,
  queueUrl,
  sqs = new SQSClient(awsClient()),
  visit,
}: AccountRoundProps): Handler {
  const logger = new Logger({ serviceName });
  const metrics = new Metrics({ namespace: 'Malote', serviceName });
  const visitRecord = ({ body }: SQSRecord) =>
    visit((JSON.parse(body) as AccountRequest).account_id, { logger, metrics });
  return async (event, context) => {
    if ('Records' in event) {
      const response = await workOnRecords(event as SQSEvent, context, logger, visitRecord);
      metrics.publishStoredMetrics();
      return response;
    }
    const ids = await loggedRun(logger, {}, async () => {
      const all = await accounts.ids();
      await ask(sqs, queueUrl, all);
      return all;
    });
    logger.info('round begun', { accounts: ids.length });
    return undefined;
  };
}

/**
 * @throws Error if the queue rejected an account; the schedule then starts again, and repeated messages are harmless
 */
async function ask(sqs: Pick<SQSClient, 'send'>, queueUrl: string, accountIds: readonly string[]): Promise<void> {
  for (let start = 0; start < accountIds.length; start += BATCH) {
    const Entries = accountIds.slice(start, start + BATCH).map((account_id, index) => {
      const request: AccountRequest = { account_id };
      return { Id: String(index), MessageBody: JSON.stringify(request) };
    });
    const { Failed = [] } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    if (Failed.length > 0) throw new Error(`SQS refused ${Failed.length} accounts: ${Failed[0]?.Code}`);
  }
}
