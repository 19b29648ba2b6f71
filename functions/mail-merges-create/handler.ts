import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { signMailMergeUrls } from '../../lib/adapters/documents/mail-merge-files.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { mailMergeOrder } from '../../lib/adapters/http/validators/mail-merge-order.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { mailMergeResource } from '../../lib/core/resources/mail-merge.ts';
import type { MailMerge, NewMailMergeResource } from '../../lib/core/schemas/mail-merge.ts';

const env = readEnvironment('TABLE_NAME', 'UPLOADS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const mailMerges = openMailMerges(table, { now: () => Date.now(), randomBytes });
const signer = openLinkSigner(env.LINK_KEY);

export const handler = apiHandler(
  {
    operation: 'mail-merges-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(mailMergeOrder),
    creates: true,
  },
  async ({ accountId, body, identify, toResponse }): Promise<NewMailMergeResource> => {
    const mailMerge: MailMerge = {
      ...identify('mail_merge'),
      account_id: accountId,
      status: 'draft',
      pause_reason: null,
      ...body,
      tally: null,
      confirmed_at: null,
    };
    const urls = await signMailMergeUrls(signer, env.UPLOADS_BUCKET, mailMerge);
    const resource = { ...mailMergeResource(mailMerge), ...urls };
    await mailMerges.create(mailMerge, toResponse(resource));
    return resource;
  },
);
