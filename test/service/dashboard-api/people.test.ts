import { describe, expect, test } from '@jest/globals';
import { instantOfId } from '../../../lib/core/domain/ids.ts';
import { ApiClient } from '../../support/api.ts';
import type { Browser } from '../../support/browser.ts';
import { newBrowser, newEmail, signedIn } from '../../support/dashboard.ts';
import { letterBody } from '../../support/letters.ts';
import { openCustomer, useCustomer, useService } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';

const customer = useCustomer();
const at = (path: string) => `/accounts/${customer().id}${path}`;

describe('people', () => {
  test('whom the operator adds are members, active after the first sign-in', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const email = newEmail();
    const order = { email, role: 'viewer', name: 'Bia' };
    const added = await useService().control.post(`/accounts/${customer().id}/people`, order);
    expect(added).toMatchObject({ object: 'person', email, name: 'Bia', role: 'viewer', state: 'invited' });
    await newBrowser().signIn(email);
    const { body: list } = await owner.ask('GET', at('/people'));
    expect(list.data).toContainEqual({ ...added, state: 'active' });
    expect((await owner.ask('POST', at('/people'), { email, role: 'sender' })).body.error.code).toBe('person_exists');
    const { body: refused } = await owner.ask('POST', at('/people'), { email: 'ana.exemplo.com', role: 'chefe' });
    expect(refused.error.details).toMatchObject([
      { param: 'email', code: 'invalid_format' },
      { param: 'role', code: 'invalid_value' },
    ]);
  });

  test('lose access, or get another role, from the next request on', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const sender = await signedIn(customer().id, 'sender');
    const { id } = (await sender.ask('GET', '/session')).body.person;
    await owner.ask('PATCH', at(`/people/${id}`), { role: 'viewer' });
    expect((await sender.ask('POST', at('/uploads'), {})).body.error.code).toBe('role_insufficient');
    expect((await owner.ask('DELETE', at(`/people/${id}`))).body).toEqual({
      id,
      object: 'person',
      deleted: true,
      revoked: [],
      kept: [],
    });
    expect((await sender.ask('GET', at('/letters'))).body.error.code).toBe('resource_not_found');
    expect((await sender.ask('GET', '/session')).body.accounts).toEqual([]);
  });

  test('keep at least one owner, even when two leave at once', async () => {
    const [first, second] = [await signedIn(customer().id, 'owner'), await signedIn(customer().id, 'owner')];
    const ids = [];
    for (const browser of [first, second]) ids.push((await browser.ask('GET', '/session')).body.person.id as string);
    const answers = await Promise.all([
      first.ask('DELETE', at(`/people/${ids[1]}`)),
      second.ask('PATCH', at(`/people/${ids[0]}`), { role: 'viewer' }),
    ]);
    // The second one got `last_owner`, or had already lost the role.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await (answers[0].status === 200 ? first : second).ask('GET', at('/people'));
    expect(body.data.filter(({ role }: { role: string }) => role === 'owner')).toHaveLength(1);
  });

  test('cannot be without any owner', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const { id } = (await owner.ask('GET', '/session')).body.person;
    for (const { status, body } of [
      await owner.ask('DELETE', at(`/people/${id}`)),
      await owner.ask('PATCH', at(`/people/${id}`), { role: 'viewer' }),
    ])
      expect([status, body.error.code]).toEqual([409, 'last_owner']);
  });
});

