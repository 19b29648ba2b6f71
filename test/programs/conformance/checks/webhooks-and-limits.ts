import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { ApiClient } from '../../../support/api.ts';
import { eventually } from '../../../support/eventually.ts';
import { check } from '../check.ts';
import { expectStatus, holds, invalid, NotTestable, refused, same } from '../expectations.ts';
import type { Delivery } from '../receiver.ts';
import type { Subject } from '../subject.ts';
import { letterOrder, type World } from '../world.ts';

const HOUR_MS = 3_600_000;
/** A reserved name that is never called: no event of the endpoint's types happens before it is removed. */
const nobody = 'https://example.com/malote';

const isVerified = (secret: string, { body, headers }: Delivery) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

/** Deliveries to an endpoint, once there are this many. */
const deliveries = (api: Subject, endpoint: string, query: string, count: number) =>
  eventually(
    async () =>
      expectStatus(await api.get(`/webhook-deliveries?endpoint_id=${endpoint}&limit=100${query}`), 200).data as any[],
    ({ length }) => length >= count,
  );

/** An account with a letter, and an endpoint at a receiver on this machine that returns these statuses. */
async function receiving(world: World, statuses: number[] = [200], fields: object = {}) {
  const api = await world.apart();
  const receiver = await world.receiver(...statuses);
  const endpoint = await world.endpoint({ url: receiver.url, events: ['letter.scheduled'], ...fields }, api);
  const letter = () => world.scheduledLetter({}, api);
  return { api, receiver, endpoint, letter };
}

/** One event that a receiver got. */
const delivered = (world: World) =>
  world.once('delivered', async () => {
    const { api, receiver, endpoint, letter: order } = await receiving(world);
    const letter = await order();
    const [delivery] = await receiver.got(letter.id, 1);
    holds(delivery !== undefined, 'nothing is delivered');
    return { api, endpoint, letter, delivery };
  });

