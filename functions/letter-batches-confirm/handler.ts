import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetterBatches } from '../../lib/adapters/data/mailings/letter-batches.ts';
import { openMailMerges } from '../../lib/adapters/data/mailings/mail-merges.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { letterBatchConfirmation } from '../../lib/adapters/http/validators/letter-batch-confirmation.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { confirmLetterBatch } from '../../lib/operations/letter-batches/move-letter-batch.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ...tools,
  mailMerges: openMailMerges(table, tools),
  letterBatches: openLetterBatches(table, tools),
  ledger: openLedger(table, tools),
};

export const handler = apiHandler(
  {
    operation: 'letter-batches-confirm',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(letterBatchConfirmation),
  },
  async ({ account, accountId, path, body, apiKeyId, restrictions, toResponse }) => {
    if (account.suspended) throw new Problem('account_suspended');
    return confirmLetterBatch(deps, { accountId, id: path.letter_batch_id, toResponse }, body.quote_hash, {
      id: apiKeyId,
      restrictions,
    });
  },
);
