import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { openPage } from '../../lib/adapters/http/list-query.ts';
import { codeAttemptQuery } from '../../lib/adapters/http/validators/code-attempt-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { verificationAttemptResource } from '../../lib/core/resources/verification-attempt.ts';
import { listAttempts } from '../../lib/operations/verifications/list-attempts.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const verifications = openVerifications(table, { now: () => Date.now(), randomBytes });

export const handler = apiHandler(
  {
    operation: 'verification-attempts-list',
    docsUrl: env.DOCS_URL,
    stores: openApiStores(table),
    query: codeAttemptQuery,
  },
  async ({ account, path, query }) => {
    const { page, nextCursor } = openPage(`attempts of ${path.verification_id}`, account, query);
    const { verification, rows, next } = await listAttempts({ verifications }, account.id, path.verification_id, page);
    const data = rows.map((attempt) => verificationAttemptResource(verification, attempt));
    return { object: 'list', data, has_more: next !== null, next_cursor: nextCursor(next) };
  },
);
