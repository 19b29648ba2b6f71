import type { Accounts } from '../../adapters/data/accounts.ts';
import type { People } from '../../adapters/data/people.ts';
import { companyNameOf } from '../../core/domain/accounts.ts';
import type { Person } from '../../core/domain/people.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import type { SessionResource } from '../../core/schemas/session.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface ReadSessionDeps {
  people: Pick<People, 'membershipsOf'>;
  accounts: Pick<Accounts, 'find'>;
}

/**
 * The signed-in person with their accounts, oldest first.
 * @param expiresAt epoch milliseconds
 */
export async function readSession(
  { people, accounts }: ReadSessionDeps,
  { id, name, email }: Person,
  expiresAt: number,
): Promise<SessionResource> {
  const memberships = await people.membershipsOf(id);
  const found = await settleAll(memberships.map(({ account_id }) => accounts.find(account_id)));
  return {
    object: 'session',
    person: { id, name, email },
    accounts: memberships.flatMap(({ role }, index) => {
      const account = found[index];
      return account ? [{ id: account.id, name: companyNameOf(account), role }] : [];
    }),
    expires_at: timestamp(expiresAt),
  };
}
