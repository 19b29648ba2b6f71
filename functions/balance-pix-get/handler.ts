import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { pixQuery } from '../../lib/adapters/http/validators/pix-query.ts';
import { screenQrCode } from '../../lib/adapters/qr-code/screen-qr-code.ts';
import type { PixReceiver } from '../../lib/core/domain/pix.ts';
import { readEnvironment, readOptional } from '../../lib/core/environment.ts';
import { pixResource } from '../../lib/core/resources/pix.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const given = readOptional('PIX_RECEIVER');
// The stack's settings have validated it.
const receiver = given === undefined ? undefined : (JSON.parse(given) as PixReceiver);

export const handler = apiHandler(
  {
    operation: 'balance-pix-get',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(openTable(env.TABLE_NAME)),
    query: pixQuery,
  },
  async ({ accountId, query }) => pixResource(receiver, accountId, query.amount ?? null, screenQrCode),
);
