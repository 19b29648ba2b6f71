import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { balanceResource } from '../../lib/core/resources/balance.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const ledger = openLedger(table, { now: () => Date.now(), randomBytes });

export const handler = apiHandler(
  { operation: 'balance-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ accountId }) => balanceResource(await ledger.balance(accountId)),
);
