import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { cancelMailMerge } from '../../lib/operations/mail-merges/cancel-mail-merge.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = { ...tools, mailMerges: openMailMerges(table, tools), letterBatches: openLetterBatches(table, tools) };

export const handler = apiHandler(
  { operation: 'mail-merges-cancel', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  ({ accountId, path, toResponse }) => cancelMailMerge(deps, accountId, path.mail_merge_id, { toResponse }),
);