export const webhooks = [
  check('HOOK-1', 'an endpoint has a URL, types and a secret that is shown once', async (world) => {
    const made = await world.endpoint({ url: nobody, events: ['letter.posted'] });
    holds(/^whsec_[A-Za-z0-9+/]+=*$/.test(made.secret), 'the secret has another form');
    const read = expectStatus(await world.api.get(`/webhook-endpoints/${made.id}`), 200);
    same(
      [read.url, read.events, 'secret' in read],
      [nobody, ['letter.posted'], false],
      'url, events, whether the secret is there',
    );
  }),
  check('HOOK-1', 'a URL without TLS, a private address and unknown types are rejected', async ({ api }) => {
    const adds = (body: object) => api.post('/webhook-endpoints', body);
    invalid(await adds({ url: 'http://example.com/' }), 'url invalid_value');
    invalid(await adds({ url: 'https://10.0.0.1/' }), 'url invalid_value');
    invalid(await adds({ url: 'https://169.254.169.254/latest' }), 'url invalid_value');
    invalid(await adds({ url: nobody, events: ['letter.lost'] }), 'events[0] invalid_value');
    invalid(await adds({}), 'url required');
  }),
  check('HOOK-1', 'an account has up to ten', ['operator'], async (world) => {
    const { api } = await world.customer();
    for (let count = 0; count < 10; count++) await world.endpoint({ url: nobody }, api);
    invalid(await api.post('/webhook-endpoints', { url: nobody }), 'webhook_endpoints too_long');
  }),
  check('HOOK-2', 'a rotated secret is new, and both sign', ['receiver', 'orders'], async (world) => {
    const { api, receiver, endpoint, letter } = await receiving(world);
    const rotated = expectStatus(await api.post(`/webhook-endpoints/${endpoint.id}/rotate-secret`, {}), 200);
    holds(rotated.secret !== endpoint.secret, 'the secret stays');
    const [got] = await receiver.got((await letter()).id, 1);
    holds(got !== undefined, 'nothing is delivered');
    const verified = [endpoint.secret, rotated.secret].map((secret) => isVerified(secret, got));
    same(verified, [true, true], 'whether the old and the new secret verify');
  }),
  check('HOOK-2', 'a paused endpoint waits, and continues once it is active', ['receiver', 'clock'], async (world) => {
    const { api, receiver, endpoint, letter: order } = await receiving(world);
    const path = `/webhook-endpoints/${endpoint.id}`;
    await api.ask('PATCH', path, { state: 'paused' });
    const letter = await order();
    await world.operator.advance(5);
    same(receiver.of(letter.id).length, 0, 'the number of calls while paused');
    await api.ask('PATCH', path, { state: 'active' });
    return {
      at: Date.parse(letter.created_at) + 180_000,
      look: async () => same((await receiver.got(letter.id, 1)).length, 1, 'the number of calls'),
    };
  }),
  check(
    'HOOK-3',
    'a delivery is a POST of the event, with its id and an instant',
    ['receiver', 'orders'],
    async (world) => {
      const { delivery, letter } = await delivered(world);
      const event = JSON.parse(delivery.body);
      const found = [event.type, event.data.id, delivery.headers['webhook-id']];
      same(found, ['letter.scheduled', letter.id, event.id], 'type, object and webhook-id');
      holds(/^\d{10}$/.test(delivery.headers['webhook-timestamp'] ?? ''), 'webhook-timestamp is no number of seconds');
      const signature = delivery.headers['webhook-signature'] ?? '';
      holds(/^v1,[A-Za-z0-9+/]+=*( v1,\S+)*$/.test(signature), 'webhook-signature has another form');
    },
  ),
  check(
    'HOOK-4',
    'an independent verifier accepts the signature, and rejects a changed body',
    ['receiver', 'orders'],
    async (world) => {
      const { delivery, endpoint } = await delivered(world);
      same(isVerified(endpoint.secret, delivery), true, 'whether it is verified');
      same(
        isVerified(endpoint.secret, { ...delivery, body: `${delivery.body} ` }),
        false,
        'whether a changed body is verified',
      );
    },
  ),
  check('EVT-4', 'the same bytes are sent, stored and listed', ['receiver', 'orders'], async (world) => {
    const { api, delivery, endpoint, letter } = await delivered(world);
    const [listed] = await deliveries(api, endpoint.id, `&object_id=${letter.id}`, 1);
    const { body } = expectStatus(await api.get(`/webhook-deliveries/${listed.id}`), 200);
    holds(body === delivery.body, 'the bytes that are kept are others');
    const [event] = await world.events(letter.id, 1, api);
    same(event!.id, listed.event_id, 'the id of the listed event');
    holds(isDeepStrictEqual(event, JSON.parse(body)), 'the listed event is another');
  }),
  check(
    'HOOK-5',
    'redirects and errors are retried as failures; a 2xx ends the delivery',
    ['receiver', 'clock'],
    async (world) => {
      const { receiver, letter: order } = await receiving(world, [302, 500, 204]);
      const letter = await order();
      return {
        at: Date.parse(letter.created_at) + HOUR_MS,
        look: async () => {
          const got = await receiver.got(letter.id, 3);
          same(got.length, 3, 'the number of attempts');
          same(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1, 'the number of webhook-ids');
        },
      };
    },
  ),
  check('HOOK-6', 'eight attempts over 27 h 35 min 5 s, and none after', ['receiver', 'clock'], async (world) => {
    const { api, receiver, endpoint, letter: order } = await receiving(world, [500]);
    const letter = await order();
    const begun = Date.parse(letter.created_at);
    return {
      at: begun + 27 * HOUR_MS,
      look: async () => {
        same(receiver.of(letter.id).length, 7, 'the number of attempts after 27 hours');
        return {
          at: begun + 40 * HOUR_MS,
          look: async () => {
            same(receiver.of(letter.id).length, 8, 'the number of attempts');
            const [{ state, attempts }] = await deliveries(api, endpoint.id, '', 1);
            same([state, attempts.length], ['failed', 8], 'state and listed attempts');
          },
        };
      },
    };
  }),
  check(
    'HOOK-7',
    'the data of a delivery is the object at the time of the event',
    ['receiver', 'orders'],
    async (world) => {
      const { api, endpoint, letter } = await delivered(world);
      await world.cancel('/letters', letter.id, api);
      const [{ id }] = await deliveries(api, endpoint.id, `&object_id=${letter.id}`, 1);
      const { body } = expectStatus(await api.get(`/webhook-deliveries/${id}`), 200);
      same(JSON.parse(body).data.status, 'scheduled', 'the status in the data');
    },
  ),
  check('HOOK-8', 'a hanging receiver does not delay others', ['receiver', 'orders'], async (world) => {
    const { api, receiver, letter: order } = await receiving(world);
    const hanging = await world.receiver(0);
    const { id } = await world.endpoint({ url: hanging.url, events: ['letter.scheduled'] }, api);
    const letter = await order();
    same((await receiver.got(letter.id, 1)).length, 1, 'the number of calls to the other');
    expectStatus(await api.ask('DELETE', `/webhook-endpoints/${id}`), 200);
    await hanging.close();
  }),
  check(
    'HOOK-9',
    'a delivery can be sent again by hand, with the same id and body',
    ['receiver', 'orders'],
    async (world) => {
      const { api, receiver, endpoint, letter: order } = await receiving(world);
      const letter = await order();
      const [{ id }] = await deliveries(api, endpoint.id, '&state=delivered', 1);
      expectStatus(await api.post(`/webhook-deliveries/${id}/send-again`), 200);
      const [first, second] = await receiver.got(letter.id, 2);
      holds(second !== undefined, 'it is not sent again');
      same(second.headers['webhook-id'], first!.headers['webhook-id'], 'webhook-id');
      holds(second.body === first!.body, 'the text is another');
    },
  ),
  check(
    'HOOK-9',
    'failed deliveries are sent again immediately, to a paused endpoint once it is active',
    ['receiver', 'orders'],
    async (world) => {
      const { api, receiver, endpoint, letter: order } = await receiving(world);
      const { id: letterId, created_at: since } = await order();
      const path = `/webhook-endpoints/${endpoint.id}`;
      const [{ id }] = await deliveries(api, endpoint.id, '&state=delivered', 1);
      receiver.statuses = [503];
      expectStatus(await api.post(`/webhook-deliveries/${id}/send-again`), 200);
      const [failed] = await deliveries(api, endpoint.id, '&state=failed', 1);
      holds(failed !== undefined, 'a failed attempt by hand does not end the delivery');
      same(
        failed.attempts.map(({ status }: any) => status),
        [200, 503],
        'the statuses of its attempts',
      );
      receiver.statuses = [200];
      await api.ask('PATCH', path, { state: 'paused' });
      const sending = expectStatus(await api.post(`${path}/send-failed`, { since }), 200);
      same(
        [sending.endpoint_id, sending.count, sending.has_more],
        [endpoint.id, 1, false],
        'endpoint_id, count, has_more',
      );
      const [pending] = await deliveries(api, endpoint.id, '&state=pending', 1);
      same([pending?.id, pending?.next_attempt_at], [id, null], 'id and next_attempt_at while paused');
      same(receiver.of(letterId).length, 2, 'the number of calls');
      expectStatus(await api.ask('DELETE', path), 200);
      refused(await api.post(`/webhook-deliveries/${id}/send-again`), 404, 'resource_not_found');
    },
  ),
  check('HOOK-10', 'an endpoint shows the outcomes of its calls', ['receiver', 'orders'], async (world) => {
    const { api, endpoint } = await delivered(world);
    const { body } = await eventually(
      () => api.get(`/webhook-endpoints/${endpoint.id}`),
      ({ body: read }) => read?.health !== null,
    );
    const { calls, success_share, last_failure_at } = body.health;
    same([calls, success_share, last_failure_at], [1, 1, null], 'calls, success_share, last_failure_at');
  }),
  check('HOOK-1', 'a receiver gets only the types that it subscribed to', ['receiver', 'orders'], async (world) => {
    const { api, receiver, letter: order } = await receiving(world, [200], { events: ['letter.canceled'] });
    const { id } = await order();
    await world.cancel('/letters', id, api);
    // The event of the creation came first: it would have arrived by now.
    const types = (await receiver.got(id, 1)).map(({ body }) => JSON.parse(body).type);
    same(types, ['letter.canceled'], 'the types');
  }),
  check('HOOK-10', 'an endpoint is created, read, changed, tested and removed', async (world) => {
    const { api } = world;
    const made = await world.endpoint({ url: nobody, events: ['letter.posted'] }, api);
    const path = `/webhook-endpoints/${made.id}`;
    try {
      same([made.state, made.health], ['active', null], 'state and health');
      same(
        expectStatus(await api.ask('PATCH', path, { state: 'paused', events: ['*'] }), 200).state,
        'paused',
        'the state',
      );
      same(expectStatus(await api.get(path), 200).events, ['*'], 'events');
      holds(
        expectStatus(await api.get('/webhook-endpoints?limit=100'), 200).data.some(({ id }: any) => id === made.id),
        'the list lacks it',
      );
      invalid(await api.post(`${path}/rotate-secret`, { overlap_hours: 169 }), 'overlap_hours out_of_range');
    } finally {
      same(
        expectStatus(await api.ask('DELETE', path), 200),
        { id: made.id, object: 'webhook_endpoint', deleted: true },
        'the answer of the removal',
      );
    }
    refused(await api.get(path), 404, 'resource_not_found');
  }),
  check('HOOK-10', "a test returns the receiver's response", ['receiver'], async (world) => {
    const { api, receiver, endpoint } = await receiving(world, [418]);
    const result = expectStatus(await api.post(`/webhook-endpoints/${endpoint.id}/test`), 200);
    same(
      [result.object, result.endpoint_id, result.status],
      ['webhook_test', endpoint.id, 418],
      'object, endpoint_id, status',
    );
    const [got] = await receiver.got('webhook.test', 1);
    holds(got !== undefined && isVerified(endpoint.secret, got), 'what arrives is not verified');
  }),
  check('HOOK-11', 'the addresses of deliveries are published without a key', async (world) => {
    const { hosted_page_url } = await pageOf(world);
    const response = await fetch(`${hosted_page_url.replace(/\/acc_[^/]+\/[^/]+$/, '')}/webhook-addresses`);
    const body = (await response.json()) as { object: string; ipv4: string[] };
    same(
      [response.status, body.object, Array.isArray(body.ipv4)],
      [200, 'webhook_addresses', true],
      'status, object, whether ipv4 is a list',
    );
  }),
  check(
    'HOOK-12',
    'an endpoint that fails for a day is reported, and so is its recovery',
    ['receiver', 'clock'],
    async (world) => {
      const types = { events: ['letter.scheduled', 'letter.canceled'] };
      const { api, receiver, endpoint, letter: order } = await receiving(world, [500], types);
      const letter = await order();
      const events = async () => (await world.events(endpoint.id, 1, api)).map(({ type }) => type);
      const isFailing = async () =>
        expectStatus(await api.get(`/webhook-endpoints/${endpoint.id}`), 200).failing_since !== null;
      return {
        at: Date.parse(letter.created_at) + 29 * HOUR_MS,
        look: async () => {
          same(
            [await isFailing(), await events()],
            [true, ['webhook_endpoint.failing']],
            'failing_since is set, and events',
          );
          receiver.statuses = [200];
          await world.cancel('/letters', letter.id, api);
          return {
            at: Date.parse(letter.created_at) + 30 * HOUR_MS,
            look: async () => {
              const all = ['webhook_endpoint.failing', 'webhook_endpoint.recovered'];
              same([await isFailing(), await events()], [false, all], 'failing_since is set, and events');
            },
          };
        },
      };
    },
  ),
];

