import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openAccounts } from '../../../lib/adapters/data/accounts.ts';
import { openLedger } from '../../../lib/adapters/data/ledger.ts';
import { openLetters } from '../../../lib/adapters/data/letters.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openVerifications } from '../../../lib/adapters/data/verifications.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { accountRound } from '../../../lib/adapters/queues/account-round.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { auditAccount } from '../../../lib/operations/money/audit-account.ts';

// Cold start.
const env = readEnvironment('TABLE_NAME', 'ACCOUNTS_QUEUE_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ledger: openLedger(table, tools),
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
};
const logger = new Logger({ serviceName: 'audit-ledger' });
const metrics = new Metrics({ namespace: 'Malote', serviceName: 'audit-ledger' });

export const handler = accountRound({
  accounts: openAccounts(table),
  sqs: new SQSClient(awsClient()),
  queueUrl: env.ACCOUNTS_QUEUE_URL,
  logger,
  metrics,
  visit: async (account_id) => {
    const differences = await auditAccount(deps, account_id);
    metrics.addMetric('LedgerDifferences', MetricUnit.Count, differences.length);
    if (differences.length > 0) logger.error('ledger differs', { account_id, differences: differences.length });
  },
});
