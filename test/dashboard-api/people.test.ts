import { describe, expect, test } from '@jest/globals';
import { ApiClient } from '../support/api.ts';
import { newBrowser, newEmail, signedIn } from '../support/dashboard.ts';
import { letterBody } from '../support/letters.ts';
import { useCustomer, useService } from '../support/service.ts';
import { templateBody } from '../support/verifications.ts';

const customer = useCustomer();
const at = (path: string) => `/accounts/${customer().id}${path}`;

describe('people', () => {
  test('are invited, and active after the first sign-in', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const email = newEmail();
    const { status, body: invited } = await owner.ask('POST', at('/people'), { email, role: 'viewer', name: 'Bia' });
    expect(status).toBe(201);
    expect(invited).toMatchObject({ object: 'person', email, name: 'Bia', role: 'viewer', state: 'invited' });
    await newBrowser().signIn(email);
    const { body: list } = await owner.ask('GET', at('/people'));
    expect(list.data).toContainEqual({ ...invited, state: 'active' });
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
    expect((await owner.ask('DELETE', at(`/people/${id}`))).body).toEqual({ id, object: 'person', deleted: true });
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

describe('an API key', () => {
  test('created here works, is shown once, and stops working when it is revoked', async () => {
    const developer = await signedIn(customer().id, 'developer');
    const { status, body: made } = await developer.ask('POST', at('/api-keys'), { name: 'Loja' });
    expect([status, made]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_/),
        object: 'api_key',
        mode: 'live',
        name: 'Loja',
        secret: expect.stringMatching(/^malote_/),
        created_at: expect.any(String),
        last_used_at: null,
        revoked_at: null,
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
      ].map((each) => ({ ...each, id: expect.stringMatching(/^act_/), created_at: expect.any(String) })),
    );
  });
});
