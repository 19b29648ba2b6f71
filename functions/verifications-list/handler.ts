import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { verificationQuery } from '../../lib/adapters/http/validators/verification-query.ts';
import { previewOfVerification } from '../../lib/core/domain/verifications.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { listResource } from '../../lib/core/resources/list.ts';
import { verificationResource } from '../../lib/core/resources/verification.ts';
import { settleAll } from '../../lib/core/settle-all.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const now = () => Date.now();
const verifications = openVerifications(table, { now, randomBytes });
const links = openPreviewLinks(env.DOCUMENTS_BUCKET, now, openLinkSigner(env.LINK_KEY));

export const handler = apiHandler(
  { operation: 'verifications-list', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: verificationQuery },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('verifications', account, query);
    const { rows, next } = await verifications.list(account.id, page, query);
    const data = await settleAll(
      rows.map(async (row) => verificationResource(row, await links.link(previewOfVerification(row)))),
    );
    return listResource(data, next, nextCursor);
  },
);
