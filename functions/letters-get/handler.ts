import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { previewOfLetter } from '../../lib/core/domain/letters.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { letterResource } from '../../lib/core/resources/letter.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const now = () => Date.now();
const letters = openLetters(table, { now, randomBytes });
const links = openPreviewLinks(env.DOCUMENTS_BUCKET, now, openLinkSigner(env.LINK_KEY));

export const handler = apiHandler(
  { operation: 'letters-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path }) => {
    const found = await letters.find(accountId, path.letter_id);
    if (!found) throw new Problem('resource_not_found');
    const { mailing: letter } = found;
    return letterResource(letter, await links.link(previewOfLetter(letter)));
  },
);
