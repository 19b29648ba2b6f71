import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { showMailMerge } from '../../lib/operations/mail-merges/show-mail-merge.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = { mailMerges: openMailMerges(table, tools), letterBatches: openLetterBatches(table, tools) };

export const handler = apiHandler(
  { operation: 'mail-merges-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }) => {
    const found = await deps.mailMerges.find(accountId, path.mail_merge_id);
    if (!found) throw new Problem('resource_not_found');
    return showMailMerge(deps, found.mailMerge);
  },
);
