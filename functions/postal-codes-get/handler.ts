import { join } from 'node:path';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openDirectory } from '../../lib/adapters/postal-codes/directory.ts';
import { normalizePostalCode } from '../../lib/core/domain/addresses.ts';
import { type Detail, Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { postalCodeResource } from '../../lib/core/resources/postal-code.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'LAMBDA_TASK_ROOT');
const directory = openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes'));

export const handler = gatheringApiHandler(
  { operation: 'postal-codes-get', docsUrl: env.DOCS_URL, stores: openApiStores(openTable(env.TABLE_NAME)) },
  async ({ path, violations }) => {
    const digits = normalizePostalCode(path.postal_code);
    const malformed: Detail[] =
      digits === undefined ? [{ param: 'postal_code', code: 'invalid_format', values: { format: 'NNNNN-NNN' } }] : [];
    if (digits === undefined || violations.length > 0) throw Problem.invalid([...malformed, ...violations]);
    const entry = directory.find(digits);
    if (!entry) throw new Problem('postal_code_not_found');
    return postalCodeResource(entry);
  },
);
