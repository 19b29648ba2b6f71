import type { Activities } from '../../adapters/data/accounts/activities.ts';
import type { People } from '../../adapters/data/accounts/people.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { inAccount, type Person, shownName } from '../../core/domain/people.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface NoteInAccountsDeps {
  people: Pick<People, 'membershipsOf'>;
  activities: Pick<Activities, 'record'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Records what a person does with their own sessions in the activity of each account that they belong to (rule
 * DASH-11), before it is done.
 */
export async function noteInAccounts(
  { people, activities, now, randomBytes }: NoteInAccountsDeps,
  person: Person,
  operation: string,
): Promise<void> {
  const created_at = now();
  const memberships = await people.membershipsOf(person.id);
  await settleAll(
    memberships.map((membership) =>
      activities.record({
        id: createId('activity', created_at, randomBytes),
        account_id: membership.account_id,
        person: { id: person.id, name: shownName(inAccount(person, membership)) },
        operation,
        object_id: null,
        outcome: 'done',
        created_at,
      }),
    ),
  );
}
