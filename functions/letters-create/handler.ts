import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import prices from '../../data/prices.json' with { type: 'json' };
import { openApiStores } from '../../lib/data/api-stores.ts';
import { openLedger } from '../../lib/data/ledger.ts';
import { openLetters } from '../../lib/data/letters.ts';
import { openTable } from '../../lib/data/table.ts';
import { openUploads } from '../../lib/data/uploads.ts';
import { openPrintFiles } from '../../lib/documents/print-files.ts';
import { openUploadFiles } from '../../lib/documents/upload-files.ts';
import { readEnvironment } from '../../lib/environment.ts';
import { gatheringApiHandler } from '../../lib/http/api-handler.ts';
import { jsonBody } from '../../lib/http/body-formats.ts';
import { openDirectory } from '../../lib/postal-codes/directory.ts';
import { createLetter, type Deps } from './create-letter.ts';
import { validator } from './request.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'UPLOADS_BUCKET', 'DOCS_URL', 'LAMBDA_TASK_ROOT');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  ...tools,
  table,
  letters: openLetters(table, tools),
  ledger: openLedger(table, tools),
  uploads: openUploads(table),
  uploadFiles: openUploadFiles(env.UPLOADS_BUCKET),
  files: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
  directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
  prices,
};

export const handler = gatheringApiHandler(
  {
    operation: 'letters-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(validator),
    creates: true,
  },
  (request) => createLetter(deps, request),
);