describe('an invitation', () => {
  const invite = async (owner: Browser, order: object) => {
    const { status, body } = await owner.ask('POST', at('/people'), order);
    expect(status).toBe(201);
    return body as { id: string; email: string };
  };
  const invitationsOf = async (browser: Browser) => (await browser.ask('GET', '/session')).body.invitations;
  const invitationsOfThisAccount = async (browser: Browser) =>
    ((await invitationsOf(browser)) as { account: { id: string } }[]).filter(
      ({ account }) => account.id === customer().id,
    );
  const peopleSeenBy = async (browser: Browser) => (await browser.ask('GET', at('/people'))).body.data;
  /** A person of another account, whose provider tells their name. */
  const stranger = async () => signedIn((await openCustomer()).id, 'sender', 'clara@exemplo.com.br');

  test('says the same of a person whom the service knows as of one whom it does not', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const known = await stranger();
    const { person } = (await known.ask('GET', '/session')).body;
    expect(person.name).toBe('Clara Nunes');
    const order = { role: 'developer', name: 'Palpite' };
    const [one, other] = [
      await invite(owner, { ...order, email: person.email }),
      await invite(owner, { ...order, email: newEmail() }),
    ];
    const shape = { ...order, object: 'person', state: 'invited', created_at: expect.any(String) };
    for (const { id, email, ...rest } of [one, other]) {
      expect(rest).toEqual(shape);
      expect(id).not.toBe(person.id);
      // Its first ten characters are the instant of the invitation, not of the person.
      expect(instantOfId(id)).toBeGreaterThan(instantOfId(person.id));
      expect(await peopleSeenBy(owner)).toContainEqual({ id, email, ...rest });
    }
    for (const email of [one.email, other.email])
      expect((await owner.ask('POST', at('/people'), { email, role: 'viewer' })).body.error.code).toBe('person_exists');
  });

  test('gives nothing before it is accepted, and a membership afterwards', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const known = await stranger();
    const { id, email } = (await known.ask('GET', '/session')).body.person;
    const invitation = await invite(owner, { email, role: 'owner', name: 'Palpite' });
    expect((await known.ask('GET', at('/letters'))).status).toBe(404);
    const accounts = (await known.ask('GET', '/session')).body.accounts as { id: string }[];
    expect(accounts.map((account) => account.id)).not.toContain(customer().id);
    expect(await invitationsOfThisAccount(known)).toEqual([
      {
        account: { id: customer().id, name: 'Empresa de Teste Ltda.' },
        role: 'owner',
        invited_by: expect.stringContaining('@'),
        created_at: expect.any(String),
      },
    ]);
    // An invited owner is no owner yet: the account would be without one.
    const self = (await owner.ask('GET', '/session')).body.person.id;
    expect((await owner.ask('DELETE', at(`/people/${self}`))).body.error.code).toBe('last_owner');
    // The owner may change their mind until then.
    const changed = await owner.ask('PATCH', at(`/people/${invitation.id}`), { role: 'developer' });
    expect(changed.body).toMatchObject({ id: invitation.id, role: 'developer', state: 'invited' });

    const accept = () => known.ask('POST', `/invitations/${customer().id}/accept`);
    expect((await accept()).body).toEqual({ object: 'invitation', account_id: customer().id, accepted: true });
    expect((await accept()).status).toBe(200);
    expect((await known.ask('GET', at('/letters'))).status).toBe(200);
    expect(await invitationsOfThisAccount(known)).toEqual([]);
    // The person's own name, not the one that the owner had given.
    expect(await peopleSeenBy(owner)).toContainEqual(
      expect.objectContaining({ id, name: 'Clara Nunes', role: 'developer', state: 'active' }),
    );
    expect((await peopleSeenBy(owner)).map((person: { id: string }) => person.id)).not.toContain(invitation.id);
    const { data: log } = (await owner.ask('GET', at('/activity'))).body;
    expect(log[0]).toMatchObject({
      operation: 'invitations-accept',
      person: { id, name: 'Clara Nunes' },
      object_id: invitation.id,
      outcome: 'done',
    });
  });

  test('of somebody who has never signed in leads from the first sign-in to the account in one step', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const email = newEmail();
    await invite(owner, { email, role: 'sender', name: 'Bia' });
    const browser = newBrowser();
    expect(await browser.signIn(email)).toBe('/');
    expect((await browser.ask('GET', '/session')).body).toMatchObject({ person: { name: null }, accounts: [] });
    expect(await invitationsOf(browser)).toMatchObject([{ account: { id: customer().id }, role: 'sender' }]);
    expect((await browser.ask('POST', `/invitations/${customer().id}/accept`)).status).toBe(200);
    // No provider has told a name: the account's own stays, in its lists and in its log.
    expect(await peopleSeenBy(owner)).toContainEqual(expect.objectContaining({ email, name: 'Bia', state: 'active' }));
    await browser.ask('POST', at('/letters'), letterBody());
    const { data: log } = (await owner.ask('GET', at('/activity'))).body;
    expect(log[0]).toMatchObject({ operation: 'letters-create', person: { name: 'Bia' } });
  });

  test('is shown as ended once who sent it may invite nobody any more', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const leaver = await signedIn(customer().id, 'owner');
    const email = newEmail();
    const { id } = await invite(leaver, { email, role: 'viewer' });
    const stateFor = async () => (await peopleSeenBy(owner)).find((each: { id: string }) => each.id === id).state;
    expect(await stateFor()).toBe('invited');
    const { id: leaverId } = (await leaver.ask('GET', '/session')).body.person;
    expect((await owner.ask('DELETE', at(`/people/${leaverId}`))).status).toBe(200);
    expect(await stateFor()).toBe('invitation_ended');
    const changed = await owner.ask('PATCH', at(`/people/${id}`), { role: 'sender' });
    expect(changed.body).toMatchObject({ id, role: 'sender', state: 'invitation_ended' });
    const browser = newBrowser();
    await browser.signIn(email);
    expect(await invitationsOf(browser)).toEqual([]);
  });

  test('can be declined, withdrawn, and answered by nobody else', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const [invited, other] = [newEmail(), newEmail()];
    const { id } = await invite(owner, { email: invited, role: 'viewer' });
    await invite(owner, { email: other, role: 'viewer' });
    const browser = newBrowser();
    await browser.signIn(invited);
    const outsider = await stranger();
    for (const [method, path] of [
      ['POST', `/invitations/${customer().id}/accept`],
      ['DELETE', `/invitations/${customer().id}`],
      ['POST', '/invitations/acc_x%23PEOPLE/accept'],
    ] as const)
      expect((await outsider.ask(method, path)).body.error.code).toBe('resource_not_found');
    const decline = () => browser.ask('DELETE', `/invitations/${customer().id}`);
    expect((await decline()).body).toEqual({ object: 'invitation', account_id: customer().id, deleted: true });
    expect((await decline()).status).toBe(404);
    expect((await peopleSeenBy(owner)).map((person: { id: string }) => person.id)).not.toContain(id);
    expect((await browser.ask('POST', `/invitations/${customer().id}/accept`)).status).toBe(404);

    // Removing and inviting again does not shorten the wait (rule DASH-17).
    const soon = await owner.ask('POST', at('/people'), { email: invited, role: 'viewer' });
    expect(soon.body.error.code).toBe('too_many_invitations');

    const late = newEmail();
    const { id: withdrawn } = await invite(owner, { email: late, role: 'viewer' });
    const latecomer = newBrowser();
    await latecomer.signIn(late);
    expect(await invitationsOf(latecomer)).toHaveLength(1);
    expect((await owner.ask('DELETE', at(`/people/${withdrawn}`))).body).toMatchObject({
      id: withdrawn,
      deleted: true,
    });
    expect(await invitationsOf(latecomer)).toEqual([]);
    expect((await latecomer.ask('POST', `/invitations/${customer().id}/accept`)).status).toBe(404);
    // A person who was invited once may still sign in, and belongs to no account.
    expect((await browser.ask('GET', '/session')).body.accounts).toEqual([]);
  });

  test('labels nobody in another account', async () => {
    const [owner, elsewhere] = [await signedIn(customer().id, 'owner'), await openCustomer()];
    const attacker = await signedIn(elsewhere.id, 'owner');
    const email = newEmail();
    await attacker.ask('POST', `/accounts/${elsewhere.id}/people`, { email, role: 'viewer', name: 'Suspeito' });
    const browser = newBrowser();
    await browser.signIn(email);
    await browser.ask('POST', `/invitations/${elsewhere.id}/accept`);
    await invite(owner, { email, role: 'sender' });
    await browser.ask('POST', `/invitations/${customer().id}/accept`);
    await browser.ask('POST', at('/letters'), letterBody());
    const seen = [await peopleSeenBy(owner), (await owner.ask('GET', at('/activity'))).body.data];
    expect(JSON.stringify(seen)).not.toContain('Suspeito');
    expect(seen[1][0].person.name).toBe(email);
  });
});

