import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { declineInvitation } from '../../lib/operations/people/answer-invitation.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const deps = { invitations: openInvitations(table) };

export const handler = personHandler(
  { operation: 'invitations-decline', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ person, path: { account_id }, toResponse }) => {
    const body = { object: 'invitation', account_id, deleted: true };
    await declineInvitation(deps, person, account_id, toResponse(body));
    return { body };
  },
);
