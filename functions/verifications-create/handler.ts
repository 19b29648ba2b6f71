import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import prices from '../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openRequestCounts } from '../../lib/adapters/data/accounts/request-counts.ts';
import { openUploads } from '../../lib/adapters/data/mailings/uploads.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openTargetHosts } from '../../lib/adapters/data/webhooks/target-hosts.ts';
import { createDownload } from '../../lib/adapters/documents/download.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../lib/adapters/documents/print-files.ts';
import { openUploadFiles } from '../../lib/adapters/documents/upload-files.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { verificationOrder } from '../../lib/adapters/http/validators/verification-order.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { createGuard } from '../../lib/adapters/net/guard.ts';
import { openDirectory } from '../../lib/adapters/postal-codes/directory.ts';
import { openVerificationCodes } from '../../lib/adapters/verification-codes/codes.ts';
import { LONGEST_DOCUMENT_URL } from '../../lib/core/domain/mailing-fields.ts';
import { readEnvironment, readOptional } from '../../lib/core/environment.ts';
import { openHostPace } from '../../lib/operations/host-pace.ts';
import { boundedFiles } from '../../lib/operations/mailings/bounded-files.ts';
import { createVerification, type Deps } from '../../lib/operations/verifications/create-verification.ts';

const env = readEnvironment(
  'TABLE_NAME',
  'DOCUMENTS_BUCKET',
  'LINK_KEY',
  'VERIFICATION_FILES_BUCKET',
  'UPLOADS_BUCKET',
  'VERIFICATION_CODES_KEY_ID',
  'CONFIRMATION_PAGE_BASE',
  'DOCS_URL',
  'LAMBDA_TASK_ROOT',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const loopback = readOptional('LOOPBACK_ADDRESSES') === 'true';
const bounds = { requestCounts: openRequestCounts(table), now: tools.now };
const bounded = (bucket: string) => boundedFiles(openPrintFiles(bucket, tools.now), 'verifications-create', bounds);
const deps: Deps = {
  ...tools,
  accounts: openAccounts(table),
  verifications: openVerifications(table, tools),
  ledger: openLedger(table, tools),
  download: createDownload({
    guard: createGuard({ loopback, longestUrl: LONGEST_DOCUMENT_URL }),
    pace: openHostPace({ hosts: openTargetHosts(table), now: tools.now, random: Math.random }),
  }),
  uploads: openUploads(table),
  uploadFiles: openUploadFiles(env.UPLOADS_BUCKET),
  printFiles: bounded(env.VERIFICATION_FILES_BUCKET),
  previews: bounded(env.DOCUMENTS_BUCKET),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  codes: openVerificationCodes(new KMSClient(awsClient()), env.VERIFICATION_CODES_KEY_ID),
  directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
  confirmationPageBase: env.CONFIRMATION_PAGE_BASE,
  prices,
};

export const handler = gatheringApiHandler(
  {
    operation: 'verifications-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(verificationOrder),
    creates: true,
  },
  (request) => createVerification(deps, request),
);
