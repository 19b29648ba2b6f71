import { randomBytes } from 'node:crypto';
import prices from '../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { sendLetterNow, type SendLetterNowDeps } from '../../lib/operations/letters/send-letter-now.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: SendLetterNowDeps = {
  ...tools,
  accounts: openAccounts(table),
  letters: openLetters(table, tools),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  prices,
};

export const handler = apiHandler(
  { operation: 'letters-send-now', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  ({ accountId, path, toResponse }) => sendLetterNow(deps, accountId, path.letter_id, { toResponse }),
);
