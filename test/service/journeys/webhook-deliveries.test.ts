import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../../support/eventually.ts';
import { letterBody } from '../../support/letters.ts';
import { testWith, useTarget } from '../../support/target.ts';

const target = useTarget();

interface Received {
  headers: Record<string, string>;
  body: string;
  /** Seconds, by the service's clock. */
  at: number;
}

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A customer's receiver that returns these statuses in turn, the last one for ever. */
async function receiver(...statuses: number[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const { now } = await target().control.get('/clock');
    received.push({ headers: request.headers as Record<string, string>, body, at: Date.parse(now) / 1_000 });
    response.writeHead(statuses.length > 1 ? statuses.shift()! : statuses[0]!).end();
  };
  server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

const HOUR = 3_600;

describe('a receiver that fails', () => {
  testWith('clock', 'webhooks')(
    'gets eight attempts over 27 h 35 min 5 s, each signed anew over the same bytes, and none after',
    async () => {
      const { baseUrl, control } = target();
      const { id, api } = await control.openAccount(baseUrl);
      const { url, received } = await receiver(500);
      const { secret } = await control.post(`/accounts/${id}/webhooks`, { url, events: ['letter.received'] });
      const { body: letter } = await api.post('/letters', letterBody());
      await control.advance(29 * HOUR);

      const waits = received.map(({ at }, index) => at - (received[index - 1]?.at ?? received[0]!.at));
      const schedule = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
      expect(waits).toHaveLength(schedule.length);
      // Timestamps are whole seconds, so each may seem one second off.
      waits.forEach((wait, index) => expect(Math.abs(wait - schedule[index]!)).toBeLessThanOrEqual(1));
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(received.map(({ body }) => body)).size).toBe(1);
      const verifier = new Webhook(secret);
      // Receivers live by the machine's time: the verifier rejects what is five minutes off.
      for (const { headers, body } of received) expect(verifier.verify(body, headers)).toEqual(JSON.parse(body));

      const { body: events } = await api.get(`/events?object_id=${letter.id}`);
      expect(events.data).toContainEqual(JSON.parse(received[0]!.body));
    },
  );

  testWith('clock', 'webhooks')('and recovers gets each event once more, and nothing after its 2xx', async () => {
    const { baseUrl, control } = target();
    const { id, api } = await control.openAccount(baseUrl);
    const { url, received } = await receiver(503, 302, 204);
    await control.post(`/accounts/${id}/webhooks`, { url, events: ['letter.received'] });
    await api.post('/letters', letterBody());
    await control.advance(HOUR);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});

testWith('webhooks')('a receiver gets only the types it chose', async () => {
  const { baseUrl, control } = target();
  const { id, api } = await control.openAccount(baseUrl);
  const { url, received } = await receiver(200);
  await control.post(`/accounts/${id}/webhooks`, { url, events: ['letter.canceled'] });
  const { body: letter } = await api.post('/letters', letterBody());
  await api.post(`/letters/${letter.id}/cancel`);
  const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  // The event of its reception came first, so it would have arrived by now.
  expect(
    await eventually(
      async () => types(),
      ({ length }) => length > 0,
    ),
  ).toEqual(['letter.canceled']);
});
