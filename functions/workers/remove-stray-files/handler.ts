import { randomBytes } from 'node:crypto';
import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openPrintFiles } from '../../../lib/adapters/documents/print-files.ts';
import { accountRound } from '../../../lib/adapters/queues/account-round.ts';
import { HOUR_MS } from '../../../lib/core/domain/units.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { removeStrayFiles, type StrayFileDeps } from '../../../lib/operations/mailings/remove-stray-files.ts';

// Cold start.
const env = readEnvironment(
  'TABLE_NAME',
  'ACCOUNTS_QUEUE_URL',
  'DOCUMENTS_BUCKET',
  'VERIFICATION_FILES_BUCKET',
  'PRODUCTION_DEADLINE_HOURS',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: StrayFileDeps = {
  now: tools.now,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  documents: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
  codeFiles: openPrintFiles(env.VERIFICATION_FILES_BUCKET, tools.now),
  productionMs: Number(env.PRODUCTION_DEADLINE_HOURS) * HOUR_MS,
};

export const handler = accountRound({
  serviceName: 'remove-stray-files',
  accounts: { ids: openAccounts(table).idsWithSandboxes },
  queueUrl: env.ACCOUNTS_QUEUE_URL,
  visit: async (account_id, { logger, metrics }) => {
    const removed = await removeStrayFiles(deps, account_id);
    metrics.addMetric('StrayFilesRemoved', MetricUnit.Count, removed.length);
    for (const object_id of removed) logger.warn('a file had no place any more', { account_id, object_id });
  },
});
