import { randomBytes } from 'node:crypto';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { searchQuery } from '../../lib/adapters/http/validators/search-query.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { findAnything } from '../../lib/operations/search/find-anything.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  people: openPeople(table),
  invitations: openInvitations(table),
};

export const handler = apiHandler(
  { operation: 'search', docsUrl: env.DOCS_URL, stores: openApiStores(table), query: searchQuery },
  ({ account, query }) => findAnything(deps, account.id, query.text),
);
