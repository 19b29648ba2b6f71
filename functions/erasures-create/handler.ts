import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openEvents } from '../../lib/adapters/data/table/events.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { erasureOrder } from '../../lib/adapters/http/validators/erasure-order.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { orderErasure } from '../../lib/operations/mailings/order-erasure.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  ...tools,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  events: openEvents(table, tools.now),
};

export const handler = apiHandler(
  {
    operation: 'erasures-create',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    body: jsonBody(erasureOrder),
    status: 201,
  },
  ({ accountId, body, toResponse }) => orderErasure(deps, accountId, body.mailing_id, toResponse),
);
