import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openAccounts } from '../../../lib/adapters/data/accounts.ts';
import { openLetters } from '../../../lib/adapters/data/letters.ts';
import { mailingsInStatus } from '../../../lib/adapters/data/mailings.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openVerifications } from '../../../lib/adapters/data/verifications.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { accountRound } from '../../../lib/adapters/queues/account-round.ts';
import { openMailingWorkflow } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { type ReconcileDeps, reconcileLifecycles } from '../../../lib/operations/mailings/reconcile-lifecycles.ts';

// Cold start.
const env = readEnvironment(
  'TABLE_NAME',
  'ACCOUNTS_QUEUE_URL',
  'LETTER_STATE_MACHINE_ARN',
  'VERIFICATION_STATE_MACHINE_ARN',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
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

export const handler = accountRound({
  accounts: openAccounts(table),
  sqs: new SQSClient(awsClient()),
  queueUrl: env.ACCOUNTS_QUEUE_URL,
  logger,
  metrics,
  visit: async (account_id) => {
    const started = await reconcileLifecycles(deps, account_id);
    metrics.addMetric('ExecutionsRestored', MetricUnit.Count, started.length);
    for (const object_id of started) logger.error('an execution was missing', { account_id, object_id });
  },
});
