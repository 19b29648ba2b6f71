import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { letterQuery } from '../../lib/adapters/http/validators/letter-query.ts';
import { previewOfLetter } from '../../lib/core/domain/letters.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { letterResource } from '../../lib/core/resources/letter.ts';
import { listResource } from '../../lib/core/resources/list.ts';
import { settleAll } from '../../lib/core/settle-all.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const now = () => Date.now();
const letters = openLetters(table, { now, randomBytes });
const links = openPreviewLinks(env.DOCUMENTS_BUCKET, now, openLinkSigner(env.LINK_KEY));

export const handler = apiHandler(
  { operation: 'letters-list', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: letterQuery },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('letters', account, query);
    const { rows, next } = await letters.list(account.id, page, query);
    const data = await settleAll(
      rows.map(async (letter) => letterResource(letter, await links.link(previewOfLetter(letter)))),
    );
    return listResource(data, next, nextCursor);
  },
);