test.each([
  ['email', 'a,b@exemplo.com.br'],
  ['email', 'joão@exemplo.com.br'],
  ['email', 'a\u0000na@exemplo.com.br'],
  ['name', 'Ana\r\nBcc'],
  ['name', 'Ana\u001B[2J'],
  ['name', 'Ana\u202Eanu'],
])('an invitation with the %s %j is refused', async (param, value) => {
  const owner = await signedIn(customer().id, 'owner');
  const order = { email: newEmail(), role: 'viewer', [param]: value };
  const { status, body } = await owner.ask('POST', at('/people'), order);
  expect([status, body.error.details.map(({ param: name, code }: Record<string, string>) => [name, code])]).toEqual([
    422,
    [[param, 'invalid_format']],
  ]);
});

describe('everybody', () => {
  test.each(['owner', 'developer', 'sender', 'viewer'] as const)('may leave an account as %s', async (role) => {
    await signedIn(customer().id, 'owner');
    const person = await signedIn(customer().id, role);
    const { id } = (await person.ask('GET', '/session')).body.person;
    expect((await person.ask('DELETE', at(`/people/${id}`))).body).toMatchObject({ id, deleted: true, revoked: [] });
    expect((await person.ask('GET', '/session')).body.accounts).toEqual([]);
    expect((await person.ask('GET', at('/letters'))).status).toBe(404);
  });

  test.each(['sender', 'viewer'] as const)('as %s leaves without ending keys and endpoints', async (role) => {
    const owner = await signedIn(customer().id, 'owner');
    const { id: key } = (await owner.ask('POST', at('/api-keys'), { name: 'Loja' })).body;
    const receiver = { url: 'https://example.com/hooks', events: ['*'] };
    const { id: endpoint } = (await owner.ask('POST', at('/webhook-endpoints'), receiver)).body;
    const person = await signedIn(customer().id, role);
    const { id } = (await person.ask('GET', '/session')).body.person;
    for (const revoke of [key, endpoint, `${key},${endpoint}`]) {
      const refused = await person.ask('DELETE', at(`/people/${id}?revoke=${revoke}`));
      expect([refused.status, refused.body.error.code]).toEqual([403, 'role_insufficient']);
    }
    // Nothing changed: they still belong to the account, and both still work.
    expect((await person.ask('GET', at('/letters'))).status).toBe(200);
    const keys = (await owner.ask('GET', at('/api-keys'))).body.data;
    expect(keys.find((each: { id: string }) => each.id === key).revoked_at).toBeNull();
    expect((await owner.ask('GET', at(`/webhook-endpoints/${endpoint}`))).status).toBe(200);
    expect((await person.ask('DELETE', at(`/people/${id}`))).body).toMatchObject({ id, revoked: [] });
  });

  test('except owners removes only themselves', async () => {
    const viewer = await signedIn(customer().id, 'viewer');
    const sender = await signedIn(customer().id, 'sender');
    const { id } = (await sender.ask('GET', '/session')).body.person;
    expect((await viewer.ask('DELETE', at(`/people/${id}`))).body.error.code).toBe('role_insufficient');
    expect((await viewer.ask('PATCH', at(`/people/${id}`), { role: 'owner' })).body.error.code).toBe(
      'role_insufficient',
    );
    expect((await sender.ask('GET', '/session')).body.accounts).toHaveLength(1);
  });
});

