import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { mailMergeQuery } from '../../lib/adapters/http/validators/mail-merge-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { listResource } from '../../lib/core/resources/list.ts';
import { settleAll } from '../../lib/core/settle-all.ts';
import { showMailMerge } from '../../lib/operations/mail-merges/show-mail-merge.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = { mailMerges: openMailMerges(table, tools), letterBatches: openLetterBatches(table, tools) };

export const handler = apiHandler(
  { operation: 'mail-merges-list', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: mailMergeQuery },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('mail merges', account, query);
    const { rows, next } = await deps.mailMerges.list(account.id, page);
    const shown = await settleAll(rows.map((mailMerge) => showMailMerge(deps, mailMerge)));
    return listResource(shown, next, nextCursor);
  },
);
