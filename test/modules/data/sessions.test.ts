import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../../lib/adapters/data/accounts/sessions.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { Person } from '../../../lib/core/domain/people.ts';
import type { Session } from '../../../lib/core/domain/sessions.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { callWithTime } from '../../support/calls.ts';
import { useTable } from '../../support/dynamodb.ts';

const table = useTable();
const NOW = Date.UTC(2026, 0, 5, 12);
const newHash = () => randomBytes(32).toString('hex');

/** A person in two browsers: `here` and `there` are the hashes of their cookies. */
async function signedIn() {
  const sessions = openSessions(table());
  const id = createId('person', NOW, randomBytes);
  const person: Person = { id, email: `${id}@example.com`, name: null, generation: 0, created_at: NOW };
  const account_id = createId('account', NOW, randomBytes);
  await openPeople(table()).join({ account_id, person_id: id, role: 'owner', created_at: NOW }, person);
  const [here, there] = [newHash(), newHash()];
  const session: Session = { person_id: id, generation: 0, created_at: NOW, seen_at: NOW };
  for (const hash of [here, there]) await sessions.begin(hash, session, DAY_MS);
  const generation = async () => (await openPeople(table()).find(id))!.generation;
  return { sessions, person, session, here, there, generation };
}

const response = () => ({ call: callWithTime(), status: 200, body: {} });

test('a session is not replaced', async () => {
  const { sessions, session, here } = await signedIn();
  const other = { ...session, person_id: createId('person', NOW, randomBytes) };
  await expect(sessions.begin(here, other, DAY_MS)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  expect(await sessions.find(here)).toEqual(session);
});

test('a request that is recorded late does not bring back a session that has ended', async () => {
  const { sessions, session, here } = await signedIn();
  await sessions.note(here, NOW + 1, session);
  expect((await sessions.find(here))!.seen_at).toBe(NOW + 1);
  await sessions.end(here);
  await sessions.note(here, NOW + 2, session);
  expect(await sessions.find(here)).toBeUndefined();
});

test('two requests that end sessions of one person at once: one is told that the person has changed', async () => {
  const { sessions, person, here, there, generation } = await signedIn();
  expect(await sessions.endOthers(person, here, response())).toBe(true);
  expect(await sessions.endOthers(person, there, response())).toBe(false);
  expect(await sessions.endAll(person, { tokenSha256: there, response: response() })).toBe(false);
  expect(await generation()).toBe(1);
  expect([(await sessions.find(here))!.generation, (await sessions.find(there))!.generation]).toEqual([1, 0]);
});

test('a person who has changed is not unlinked from their identity', async () => {
  const { sessions, person, generation } = await signedIn();
  const people = openPeople(table());
  const identity = { issuer: 'https://example.com', subject: person.id };
  await people.identify(person, identity, null);
  expect(await sessions.endAll(person)).toBe(true);
  expect(await people.unlink({ ...person, identity })).toBe(false);
  expect((await people.findByIdentity(identity))!.id).toBe(person.id);
  expect(await people.unlink({ ...person, generation: 1, identity })).toBe(true);
  expect(await people.findByIdentity(identity)).toBeUndefined();
  expect(await generation()).toBe(2);
});

test('a check of an idle session is not written over a request of the meantime', async () => {
  const { sessions, session, here } = await signedIn();
  await sessions.note(here, NOW + 1, session);
  const idle = { next: undefined, refreshToken: 'other' };
  expect(await sessions.checked(here, { seen_at: NOW }, idle)).toBe(false);
  expect(await sessions.checked(here, { seen_at: NOW + 1 }, idle)).toBe(true);
});
