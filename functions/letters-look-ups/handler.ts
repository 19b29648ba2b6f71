import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openAuthenticityNumbers } from '../../lib/adapters/data/mailings/authenticity-numbers.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { readLookUps } from '../../lib/operations/letters/read-look-ups.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = {
  letters: openLetters(table, { now: () => Date.now(), randomBytes }),
  numbers: openAuthenticityNumbers(table),
};

export const handler = apiHandler(
  { operation: 'letters-look-ups', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  ({ accountId, path }) => readLookUps(deps, accountId, path.letter_id),
);
