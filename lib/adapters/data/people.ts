import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { type Membership, MOST_PEOPLE, type Person, type Role, type Subject } from '../../core/domain/people.ts';
import { sha256 } from '../../core/sha256.ts';
import { commit } from './calls.ts';
import {
  type Key,
  membershipKey,
  peopleCountKey,
  peoplePartition,
  personAccountsPartition,
  personEmailKey,
  personIdentityKey,
  personKey,
} from './keys.ts';
import { queryAll, readItems } from './queries.ts';
import { shapeOf } from './stored.ts';
import { storedMembership, storedPerson } from './stored-schemas.ts';
import { type Table } from './table.ts';
import { ConditionLost, transact, type Write } from './transactions.ts';

const personShape = /* @__PURE__ */ shapeOf('person', ({ person }) => person, storedPerson);
const membershipShape = /* @__PURE__ */ shapeOf('membership', ({ membership }) => membership, storedMembership);

/** A change of an account's people that its current state forbids; nothing was written. */
export type PeopleRefusal = 'exists' | 'full' | 'unknown' | 'last_owner';

/** Names of the writes whose conditions can fail. */
const MEMBERSHIP = 'membership';
const COUNT = 'count';
const EMAIL = 'email';

/** People who sign in, and their places in accounts (rule DASH-10). */
export function openPeople(table: Table) {
  return {
    /** Strongly consistent, so that signing out everywhere takes effect immediately. */
    find: (personId: string) => findPerson(table, personId),
    /** @param email normalized */
    findByEmail: (email: string) => findBehind(table, personEmailKey(sha256(email))),
    findByIdentity: (identity: Subject) => findBehind(table, identityKey(identity)),

    /**
     * Links a person to their identity at the provider, at the first sign-in.
     * @returns false if the person or the identity is already linked
     */
    identify: (person: Person, identity: Subject, name: string | null) => identify(table, person, identity, name),

    /** Strongly consistent, so that a removal takes effect immediately. */
    membership: async (accountId: string, personId: string): Promise<Membership | undefined> => {
      const item = await readItem(table, membershipKey(accountId, personId));
      return item && membershipShape.read(item);
    },

    /** A person's memberships, oldest account first. */
    membershipsOf: async (personId: string): Promise<Membership[]> =>
      (await queryAll(table, personAccountsPartition(personId), 'GSI1')).map(membershipShape.read),

    /** People of an account, in order of their ids. */
    list: (accountId: string) => listPeople(table, accountId),

    // Each is committed with the call's response.
    /**
     * @param newcomer the person, if the caller found none with that e-mail address; the result is `known` if one
     * exists
     */
    join: (membership: Membership, newcomer?: Person, response?: PendingResponse) =>
      join(table, membership, newcomer, response),
    setRole: (before: Membership, role: Role, response?: PendingResponse) => setRole(table, before, role, response),
    leave: (before: Membership, response?: PendingResponse) => leave(table, before, response),
  };
}

export type People = ReturnType<typeof openPeople>;

async function readItem(table: Table, key: Key) {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
  return Item;
}

async function findPerson(table: Table, personId: string): Promise<Person | undefined> {
  const item = await readItem(table, personKey(personId));
  return item && personShape.read(item);
}

async function findBehind(table: Table, key: Key): Promise<Person | undefined> {
  const item = await readItem(table, key);
  return item && findPerson(table, item.person_id as string);
}

const identityKey = ({ issuer, subject }: Subject) => personIdentityKey(sha256(JSON.stringify([issuer, subject])));

const isNew = 'attribute_not_exists(PK)';

const put = (table: Table, name: string, Item: Record<string, unknown>): Write => ({
  name,
  item: { Put: { TableName: table.name, Item, ConditionExpression: isNew } },
});

function personWrites(table: Table, person: Person): Write[] {
  const email = personEmailKey(sha256(person.email));
  return [
    put(table, EMAIL, { ...email, kind: 'person_email', person_id: person.id }),
    put(table, 'person', { ...personKey(person.id), kind: 'person', person, ...personShape.stamp }),
  ];
}

