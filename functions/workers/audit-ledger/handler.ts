import { randomBytes } from 'node:crypto';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../../lib/adapters/data/mailings/mail-merges.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
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
  mailMerges: openMailMerges(table, tools),
  verifications: openVerifications(table, tools),
};

export const handler = accountRound({
  serviceName: 'audit-ledger',
  accounts: openAccounts(table),
  queueUrl: env.ACCOUNTS_QUEUE_URL,
  visit: async (account_id, { logger, metrics }) => {
    const differences = await auditAccount(deps, account_id);
    metrics.addMetric('LedgerDifferences', MetricUnit.Count, differences.length);
    if (differences.length > 0) logger.error('ledger differs', { account_id, differences: differences.length });
  },
});
