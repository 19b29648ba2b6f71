import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Invitations } from '../../adapters/data/accounts/invitations.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import { companyNameOf } from '../../core/domain/accounts.ts';
import type { Person } from '../../core/domain/people.ts';
import type { PrintSchedule } from '../../core/domain/print-schedule.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import type { SessionResource } from '../../core/schemas/session.ts';
import { settleAll } from '../../core/settle-all.ts';
import { isGood } from './invite-person.ts';

export interface ReadSessionDeps {
  people: Pick<People, 'membershipsOf' | 'membership'>;
  invitations: Pick<Invitations, 'to'>;
  accounts: Pick<Accounts, 'find'>;
}

/**
 * The signed-in person with their accounts, oldest first, and the invitations that wait for them.
 * @param state.expiresAt epoch milliseconds
 */
export async function readSession(
  { people, invitations, accounts }: ReadSessionDeps,
  { id, name, email }: Person,
  { expiresAt, printSchedule }: { expiresAt: number; printSchedule: PrintSchedule | null },
): Promise<SessionResource> {
  const [memberships, sent] = await settleAll([people.membershipsOf(id), invitations.to(email)]);
  const good = await settleAll(sent.map((invitation) => isGood(people, invitation)));
  const invited = sent.filter((_, index) => good[index]);
  const found = await settleAll([...memberships, ...invited].map(({ account_id }) => accounts.find(account_id)));
  const nameOf = (account_id: string) => {
    const account = found.find((each) => each?.id === account_id);
    return account && { id: account.id, name: companyNameOf(account) };
  };
  return {
    object: 'session',
    person: { id, name, email },
    accounts: memberships.flatMap(({ account_id, role }) => {
      const account = nameOf(account_id);
      return account ? [{ ...account, role }] : [];
    }),
    invitations: invited.flatMap(({ account_id, role, invited_by, created_at }) => {
      const account = nameOf(account_id);
      return account ? [{ account, role, invited_by, created_at: timestamp(created_at) }] : [];
    }),
    expires_at: timestamp(expiresAt),
    print_schedule: printSchedule,
  };
}
