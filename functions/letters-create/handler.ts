import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import prices from '../../data/prices.json' with { type: 'json' };
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openRequestCounts } from '../../lib/adapters/data/accounts/request-counts.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openUploads } from '../../lib/adapters/data/mailings/uploads.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openTargetHosts } from '../../lib/adapters/data/webhooks/target-hosts.ts';
import { createDownload } from '../../lib/adapters/documents/download.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../lib/adapters/documents/print-files.ts';
import { openUploadFiles } from '../../lib/adapters/documents/upload-files.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { formBody, jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { letterForm } from '../../lib/adapters/http/validators/letter-form.ts';
import { letterOrder } from '../../lib/adapters/http/validators/letter-order.ts';
import { createGuard } from '../../lib/adapters/net/guard.ts';
import { openDirectory } from '../../lib/adapters/postal-codes/directory.ts';
import { LONGEST_DOCUMENT_URL } from '../../lib/core/domain/mailing-fields.ts';
import { readEnvironment, readOptional } from '../../lib/core/environment.ts';
import type { LetterForm, LetterOrder } from '../../lib/core/schemas/letter.ts';
import { openHostPace } from '../../lib/operations/host-pace.ts';
import { createLetter, type Deps } from '../../lib/operations/letters/create-letter.ts';
import { boundedFiles } from '../../lib/operations/mailings/bounded-files.ts';

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
const tools = { now: () => Date.now(), randomBytes };
const loopback = readOptional('LOOPBACK_ADDRESSES') === 'true';
const bounds = { requestCounts: openRequestCounts(table), now: tools.now };
const deps: Deps = {
  ...tools,
  letters: openLetters(table, tools),
  ledger: openLedger(table, tools),
  download: createDownload({
    guard: createGuard({ loopback, longestUrl: LONGEST_DOCUMENT_URL }),
    pace: openHostPace({ hosts: openTargetHosts(table), now: tools.now, random: Math.random }),
  }),
  uploads: openUploads(table),
  uploadFiles: openUploadFiles(env.UPLOADS_BUCKET),
  files: boundedFiles(openPrintFiles(env.DOCUMENTS_BUCKET, tools.now), 'letters-create', bounds),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
  prices,
  confirmationPageBase: env.CONFIRMATION_PAGE_BASE,
};

export const handler = gatheringApiHandler<LetterOrder | LetterForm>(
  {
    operation: 'letters-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: [jsonBody(letterOrder), formBody(letterForm)],
    creates: true,
  },
  (request) => createLetter(deps, request),
);
