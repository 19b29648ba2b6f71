import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLetterBatchFiles } from '../../lib/adapters/documents/letter-batch-files.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { startDryRun } from '../../lib/operations/letter-batches/move-letter-batch.ts';

const env = readEnvironment('TABLE_NAME', 'UPLOADS_BUCKET', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ...tools,
  mailMerges: openMailMerges(table, tools),
  letterBatches: openLetterBatches(table, tools),
  batchFiles: openLetterBatchFiles(env.UPLOADS_BUCKET),
};

export const handler = apiHandler(
  { operation: 'letter-batches-quote', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  ({ accountId, path, toResponse }) => startDryRun(deps, { accountId, id: path.letter_batch_id, toResponse }),
);