async function identify(table: Table, person: Person, identity: Subject, name: string | null): Promise<boolean> {
  const lost = await unlessLost(
    transact(table, [
      put(table, 'identity', { ...identityKey(identity), kind: 'person_identity', person_id: person.id }),
      {
        name: 'person',
        item: {
          Update: {
            TableName: table.name,
            Key: personKey(person.id),
            UpdateExpression: 'SET person.#identity = :identity, person.#name = :name',
            ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(person.#identity)',
            ExpressionAttributeNames: { '#identity': 'identity', '#name': 'name' },
            ExpressionAttributeValues: { ':identity': { ...identity }, ':name': person.name ?? name },
          },
        },
      },
    ]),
  );
  return lost === undefined;
}

async function listPeople(table: Table, accountId: string): Promise<{ person: Person; membership: Membership }[]> {
  const items = (await queryAll(table, peoplePartition(accountId))).filter(({ kind }) => kind === 'membership');
  const memberships = items.map(membershipShape.read);
  const found = await readItems(
    table,
    memberships.map(({ person_id }) => personKey(person_id)),
  );
  const people = new Map(found.map((item) => [personShape.read(item).id, personShape.read(item)]));
  return memberships.map((membership) => ({ person: people.get(membership.person_id)!, membership }));
}

/**
 * Counts of owners and people change with the memberships, so concurrent changes never leave an account without an
 * owner.
 */
function countWrite(table: Table, accountId: string, change: { people: number; owners: number }): Write {
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

const ownersIn = (role: Role) => (role === 'owner' ? 1 : 0);

async function join(
  table: Table,
  membership: Membership,
  newcomer: Person | undefined,
  response: PendingResponse | undefined,
): Promise<'done' | PeopleRefusal | 'known'> {
  const { account_id, person_id, role } = membership;
  const Item = {
    ...membershipKey(account_id, person_id),
    kind: 'membership',
    GSI1PK: personAccountsPartition(person_id),
    GSI1SK: account_id,
    membership,
    ...membershipShape.stamp,
  };
  const lost = await unlessLost(
    commit(
      table,
      [
        ...(newcomer ? personWrites(table, newcomer) : []),
        put(table, MEMBERSHIP, Item),
        countWrite(table, account_id, { people: 1, owners: ownersIn(role) }),
      ],
      response,
    ),
  );
  if (lost === undefined) return 'done';
  if (lost === EMAIL) return 'known';
  return lost === MEMBERSHIP ? 'exists' : 'full';
}

/** The condition includes the role, so that the counts match the change. */
const asBefore = (before: Membership) => ({
  ConditionExpression: 'membership.#role = :before',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':before': before.role },
});

async function setRole(
  table: Table,
  before: Membership,
  role: Role,
  response: PendingResponse | undefined,
): Promise<'done' | PeopleRefusal> {
  const { ExpressionAttributeValues, ...condition } = asBefore(before);
  const change: Write = {
    name: MEMBERSHIP,
    item: {
      Update: {
        TableName: table.name,
        Key: membershipKey(before.account_id, before.person_id),
        UpdateExpression: 'SET membership.#role = :role',
        ...condition,
        ExpressionAttributeValues: { ...ExpressionAttributeValues, ':role': role },
      },
    },
  };
  const owners = ownersIn(role) - ownersIn(before.role);
  return outcomeOf(commit(table, [change, countWrite(table, before.account_id, { people: 0, owners })], response));
}

async function leave(
  table: Table,
  before: Membership,
  response: PendingResponse | undefined,
): Promise<'done' | PeopleRefusal> {
  const Key = membershipKey(before.account_id, before.person_id);
  const removal: Write = { name: MEMBERSHIP, item: { Delete: { TableName: table.name, Key, ...asBefore(before) } } };
  const owners = -ownersIn(before.role);
  return outcomeOf(commit(table, [removal, countWrite(table, before.account_id, { people: -1, owners })], response));
}

async function outcomeOf(work: Promise<void>): Promise<'done' | PeopleRefusal> {
  const lost = await unlessLost(work);
  return lost === undefined ? 'done' : lost === MEMBERSHIP ? 'unknown' : 'last_owner';
}

/** The name of the write whose condition failed; undefined if all were written. */
async function unlessLost(work: Promise<void>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof ConditionLost) return error.write;
    throw error;
  }
}
