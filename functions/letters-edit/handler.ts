import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import prices from '../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openUploads } from '../../lib/adapters/data/mailings/uploads.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../lib/adapters/documents/print-files.ts';
import { openUploadFiles } from '../../lib/adapters/documents/upload-files.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { letterChanges } from '../../lib/adapters/http/validators/letter-changes.ts';
import { describeFailure } from '../../lib/adapters/net/failure.ts';
import { openDirectory } from '../../lib/adapters/postal-codes/directory.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import type { LetterChanges } from '../../lib/core/schemas/letter.ts';
import { orderLetterEdit, type OrderLetterEditDeps } from '../../lib/operations/letters/order-letter-edit.ts';

const env = readEnvironment(
  'TABLE_NAME',
  'DOCUMENTS_BUCKET',
  'LINK_KEY',
  'UPLOADS_BUCKET',
  'DOCS_URL',
  'LAMBDA_TASK_ROOT',
  'CONFIRMATION_PAGE_BASE',
);
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'malote' });
const tools = { now: () => Date.now(), randomBytes };
const deps: OrderLetterEditDeps = {
  ...tools,
  accounts: openAccounts(table),
  letters: openLetters(table, tools),
  uploads: openUploads(table),
  uploadFiles: openUploadFiles(env.UPLOADS_BUCKET),
  files: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
  prices,
  confirmationPageBase: env.CONFIRMATION_PAGE_BASE,
  reportUnremoved: (error) =>
    logger.warn('an earlier file of a letter was not removed', { failure: describeFailure(error) }),
};

export const handler = gatheringApiHandler<LetterChanges>(
  { operation: 'letters-edit', docsUrl: env.DOCS_URL, stores: openApiStores(table), body: jsonBody(letterChanges) },
  ({ accountId, path, toResponse, ...order }) => orderLetterEdit(deps, accountId, path.letter_id, order, toResponse),
);
