import { randomBytes } from 'node:crypto';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { mailingsInStatus } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
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

export const handler = accountRound({
  serviceName: 'reconcile-lifecycles',
  accounts: { ids: openAccounts(table).idsWithSandboxes },
  queueUrl: env.ACCOUNTS_QUEUE_URL,
  visit: async (account_id, { logger, metrics }) => {
    const started = await reconcileLifecycles(deps, account_id);
    metrics.addMetric('ExecutionsRestored', MetricUnit.Count, started.length);
    for (const object_id of started) logger.error('an execution was missing', { account_id, object_id });
  },
});
