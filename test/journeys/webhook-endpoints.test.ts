import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../support/eventually.ts';
import { letterBody } from '../support/letters.ts';
import { testWith, useTarget } from '../support/target.ts';

const target = useTarget();

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** A customer's receiver, and what it got. */
async function receiver() {
  const received: Received[] = [];
  const answers = { status: 200 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(answers.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received, answers, close };
}

testWith('webhooks')(
  'with an API key alone: an endpoint is registered, gets an event, fails, is paused and removed',
  async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { url, received, answers, close } = await receiver();
    try {
      const { body: made } = await api.post('/webhook-endpoints', { url, events: ['letter.received'] });
      const endpoint = `/webhook-endpoints/${made.id}`;
      const deliveryIn = async (state: string) => {
        const list = () => api.get(`/webhook-deliveries?endpoint_id=${made.id}&state=${state}`);
        const { body } = await eventually(list, ({ body }) => body.data.length === 1);
        expect(body.data).toHaveLength(1);
        return body.data[0];
      };

      const { body: letter } = await api.post('/letters', letterBody());
      const { id, event_id } = await deliveryIn('delivered');
      const delivery = `/webhook-deliveries/${id}`;
      const [first] = received;
      expect(new Webhook(made.secret).verify(first!.body, first!.headers)).toMatchObject({
        id: event_id,
        data: { id: letter.id },
      });
      expect((await api.get(delivery)).body.body).toBe(first!.body);
      const { body: answered } = await eventually(
        () => api.get(endpoint),
        ({ body }) => body.health !== null,
      );
      expect(answered.health).toMatchObject({ calls: 1, success_share: 1, last_failure_at: null });

      answers.status = 503;
      expect((await api.post(`${delivery}/send-again`)).body).toMatchObject({ id, event_id });
      const failed = await deliveryIn('failed');
      expect(failed.attempts.map(({ status }: { status: number }) => status)).toEqual([200, 503]);

      answers.status = 200;
      await api.ask('PATCH', endpoint, { state: 'paused' });
      const { body: sending } = await api.post(`${endpoint}/send-failed`, { since: letter.created_at });
      expect(sending).toMatchObject({ endpoint_id: made.id, count: 1, has_more: false });
      expect(await deliveryIn('pending')).toMatchObject({ id, next_attempt_at: null });
      expect(received).toHaveLength(2);

      await api.ask('DELETE', endpoint);
      expect((await api.get(endpoint)).status).toBe(404);
      expect((await api.post(`${delivery}/send-again`)).status).toBe(404);
    } finally {
      close();
    }
  },
);
