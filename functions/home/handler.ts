import { randomBytes } from 'node:crypto';
import prices from '../../data/prices.json' with { type: 'json' };
import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../lib/adapters/data/table/events.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { showHome } from '../../lib/operations/home/show-home.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ...tools,
  prices,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  mailMerges: openMailMerges(table, tools),
  events: openEvents(table, tools.now),
  ledger: openLedger(table, tools),
  apiKeys: openApiKeys(table),
};

export const handler = apiHandler(
  { operation: 'home', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  ({ account, role }) => showHome(deps, account, role),
);
