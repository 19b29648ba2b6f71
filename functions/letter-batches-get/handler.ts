import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { showLetterBatch } from '../../lib/operations/letter-batches/show-letter-batch.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = { mailMerges: openMailMerges(table, tools), letterBatches: openLetterBatches(table, tools) };

export const handler = apiHandler(
  { operation: 'letter-batches-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }) => {
    const found = await deps.mailMerges.find(accountId, path.letter_batch_id);
    if (!found) throw new Problem('resource_not_found');
    return showLetterBatch(deps, found.mailMerge);
  },
);
