import { type Membership, MOST_PEOPLE, type Role } from '../../../core/domain/people.ts';
import { membershipKey, peopleCountKey, personAccountsPartition } from '../table/keys.ts';
import { shapeOf } from '../table/stored.ts';
import { storedMembership } from '../table/stored-schemas.ts';
import type { Table } from '../table/table.ts';
import { ConditionLost, type Write } from '../table/transactions.ts';

export const membershipShape = /* @__PURE__ */ shapeOf('membership', ({ membership }) => membership, storedMembership);

/** Names of the writes whose conditions can fail. */
export const MEMBERSHIP = 'membership';
export const COUNT = 'count';

export const put = (table: Table, name: string, Item: Record<string, unknown>): Write => ({
  name,
  item: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
});

/** Lost if the person belongs to the account. */
export function newMembership(table: Table, membership: Membership): Write {
  const { account_id, person_id } = membership;
  return put(table, MEMBERSHIP, {
    ...membershipKey(account_id, person_id),
    kind: 'membership',
    GSI1PK: personAccountsPartition(person_id),
    GSI1SK: account_id,
    membership,
    ...membershipShape.stamp,
  });
}

/**
 * Counts of owners and people, the invited included, change with the memberships and invitations, so concurrent changes never leave an account without an
 * owner.
 */
export function countWrite(table: Table, accountId: string, change: { people: number; owners: number }): Write {
  const conditions = [
    ...(change.people > 0 ? ['(attribute_not_exists(people) OR people < :most)'] : []),
    ...(change.owners < 0 ? ['owners > :one'] : []),
  ];
  return {
    name: COUNT,
    item: {
      Update: {
        TableName: table.name,
        Key: peopleCountKey(accountId),
        UpdateExpression: 'SET kind = :kind ADD people :people, owners :owners',
        ...(conditions.length > 0 && { ConditionExpression: conditions.join(' AND ') }),
        ExpressionAttributeValues: {
          ':kind': 'people_count',
          ':people': change.people,
          ':owners': change.owners,
          ...(change.people > 0 && { ':most': MOST_PEOPLE }),
          ...(change.owners < 0 && { ':one': 1 }),
        },
      },
    },
  };
}

export const ownersIn = (role: Role) => (role === 'owner' ? 1 : 0);

/** The name of the write whose condition failed; undefined if all were written. */
export async function unlessLost(work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof ConditionLost) return error.write;
    throw error;
  }
}
