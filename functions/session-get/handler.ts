import holidays from '../../data/holidays.json' with { type: 'json' };
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openInvitations } from '../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../lib/adapters/data/accounts/people.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { personHandler } from '../../lib/adapters/http/api-handler.ts';
import { printScheduleOf } from '../../lib/core/domain/print-schedule.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { readSession } from '../../lib/operations/people/read-session.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL', 'PRINT_BATCH_SCHEDULE', 'PRINT_CUTOFF_MINUTES');
const table = openTable(env.TABLE_NAME);
const deps = { people: openPeople(table), invitations: openInvitations(table), accounts: openAccounts(table) };

export const handler = personHandler(
  { operation: 'session-get', docsUrl: env.DOCS_URL, stores: openApiStores(table) },
  async ({ person, signedIn: { expiresAt } }) => {
    const cutoffMinutes = Number(env.PRINT_CUTOFF_MINUTES);
    const printSchedule = printScheduleOf(env.PRINT_BATCH_SCHEDULE, { cutoffMinutes, holidays, now: Date.now() });
    return { body: await readSession(deps, person, { expiresAt, printSchedule }) };
  },
);
