import { join } from 'node:path';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { addressChecksOrder } from '../../lib/adapters/http/validators/address-checks-order.ts';
import { openDirectory } from '../../lib/adapters/postal-codes/directory.ts';
import { openStreetIndex, STREET_INDEX } from '../../lib/adapters/postal-codes/street-index.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { checkAddresses } from '../../lib/operations/addresses/check-addresses.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'LAMBDA_TASK_ROOT');
const deps = {
  directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
  index: openStreetIndex(join(env.LAMBDA_TASK_ROOT, STREET_INDEX)),
};

export const handler = apiHandler(
  {
    operation: 'addresses-check',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(openTable(env.TABLE_NAME)),
    body: jsonBody(addressChecksOrder),
    onlyReads: true,
  },
  async ({ body }) => checkAddresses(deps, body),
);
