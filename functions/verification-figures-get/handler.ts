import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { periodOf } from '../../lib/adapters/http/list-query.ts';
import { verificationFiguresQuery } from '../../lib/adapters/http/validators/verification-figures-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { verificationFiguresResource } from '../../lib/core/resources/verification-figures.ts';
import { countVerifications } from '../../lib/operations/verifications/count-verifications.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const verifications = openVerifications(table, { now: () => Date.now(), randomBytes });

export const handler = apiHandler(
  {
    operation: 'verification-figures-get',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    query: verificationFiguresQuery,
  },
  async ({ accountId, query }) => {
    const period = periodOf(query);
    return verificationFiguresResource(period, await countVerifications({ verifications }, accountId, period));
  },
);
