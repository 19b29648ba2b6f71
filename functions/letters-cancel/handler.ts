import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { cancelLetter } from '../../lib/operations/letters/cancel-letter.ts';
import type { MoveLetterDeps } from '../../lib/operations/letters/move-letter.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: MoveLetterDeps = {
  ...tools,
  letters: openLetters(table, tools),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
};

export const handler = apiHandler(
  { operation: 'letters-cancel', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId, path, toResponse }) =>
    (await cancelLetter(deps, accountId, path.letter_id, { toResponse })).resource,
);
