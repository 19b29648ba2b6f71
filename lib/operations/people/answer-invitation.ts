import type { Invitations } from '../../adapters/data/accounts/invitations.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { createId, isId, type RandomBytes } from '../../core/domain/ids.ts';
import { type Person, shownName } from '../../core/domain/people.ts';
import { Problem } from '../../core/domain/problems.ts';
import { settleAll } from '../../core/settle-all.ts';
import { isGood } from './invite-person.ts';

interface AnswerDeps {
  invitations: Pick<Invitations, 'find' | 'accept' | 'end'>;
  people: Pick<People, 'membership'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Makes the signed-in person a member of an account that has invited their address. Accepting again is harmless (rule
 * DASH-10).
 * @throws Problem resource_not_found without an invitation, or once who sent it may not invite
 */
export async function acceptInvitation(
  { invitations, people, now, randomBytes }: AnswerDeps,
  person: Person,
  accountId: string,
  response: PendingResponse,
): Promise<void> {
  if (!isId('account', accountId)) throw new Problem('resource_not_found');
  for (;;) {
    const [invitation, membership] = await settleAll([
      invitations.find(accountId, person.email),
      people.membership(accountId, person.id),
    ]);
    if (!invitation) {
      if (membership) return;
      throw new Problem('resource_not_found');
    }
    // The operator has added them in the meantime.
    if (membership) {
      if (await invitations.end(invitation, response)) return;
      continue;
    }
    if (!(await isGood(people, invitation))) throw new Problem('resource_not_found');
    const created_at = now();
    const { role, name } = invitation;
    const joined = { account_id: accountId, person_id: person.id, role, name, created_at };
    const activity = {
      id: createId('activity', created_at, randomBytes),
      account_id: accountId,
      person: { id: person.id, name: shownName(person) },
      operation: 'invitations-accept',
      object_id: invitation.id,
      outcome: 'done' as const,
      created_at,
    };
    if (await invitations.accept(invitation, joined, { activity, response })) return;
    // It has changed or ended at the same moment.
  }
}

/**
 * Ends an invitation of the signed-in person's address; the account learns nothing of the person.
 * @throws Problem resource_not_found without an invitation
 */
export async function declineInvitation(
  { invitations }: { invitations: Pick<Invitations, 'find' | 'end'> },
  { email }: Person,
  accountId: string,
  response: PendingResponse,
): Promise<void> {
  if (!isId('account', accountId)) throw new Problem('resource_not_found');
  for (;;) {
    const invitation = await invitations.find(accountId, email);
    if (!invitation) throw new Problem('resource_not_found');
    if (await invitations.end(invitation, response)) return;
    // Its role has changed at the same moment.
  }
}
