import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { accountChanges } from '../../lib/adapters/http/validators/account-changes.ts';
import { openDirectory } from '../../lib/adapters/postal-codes/directory.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { dashboardAccountResource } from '../../lib/core/resources/operated-account.ts';
import type { AccountChanges } from '../../lib/core/schemas/account.ts';
import { editAccount } from '../../lib/operations/accounts/edit-account.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'LAMBDA_TASK_ROOT');
const table = openTable(env.TABLE_NAME);
const ledger = openLedger(table, { now: () => Date.now(), randomBytes });
const deps = { accounts: openAccounts(table), directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')) };

export const handler = gatheringApiHandler<AccountChanges>(
  { operation: 'account-edit', docsUrl: env.DOCS_URL, stores: openApiStores(table), body: jsonBody(accountChanges) },
  async ({ accountId, body, violations, fields, toResponse }) => {
    const balance = await ledger.balance(accountId);
    const account = await editAccount(deps, accountId, body, {
      violations,
      fields,
      toResponse: (after) => toResponse(dashboardAccountResource(after, balance)),
    });
    return dashboardAccountResource(account, balance);
  },
);
