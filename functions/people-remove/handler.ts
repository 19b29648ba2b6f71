import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openWebhookEndpoints } from '../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { personRemovalQuery } from '../../lib/adapters/http/validators/person-removal-query.ts';
import { mayRevoke } from '../../lib/core/domain/dashboard-operations.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { removePerson } from '../../lib/operations/people/change-people.ts';
import { endingOf } from '../../lib/operations/people/made-by.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { people: openPeople(table), invitations: openInvitations(table) };
const made = { apiKeys: openApiKeys(table), endpoints: openWebhookEndpoints(table), now: () => Date.now() };

export const handler = apiHandler(
  { operation: 'people-remove', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: personRemovalQuery },
  async ({ accountId, path: { person_id }, query, role, toResponse }) => {
    const revoke = query.revoke?.split(',') ?? [];
    // Everybody may leave, but not everybody may end keys on the way out.
    if (revoke.length > 0 && !mayRevoke(role)) throw new Problem('role_insufficient');
    const endsBesides = () => endingOf(made, accountId, person_id, revoke);
    return removePerson(deps, accountId, person_id, { endsBesides, toResponse });
  },
);
