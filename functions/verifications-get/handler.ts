import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { previewOfVerification } from '../../lib/core/domain/verifications.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { verificationResource } from '../../lib/core/resources/verification.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const now = () => Date.now();
const verifications = openVerifications(table, { now, randomBytes });
const links = openPreviewLinks(env.DOCUMENTS_BUCKET, now, openLinkSigner(env.LINK_KEY));

export const handler = apiHandler(
  { operation: 'verifications-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }) => {
    const found = await verifications.find(accountId, path.verification_id);
    if (!found) throw new Problem('resource_not_found');
    const { mailing: verification } = found;
    return verificationResource(verification, await links.link(previewOfVerification(verification)));
  },
);
