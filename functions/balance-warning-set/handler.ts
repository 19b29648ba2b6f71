import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { balanceWarning } from '../../lib/adapters/http/validators/balance-warning.ts';
import { readEnvironment } from '../../lib/core/environment.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const ledger = openLedger(table, { now: () => Date.now(), randomBytes });

export const handler = apiHandler(
  {
    operation: 'balance-warning-set',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(balanceWarning),
  },
  async ({ accountId, body: { below }, locale, toResponse }) => {
    const set = { object: 'balance_warning', below };
    await ledger.setWarning(accountId, below === null ? null : { below, locale }, toResponse(set));
    return set;
  },
);
