import { type ChildProcess, fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGuard, type Guard, resolveInDns } from '../../../../lib/adapters/net/guard.ts';
import { createSender, type PostOutcome, type Send } from '../../../../lib/adapters/webhooks/sender.ts';
import { deliverySettings } from '../../../../lib/core/domain/delivery-settings.ts';
import { listenRaw, type Receiver } from '../../../modules/webhooks/support/receiver.ts';
import type { Behavior } from './receiver-process.ts';

/** All hostile receivers at once, several times each, with the production deadline. */

const EACH = 20;
const body = JSON.stringify({ data: 'x'.repeat(2_000) });
/** The memory of 280 sockets and their data in flight; a single body read in full would exceed it. */
const MOST_BYTES = 150_000_000;

let child: ChildProcess;
let silent: Receiver;
let ports: Record<Behavior, number>;
const nameServer = createSocket('udp4').bind(0, '127.0.0.1');

beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'receiver-process.ts'));
  [ports] = (await once(child, 'message')) as [Record<Behavior, number>];
  silent = await listenRaw(() => undefined);
});

afterAll(async () => {
  child.kill();
  nameServer.close();
  await silent.close();
});

const sender = (guard: Guard): Send => createSender({ guard, deadline: deliverySettings.deadline }).send;
const posts = (send: Send, url: string): Promise<PostOutcome>[] =>
  Array.from({ length: EACH }, () => send({ endpointId: 'whe_1', url, headers: {}, body }));

test('each ends within the time for a response plus half a second, and none uses up memory', async () => {
  const known = sender(createGuard({ loopback: true }));
  const unknown = sender(
    createGuard({ loopback: false }, (hostname, signal) =>
      resolveInDns(hostname, signal, [`127.0.0.1:${nameServer.address().port}`]),
    ),
  );
  const nowhere = sender(async (url) => ({ url: new URL(url), addresses: [], lookup: () => undefined }));

  const before = process.memoryUsage.rss();
  let peak = before;
  const started = performance.now();
  const sent = {
    'a silent name server': posts(unknown, 'https://receiver.example.com/'),
    'no connection': posts(nowhere, 'https://receiver.example.com/'),
    'no TLS handshake': posts(known, silent.url.replace('http:', 'https:')),
    ...Object.fromEntries(
      Object.entries(ports).map(([name, port]) => [name, posts(known, `http://127.0.0.1:${port}/`)]),
    ),
  };
  const all = Promise.all(Object.values(sent).flat());
  let over = false;
  void all.finally(() => (over = true));
  while (!over) {
    peak = Math.max(peak, process.memoryUsage.rss());
    await sleep(100);
  }
  const bytes = peak - before;
  expect(performance.now() - started).toBeLessThan(deliverySettings.deadline + 500);

  const outcomes: Record<string, string[]> = {};
  for (const [name, each] of Object.entries(sent)) {
    const results = await Promise.all(each);
    for (const { duration_ms } of results) expect(duration_ms).toBeLessThan(deliverySettings.deadline + 500);
    outcomes[name] = [...new Set(results.map(({ status, error }) => String(status ?? error)))];
  }
  expect(outcomes).toEqual({
    'a silent name server': ['dns_failed'],
    'no connection': ['connect_timeout'],
    'no TLS handshake': ['tls_timeout'],
    'no response': ['answer_timeout'],
    'half a status line': ['answer_timeout'],
    'headers that drip': ['answer_timeout'],
    'informational responses that drip': ['answer_timeout'],
    'informational responses without end': ['answer_failed'],
    'a body that never comes': ['200'],
    'a body that drips': ['200'],
    '200 MB': ['200'],
    'a gzip bomb': ['200'],
    'a redirect to the metadata': ['307'],
    'a reset': ['answer_failed'],
  });
  expect(bytes).toBeLessThan(MOST_BYTES);
});
