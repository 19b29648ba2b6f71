import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openPrintFiles } from '../../lib/adapters/documents/print-files.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { readLetterDocument } from '../../lib/operations/letters/read-letter-document.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ...tools,
  letters: openLetters(table, tools),
  files: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
};

export const handler = apiHandler(
  { operation: 'letters-document', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  ({ accountId, path }) => readLetterDocument(deps, accountId, path.letter_id),
);
