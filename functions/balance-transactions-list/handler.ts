import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { balanceTransactionQuery } from '../../lib/adapters/http/validators/balance-transaction-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { balanceTransactionResource } from '../../lib/core/resources/balance.ts';
import { listResource } from '../../lib/core/resources/list.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const ledger = openLedger(table, { now: () => Date.now(), randomBytes });

export const handler = apiHandler(
  {
    operation: 'balance-transactions-list',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    query: balanceTransactionQuery,
  },
  async ({ account, query }) => {
    const { page, nextCursor } = openPage('balance_transactions', account, query);
    const { rows, next } = await ledger.list(account.id, page, query.type);
    return listResource(rows.map(balanceTransactionResource), next, nextCursor);
  },
);
