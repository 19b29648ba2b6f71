import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { listenHttp, readBody } from '../../modules/webhooks/support/receiver.ts';
import { signedIn } from '../../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { letterBody } from '../../support/letters.ts';
import { openCustomer } from '../../support/service.ts';

/** A receiver that returns a status, which can be changed, and keeps what it received. */
async function receiver() {
  const got: { body: string; headers: Record<string, string> }[] = [];
  const answers = { status: 200 };
  const hook = await listenHttp(async (request, response) => {
    got.push({ body: await readBody(request), headers: request.headers as Record<string, string> });
    response.writeHead(answers.status).end('noted');
  });
  return { url: hook.url, close: () => hook.close(), got, answers };
}

test('a developer registers a webhook, tests it, rotates its secret, and sends a delivery again', async () => {
  const { id, api } = await openCustomer();
  const developer = await signedIn(id, 'developer');
  const { url, close, got, answers } = await receiver();
  const below = (path: string) => `/accounts/${id}${path}`;
  try {
    const made = await developer.ask('POST', below('/webhook-endpoints'), { url }, { 'idempotency-key': 'first' });
    expect([made.status, made.body]).toMatchObject([201, { url, events: ['*'], state: 'active', health: null }]);
    const { secret, ...endpoint } = made.body;
    expect(secret).toMatch(/^whsec_/);
    const again = await developer.ask('POST', below('/webhook-endpoints'), { url }, { 'idempotency-key': 'first' });
    expect(again.body).toEqual(made.body);
    const one = below(`/webhook-endpoints/${endpoint.id}`);
    expect((await developer.ask('GET', one)).body).toEqual(endpoint);
    expect((await developer.ask('GET', below('/webhook-endpoints'))).body.data).toEqual([endpoint]);

    const tested = await developer.ask('POST', `${one}/test`);
    expect([tested.status, tested.body]).toMatchObject([200, { status: 200, error: null, answer: 'noted' }]);
    expect(() => new Webhook(secret).verify(got[0]!.body, got[0]!.headers)).not.toThrow();

    const rotated = await developer.ask('POST', `${one}/rotate-secret`, { overlap_hours: 0 });
    expect([rotated.status, rotated.body]).toEqual([200, { ...endpoint, secret: expect.stringMatching(/^whsec_/) }]);
    answers.status = 500;
    await developer.ask('POST', `${one}/test`);
    expect(() => new Webhook(secret).verify(got[1]!.body, got[1]!.headers)).toThrow();
    expect(() => new Webhook(rotated.body.secret).verify(got[1]!.body, got[1]!.headers)).not.toThrow();

    answers.status = 200;
    const { body: letter } = await api.post('/letters', letterBody());
    const list = () => developer.ask('GET', below(`/webhook-deliveries?object_id=${letter.id}`));
    const [delivery] = await eventually(
      async () => (await list()).body.data,
      (data) => data[0]?.state === 'delivered',
    );
    const two = below(`/webhook-deliveries/${delivery.id}`);
    const sent = got.at(-1)!;
    expect((await developer.ask('GET', two)).body).toEqual({ ...delivery, body: sent.body });
    const resent = await developer.ask('POST', `${two}/send-again`);
    expect([resent.status, resent.body.id]).toEqual([200, delivery.id]);
    await eventually(
      async () => (await developer.ask('GET', two)).body.attempts.length,
      (count) => count === 2,
    );
    expect(got.at(-1)!.headers['webhook-id']).toBe(sent.headers['webhook-id']);
    expect(got.at(-1)!.body).toBe(sent.body);
    const none = await developer.ask('POST', `${one}/send-failed`, { since: letter.created_at });
    expect(none.body).toEqual({ object: 'webhook_sending', endpoint_id: endpoint.id, count: 0, has_more: false });

    const paused = await developer.ask('PATCH', one, { state: 'paused', events: ['letter.posted'] });
    expect(paused.body).toMatchObject({ id: endpoint.id, state: 'paused', events: ['letter.posted'] });
    const refused = await developer.ask('PATCH', one, { url: 'http://example.com/', events: ['letter.lost'] });
    expect([refused.status, refused.body.error.details.map(({ param }: { param: string }) => param)]).toEqual([
      422,
      ['url', 'events[0]'],
    ]);
    const removed = await developer.ask('DELETE', one);
    expect(removed.body).toEqual({ id: endpoint.id, object: 'webhook_endpoint', deleted: true });
    for (const path of [one, two]) expect((await developer.ask('GET', path)).status).toBe(path === one ? 404 : 200);
    expect((await developer.ask('POST', `${two}/send-again`)).status).toBe(404);
  } finally {
    await close();
  }
});

test('an account has at most ten webhooks', async () => {
  const { id } = await openCustomer();
  const owner = await signedIn(id, 'owner');
  const add = (path: string) =>
    owner.ask('POST', `/accounts/${id}/webhook-endpoints`, { url: `http://127.0.0.1:9/${path}` });
  for (let count = 0; count < 10; count++) expect((await add(String(count))).status).toBe(201);
  expect((await add('one-too-many')).body.error).toMatchObject({ code: 'invalid_parameters' });
  const { body } = await owner.ask('GET', `/accounts/${id}/webhook-endpoints?limit=4`);
  expect([body.data.length, body.has_more]).toEqual([4, true]);
  const rest = await owner.ask('GET', `/accounts/${id}/webhook-endpoints?limit=4&cursor=${body.next_cursor}`);
  expect(rest.body.data).toHaveLength(4);
  expect(new Set([...body.data, ...rest.body.data].map((endpoint) => endpoint.id)).size).toBe(8);
});