/** A verification with a page; only its address is used. */
async function pageOf(world: World): Promise<any> {
  if (world.missing(['orders'])) throw new NotTestable('needs an order, whose answer has the address of the pages');
  return world.once('page for addresses', () => world.verification({ method: 'hosted_page' }));
}

export const privacy = [
  check(
    'PRIV-1',
    'the response for a key is kept for 24 hours, an event for 30 days',
    ['clock', 'orders'],
    async (world) => {
      const { id, created_at } = await world.scheduledLetter();
      return {
        at: Date.parse(created_at) + 31 * 24 * HOUR_MS,
        look: async () => {
          same(expectStatus(await world.api.get(`/events?object_id=${id}`), 200).data, [], 'events');
          expectStatus(await world.api.get(`/letters/${id}`), 200);
        },
      };
    },
  ),
  check('PRIV-2', 'expired objects are not shown a second after their end', ['clock'], async (world) => {
    const upload = expectStatus(await world.api.post('/uploads', { filename: 'a.pdf', size: 1 }), 201);
    const quote = () =>
      world.api.post('/letters/quote', letterOrder({ document: { type: 'upload', upload_id: upload.id } }));
    return {
      at: Date.parse(upload.expires_at) + 1_000,
      look: async () => invalid(await quote(), 'document.upload_id upload_expired'),
    };
  }),
  check('PRIV-5', 'a signing secret is only in the response that creates it', async (world) => {
    const { id, secret } = await world.endpoint({ url: nobody });
    for (const path of [`/webhook-endpoints/${id}`, '/webhook-endpoints?limit=100'])
      holds(!JSON.stringify((await world.api.get(path)).body).includes(secret), 'the secret is shown again');
  }),
];

export const limits = [
  check('LIM-1', 'each limit matches the table: that much is accepted, and no more', async ({ api }) => {
    const taken = async (path: string, body: unknown) =>
      holds((await api.post(path, body)).status < 300, 'what is just within a limit is refused');
    await taken('/uploads', { filename: 'x'.repeat(255), size: 10_485_760 });
    await taken('/letters/quote', letterOrder({ reference: 'x'.repeat(100) }));
    invalid(await api.post('/letters/quote', letterOrder({ reference: 'x'.repeat(101) })), 'reference too_long');
    invalid(await api.get('/letters?limit=101'), 'limit out_of_range');
    refused(
      await new ApiClient(api.baseUrl, api.key).post('/uploads', {}, { 'idempotency-key': 'x'.repeat(256) }),
      400,
      'invalid_idempotency_key',
    );
  }),
];
