import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { roleChange } from '../../lib/adapters/http/validators/role-change.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { changeRole } from '../../lib/operations/people/change-people.ts';
import { endingOf } from '../../lib/operations/people/made-by.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { people: openPeople(table), invitations: openInvitations(table) };
const made = { apiKeys: openApiKeys(table), endpoints: openWebhookEndpoints(table), now: () => Date.now() };

export const handler = apiHandler(
  { operation: 'people-role', docsUrl: env.DOCS_URL, stores: openApiStores(table), body: jsonBody(roleChange) },
  async ({ accountId, path: { person_id }, body: { role, revoke = [] }, toResponse }) => {
    const endsBesides = () => endingOf(made, accountId, person_id, revoke);
    return changeRole(deps, accountId, person_id, role, { endsBesides, toResponse });
  },
);
