import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { openInvitations } from '../../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { recognize } from '../../../lib/operations/people/sign-in.ts';
import { newBrowser, newEmail, signedIn } from '../../support/dashboard.ts';
import { openCustomer, useService } from '../../support/service.ts';
import { operatorOf } from './support/operator.ts';

const operator = operatorOf(useService().control.url);

test('operator people sign-out: ends every session of that person alone, also in accounts of others', async () => {
  const [{ id }, other] = [await openCustomer(), await openCustomer()];
  const email = newEmail();
  const here = await signedIn(id, 'owner', email);
  const there = newBrowser();
  await there.signIn(email);
  const colleague = await signedIn(id, 'viewer');
  const person = (await here.ask('GET', '/session')).body.person.id as string;
  const stranger = await operator.refusal('people', 'sign-out', other.id, person);
  expect(stranger).toMatchObject({ exit: 1, error: { code: 'resource_not_found' } });
  expect((await here.ask('GET', '/session')).status).toBe(200);

  const { output } = await operator.run('people', 'sign-out', id, person);
  expect(output).toBe(`${person} is signed out everywhere: ${email}.\n`);
  for (const browser of [here, there])
    expect((await browser.ask('GET', '/session')).body.error.code).toBe('session_ended');
  expect((await colleague.ask('GET', '/session')).status).toBe(200);
  // The provider still has its session, and asks for a new authentication.
  expect((await here.follow('/api/sign-in')).url).toMatch(/^\/_sign-in\/interaction\//);
  expect(await here.signIn(email)).toBe('/');
});

test('operator people unlink: who signs up anew with the address is the same person, and their old user is nobody', async () => {
  const { id } = await openCustomer();
  const email = newEmail();
  const before = await signedIn(id, 'sender', email);
  const person = (await before.ask('GET', '/session')).body.person.id as string;
  const { aws, outputs } = await useService().control.get('/stack');
  const table = openTable(outputs.TableName, new DynamoDBClient(aws));
  const people = openPeople(table);
  const lost = (await people.find(person))!.identity!;

  const unlinked = await operator.json('people', 'unlink', id, person);
  expect(unlinked).toEqual({ id: person, email });
  expect(await operator.json('people', 'unlink', id, person)).toEqual(unlinked);
  expect((await before.ask('GET', '/session')).body.error.code).toBe('session_ended');
  expect(await people.findByIdentity(lost)).toBeUndefined();

  const deps = { people, invitations: openInvitations(table), now: () => Date.now(), randomBytes };
  const anew = { issuer: lost.issuer, subject: `new-${lost.subject}`, email, emailVerified: true, name: null };
  expect((await recognize(deps, anew))?.id).toBe(person);
  expect(await recognize(deps, { ...anew, subject: lost.subject })).toBeUndefined();
  expect((await people.membership(id, person))!.role).toBe('sender');
});

test.each(['Ana\nSouza', 'Ana\u001b[2J', 'Ana \u202eazuoS'])(
  'operator people add: rejects the name %j',
  async (name) => {
    const { id } = await openCustomer();
    const options = ['--email', newEmail(), '--role', 'viewer', '--name', name];
    const { exit, messages } = await operator.run('people', 'add', id, ...options);
    expect(exit).not.toBe(0);
    expect(messages).toContain('--name must be one line, without control characters');
    expect(await operator.json('people', 'list', id)).toEqual([]);
  },
);
