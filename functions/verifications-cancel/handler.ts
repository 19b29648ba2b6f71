import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { cancelVerification } from '../../lib/operations/verifications/cancel-verification.ts';
import type { MoveVerificationDeps } from '../../lib/operations/verifications/move-verification.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: MoveVerificationDeps = {
  ...tools,
  verifications: openVerifications(table, tools),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
};

export const handler = apiHandler(
  { operation: 'verifications-cancel', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path, toResponse }) =>
    (await cancelVerification(deps, accountId, path.verification_id, 'cancel', { toResponse })).resource,
);
