import { join } from 'node:path';
import { openApiStores } from '../../lib/adapters/data/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openDirectory } from '../../lib/adapters/postal-codes/directory.ts';
import { normalizePostalCode } from '../../lib/core/domain/addresses.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { postalCodeResource } from '../../lib/core/resources/postal-code.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'LAMBDA_TASK_ROOT');
const directory = openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes'));

export const handler = apiHandler(
  { operation: 'postal-codes-get', docsUrl: env.DOCS_URL, stores: openApiStores(openTable(env.TABLE_NAME)) },
  async ({ path }) => {
    const digits = normalizePostalCode(path.postal_code);
    if (digits === undefined) {
      throw Problem.invalid([{ param: 'postal_code', code: 'invalid_format', values: { format: 'NNNNN-NNN' } }]);
    }
    const entry = directory.find(digits);
    if (!entry) throw new Problem('postal_code_not_found');
    return postalCodeResource(entry);
  },
);
