import { randomBytes } from 'node:crypto';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openMailMergeFiles } from '../../lib/adapters/documents/mail-merge-files.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readMailMergeRows } from '../../lib/adapters/http/mail-merge-file.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { sendMailMerge, type SendMailMergeDeps } from '../../lib/operations/mail-merges/send-mail-merge.ts';

const env = readEnvironment('TABLE_NAME', 'UPLOADS_BUCKET', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: SendMailMergeDeps = {
  ...tools,
  accounts: openAccounts(table),
  mailMerges: openMailMerges(table, tools),
  letterBatches: openLetterBatches(table, tools),
  files: openMailMergeFiles(env.UPLOADS_BUCKET),
  readRows: readMailMergeRows,
};

export const handler = apiHandler(
  { operation: 'mail-merges-send', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  ({ accountId, path, toResponse }) => sendMailMerge(deps, accountId, path.mail_merge_id, { toResponse }),
);
