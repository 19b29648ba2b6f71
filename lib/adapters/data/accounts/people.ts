import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { Membership, Person, Role, Subject } from '../../../core/domain/people.ts';
import { sha256 } from '../../../core/sha256.ts';
import { commit } from '../table/calls.ts';
import {
  type Key,
  membershipKey,
  peoplePartition,
  personAccountsPartition,
  personEmailKey,
  personIdentityKey,
  personKey,
} from '../table/keys.ts';
import { queryAll, readItems } from '../table/queries.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedPerson } from '../table/stored-schemas.ts';
import { type Table } from '../table/table.ts';
import { transact, type Write } from '../table/transactions.ts';
import {
  COUNT,
  countWrite,
  MEMBERSHIP,
  membershipShape,
  newMembership,
  ownersIn,
  put,
  unlessLost,
} from './memberships.ts';

const personShape = /* @__PURE__ */ shapeOf('person', ({ person }) => person, storedPerson);

/** A change of an account's people that its current state forbids; nothing was written. */
export type PeopleRefusal = 'exists' | 'full' | 'unknown' | 'last_owner';

/** Name of the write whose condition fails if the address has a person. */
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

    /**
     * Unlinks a person from their identity at the provider and ends all their sessions: the next sign-in with their
     * address links them anew.
     * @returns false, with nothing written, if the person has changed in the meantime
     */
    unlink: (person: Person & { identity: Subject }): Promise<boolean> => unlink(table, person),

    /**
     * Stores a person who signs in for the first time, whom no account has added.
     * @returns false if there is one with this identity or address
     */
    register: async (person: Person & { identity: Subject }): Promise<boolean> =>
      (await unlessLost(
        transact(table, [
          put(table, 'identity', { ...identityKey(person.identity), kind: 'person_identity', person_id: person.id }),
          ...personWrites(table, person),
        ]),
      )) === undefined,

    /** Stores the name that the provider tells now. */
    rename: async ({ id }: Person, name: string): Promise<void> => {
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: personKey(id),
          UpdateExpression: 'SET person.#name = :name',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeNames: { '#name': 'name' },
          ExpressionAttributeValues: { ':name': name },
        }),
      );
    },

    /** Strongly consistent, so that a removal takes effect immediately. */
    membership: async (accountId: string, personId: string): Promise<Membership | undefined> => {
      const item = await readItem(table, membershipKey(accountId, personId));
      return item && membershipShape.read(item);
    },

    /** A person's memberships, oldest account first. */
    membershipsOf: async (personId: string): Promise<Membership[]> =>
      readEach(table, await queryAll(table, personAccountsPartition(personId), 'GSI1'), membershipShape.read),

    /** People of an account, in order of their ids. */
    list: (accountId: string) => listPeople(table, accountId),

    // Each is committed with the call's response.
    /**
     * @param newcomer the person, if the caller found none with that e-mail address; the result is `known` if one
     * exists
     */
    join: (membership: Membership, newcomer?: Person, response?: PendingResponse) =>
      join(table, membership, newcomer, response),
    // `more` writes what else ends with the change.
    setRole: (before: Membership, role: Role, response?: PendingResponse, more: readonly Write[] = []) =>
      setRole(table, before, role, response, more),
    leave: (before: Membership, response?: PendingResponse, more: readonly Write[] = []) =>
      leave(table, before, response, more),
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
            ExpressionAttributeValues: { ':identity': { ...identity }, ':name': name ?? person.name },
          },
        },
      },
    ]),
  );
  return lost === undefined;
}

async function unlink(table: Table, { id, identity, generation }: Person & { identity: Subject }): Promise<boolean> {
  const lost = await unlessLost(
    transact(table, [
      { name: 'identity', item: { Delete: { TableName: table.name, Key: identityKey(identity) } } },
      {
        name: 'person',
        item: {
          Update: {
            TableName: table.name,
            Key: personKey(id),
            UpdateExpression: 'SET person.generation = :next REMOVE person.#identity',
            ConditionExpression: 'person.generation = :present',
            ExpressionAttributeNames: { '#identity': 'identity' },
            ExpressionAttributeValues: { ':present': generation, ':next': generation + 1 },
          },
        },
      },
    ]),
  );
  return lost === undefined;
}

async function listPeople(table: Table, accountId: string): Promise<{ person: Person; membership: Membership }[]> {
  const items = (await queryAll(table, peoplePartition(accountId))).filter(({ kind }) => kind === 'membership');
  const memberships = readEach(table, items, membershipShape.read);
  const found = await readItems(
    table,
    memberships.map(({ person_id }) => personKey(person_id)),
  );
  const people = new Map(readEach(table, found, personShape.read).map((person) => [person.id, person]));
  return memberships.flatMap((membership) => {
    const person = people.get(membership.person_id);
    return person ? [{ person, membership }] : [];
  });
}

async function join(
  table: Table,
  membership: Membership,
  newcomer: Person | undefined,
  response: PendingResponse | undefined,
): Promise<'done' | PeopleRefusal | 'known'> {
  const { account_id, role } = membership;
  const lost = await unlessLost(
    commit(
      table,
      [
        ...(newcomer ? personWrites(table, newcomer) : []),
        newMembership(table, membership),
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
  more: readonly Write[],
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
  return outcomeOf(
    commit(table, [change, countWrite(table, before.account_id, { people: 0, owners }), ...more], response),
  );
}

async function leave(
  table: Table,
  before: Membership,
  response: PendingResponse | undefined,
  more: readonly Write[],
): Promise<'done' | PeopleRefusal> {
  const Key = membershipKey(before.account_id, before.person_id);
  const removal: Write = { name: MEMBERSHIP, item: { Delete: { TableName: table.name, Key, ...asBefore(before) } } };
  const owners = -ownersIn(before.role);
  return outcomeOf(
    commit(table, [removal, countWrite(table, before.account_id, { people: -1, owners }), ...more], response),
  );
}

async function outcomeOf(work: Promise<void>): Promise<'done' | PeopleRefusal> {
  const lost = await unlessLost(work);
  return lost === undefined ? 'done' : lost === COUNT ? 'last_owner' : 'unknown';
}