describe('an API key', () => {
  test('created here works, is shown once, and stops working when it is revoked', async () => {
    const developer = await signedIn(customer().id, 'developer');
    const owner = await signedIn(customer().id, 'owner');
    const { status, body: made } = await owner.ask('POST', at('/api-keys'), { name: 'Loja' });
    expect([status, made]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_/),
        object: 'api_key',
        mode: 'live',
        name: 'Loja',
        created_by: (await owner.ask('GET', '/session')).body.person.id,
        secret: expect.stringMatching(/^malote_/),
        created_at: expect.any(String),
        last_used_at: null,
        revoked_at: null,
        restrictions: null,
        spending: null,
      },
    ]);
    const client = new ApiClient(useService().baseUrl, made.secret);
    expect((await client.get('/account')).body.id).toBe(customer().id);
    const { body: list } = await developer.ask('GET', at('/api-keys'));
    expect(JSON.stringify(list)).not.toContain(made.secret);
    await developer.ask('DELETE', at(`/api-keys/${made.id}`));
    expect((await client.get('/account')).body.error.code).toBe('api_key_revoked');
  });
});

describe('an object created in the dashboard', () => {
  test('equals one created through the API, says where it was created, and the log says by whom', async () => {
    const sender = await signedIn(customer().id, 'sender');
    const { person } = (await sender.ask('GET', '/session')).body;
    const key = { 'idempotency-key': 'uma' };
    const { status, body: letter } = await sender.ask('POST', at('/letters'), letterBody(), key);
    expect(status).toBe(201);
    expect((await sender.ask('POST', at('/letters'), letterBody(), key)).headers.get('idempotent-replayed')).toBe(
      'true',
    );
    expect((await customer().api.get(`/letters/${letter.id}`)).body.id).toBe(letter.id);
    const { body: verification } = await sender.ask('POST', at('/verifications'), templateBody());
    expect(verification.source).toBe('dashboard');
    await sender.ask('POST', at(`/letters/${letter.id}/cancel`));
    const refused = await sender.ask('POST', at('/letters'), {});
    expect(refused.status).toBe(422);

    const { body: log } = await sender.ask('GET', at('/activity'));
    const entry = { object: 'activity', person: { id: person.id, name: person.email }, outcome: 'done' };
    expect(log.data).toEqual(
      [
        { ...entry, operation: 'letters-cancel', object_id: letter.id },
        { ...entry, operation: 'verifications-create', object_id: verification.id },
        { ...entry, operation: 'letters-create', object_id: letter.id },
        { ...entry, operation: 'sign-in-finish', object_id: null },
      ].map((each) => ({ ...each, id: expect.stringMatching(/^act_/), created_at: expect.any(String) })),
    );
  });
});
