import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { dashboardAccountResource } from '../../lib/core/resources/operated-account.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const ledger = openLedger(table, { now: () => Date.now(), randomBytes });

export const handler = apiHandler(
  { operation: 'account-show', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ account, accountId }) => dashboardAccountResource(account, await ledger.balance(accountId)),
);
