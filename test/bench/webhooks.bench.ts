/**
 * Webhooks: what hanging receivers do to healthy ones, and what a delivery costs. The first is the code that delivers in
 * memory at ten times the real speed; the second is real HTTP on the loopback.
 */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createGuard } from '../../lib/net/guard.ts';
import { createSender } from '../../lib/webhooks/sender.ts';
import { simulate, type SimulationOptions } from './support/delivery-simulation.ts';

export const name = 'webhooks';

export interface BenchRow {
  metric: string;
  value: number;
  unit: string;
}

const SECONDS = 60;
const DELIVERIES = 5_000;
const AT_ONCE = 50;
const HANGING_SOCKETS = 2_000;
const BODY = JSON.stringify({ id: 'evt_bench', object: 'event', data: { text: 'x'.repeat(2_000) } });

export async function run(): Promise<BenchRow[]> {
  return [...(await fairness()), ...(await sending()), ...(await hanging())];
}

/** 200 healthy receivers, 100 events a second, 0.1 s an answer; hanging ones beside them get 2 a second each. */
async function fairness(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const measure = async (label: string, options: Partial<SimulationOptions>) => {
    const latencies = await simulate({ hangingEndpoints: 0, hangingRate: 2, seconds: SECONDS, ...options });
    latencies.sort((a, b) => a - b);
    for (const percentile of [50, 99]) {
      const value = latencies[Math.floor((latencies.length * percentile) / 100)]!;
      rows.push({ metric: `event to first attempt, healthy, ${label}, p${percentile}`, value, unit: 'ms' });
    }
  };
  await measure('nobody hangs', {});
  for (const count of [1, 10, 100]) await measure(`${count} hang`, { hangingEndpoints: count });
  await measure('100 hang, one plain pool', { hangingEndpoints: 100, naive: true });
  return rows;
}

async function sending(): Promise<BenchRow[]> {
  const { url, close } = await listen(createHttpServer((_, response) => response.writeHead(200).end()));
  const send = createSender({ guard: createGuard({ loopback: true }), deadline: 15_000 });
  const before = process.cpuUsage();
  const started = performance.now();
  let left = DELIVERIES;
  const worker = async () => {
    while (left-- > 0) await send({ url, headers: {}, body: BODY });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  await close();
  return [
    { metric: 'deliveries of 2 KB over HTTP, 50 at once, one process', value: DELIVERIES / seconds, unit: '1/s' },
    {
      metric: 'processor time of 1,000 deliveries, receiver included',
      value: ((user + system) / DELIVERIES) * 1e-3,
      unit: 's',
    },
  ];
}

async function hanging(): Promise<BenchRow[]> {
  const { url, close } = await listen(createServer(() => undefined));
  const send = createSender({ guard: createGuard({ loopback: true }), deadline: 3_000 });
  const before = process.memoryUsage().rss;
  const sent = Promise.all(Array.from({ length: HANGING_SOCKETS }, () => send({ url, headers: {}, body: BODY })));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const held = process.memoryUsage().rss - before;
  const outcomes = await sent;
  await close();
  const latest = Math.max(...outcomes.map(({ duration_ms }) => duration_ms));
  return [
    { metric: 'memory of 2,000 hanging deliveries, receiver included', value: held / 1e6, unit: 'MB' },
    { metric: 'latest end of 2,000 hanging deliveries after their deadline', value: latest - 3_000, unit: 'ms' },
  ];
}

async function listen(server: Server): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: HANGING_SOCKETS });
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
