/**
 * The local service as a tester runs it, with `npm start` and clients in another process: time until it serves, time to
 * create and charge a thousand letters, memory, and how fast its clock advances over waiting work. Processor time
 * hardly depends on other work on the machine.
 *
 * `BASELINE=<folder>` first runs the same against another checkout and shows the ratio.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, brasiliaDate } from '../../lib/core/domain/brasilia.ts';
import { concurrently } from '../../lib/operations/concurrently.ts';
import { descendants, Started, untilGone } from '../programs/start/support/processes.ts';
import { type ApiClient, Control } from '../support/api.ts';
import { letterBody } from '../support/letters.ts';
import { openStores, storeLetter } from '../support/stored-letters.ts';
import { templateBody } from '../support/verifications.ts';
import type { BenchRow } from './support/benches.ts';
import { type RunningService, startService } from './support/running-service.ts';

export const name = 'local-service';

const root = resolve(import.meta.dirname, '../..');
const baseline = process.env.BASELINE;
const LETTERS = 1_000;
const ACCOUNTS = 25;
const WAITING = 10_000;
/** Longer than the local cloud keeps idle functions. */
const REST_MS = 12_000;

/** A duration: wall-clock time and processor time. */
interface Spent {
  seconds: number;
  processor: number;
}

interface Thousand {
  creating: Spent;
  charging: Spent;
  winding: Spent;
  created: number;
  charged: number;
  atRest: number;
}

export async function run(): Promise<BenchRow[]> {
  const before = baseline === undefined ? undefined : await withService(resolve(baseline), thousandLetters);
  const ready = await readyToServe();
  const killed = await goneAfter('SIGTERM');
  const killedHard = await goneAfter('SIGKILL');
  const thousand = await withService(root, thousandLetters);
  const waiting = await withService(root, tenThousandWaiting);
  const leftovers = await withService(root, halfAYearOfLeftovers);
  return [
    { metric: 'npm start to first response', value: ready, unit: 's', aim: '≤ 3' },
    { metric: 'kill of npm until nothing is left', value: killed, unit: 's', aim: '≤ 3' },
    { metric: 'kill -9 of npm until nothing is left', value: killedHard, unit: 's', aim: '≤ 3' },
    ...spent(`create ${LETTERS} letters of ${ACCOUNTS} accounts`, thousand.creating, before?.creating),
    ...spent(`charge all ${LETTERS} letters on their send date`, thousand.charging, before?.charging),
    ...megabytes(`memory after ${LETTERS} letters were created`, thousand.created, before?.created),
    ...megabytes('memory after the last charge', thousand.charged, before?.charged),
    ...megabytes('memory once its functions rest', thousand.atRest, before?.atRest),
    ...spent(`60 days forward with ${LETTERS} letters waiting`, thousand.winding, before?.winding, '≤ 10'),
    ...spent(`60 days forward with ${WAITING} letters waiting`, waiting, undefined, '≤ 10'),
    ...spent('180 days forward over what a contract run leaves', leftovers, undefined, '≤ 15'),
  ];
}

function spent(metric: string, now: Spent, before: Spent | undefined, aim?: string): BenchRow[] {
  // Rows with a target in seconds have none against the baseline.
  const ratioAim = aim === undefined ? { aim: '≥ 3' } : {};
  return [
    { metric, value: now.seconds, unit: 's', ...(aim !== undefined && { aim }) },
    { metric: '  processor time', value: now.processor, unit: 's' },
    ...(before
      ? [
          { metric: '  times as fast as the baseline', value: before.seconds / now.seconds, unit: '', ...ratioAim },
          { metric: '  by processor time', value: before.processor / now.processor, unit: '', ...ratioAim },
        ]
      : []),
  ];
}

function megabytes(metric: string, value: number, before: number | undefined): BenchRow[] {
  return [
    { metric, value, unit: 'MB', aim: '≤ 500' },
    ...(before === undefined ? [] : [{ metric: '  of the baseline', value: before, unit: 'MB' }]),
  ];
}

async function withService<Result>(
  checkout: string,
  use: (service: RunningService) => Promise<Result>,
): Promise<Result> {
  const service = await startService(checkout);
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

/** From `npm start` to the first response of the API, the second time: the first start bundles the functions. */
async function readyToServe(): Promise<number> {
  const firstAnswer = async ({ description: { base_url, api_key } }: RunningService) => {
    await fetch(`${base_url}/balance`, { headers: { authorization: `Bearer ${api_key}` } });
    return performance.now();
  };
  await withService(root, firstAnswer);
  const begin = performance.now();
  return ((await withService(root, firstAnswer)) - begin) / 1000;
}

/** From the signal to npm until its service, its other processes and its port are gone. */
async function goneAfter(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  const service = new Started();
  try {
    const { port } = await service.ready();
    const family = descendants(service.npm.pid!);
    const begin = performance.now();
    service.npm.kill(signal);
    await untilGone(family, port);
    return (performance.now() - begin) / 1000;
  } finally {
    service.clean();
  }
}

/** Created for a day 61 days ahead, waited for over 60 days, and charged on their morning. */
async function thousandLetters(service: RunningService): Promise<Thousand> {
  const { base_url, control_url } = service.description;
  const control = new Control(control_url);
  const clients = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(control, base_url)));
  const { now } = await control.get('/clock');
  const send_date = addDays(brasiliaDate(Date.parse(now)), 61);
  const creating = await costOf(service, async () => {
    await createLetters(clients, send_date);
    // Until everything that follows from them has run.
    await control.advance(1);
  });
  const created = service.megabytes();
  const winding = await costOf(service, () => control.advance(60 * 86_400));
  // A charge that a busy machine interrupts is retried within a quarter of an hour.
  const charging = await costOf(service, () => control.advance(`${send_date}T09:15:00Z`));
  const charged = service.megabytes();
  await expectAll(clients, 'received');
  const { differences } = await control.get('/ledger/audit');
  if (differences.length > 0) throw new Error(`audit: ${JSON.stringify(differences)}`);
  await sleep(REST_MS);
  return { creating, winding, charging, created, charged, atRest: service.megabytes() };
}

async function tenThousandWaiting(service: RunningService): Promise<Spent> {
  const { base_url, control_url } = service.description;
  const control = new Control(control_url);
  const { id } = await control.openAccount(base_url);
  const { aws, outputs, now } = await control.get('/stack');
  const offset = now - Date.now();
  const stores = openStores({ aws, outputs, now: () => Date.now() + offset });
  const send_date = addDays(brasiliaDate(now), 61);
  await concurrently(Array<string>(WAITING).fill(id), 16, (account_id) =>
    storeLetter(stores, { account_id, status: 'scheduled', send_date, reached: {} }),
  );
  // Advances until the state machine of each letter waits.
  await control.advance(1);
  return costOf(service, () => control.advance(60 * 86_400));
}

/**
 * 400 mailings of 20 accounts in every state, with their events. Each account has a receiver that accepts them; every
 * fourth one also has one that returns 500 or rejects connections, so its deliveries are retried eight times, over
 * days.
 */
async function halfAYearOfLeftovers(service: RunningService): Promise<Spent> {
  const { base_url, control_url } = service.description;
  const control = new Control(control_url);
  const failing = createServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((done) => failing.listen(0, '127.0.0.1', done));
  const broken = `http://127.0.0.1:${(failing.address() as AddressInfo).port}/`;
  const urls = [broken, 'http://127.0.0.1:9/'];
  try {
    const { now } = await control.get('/clock');
    const send_date = addDays(brasiliaDate(Date.parse(now)), 30);
    await concurrently(
      Array.from({ length: 20 }, (_, index) => index),
      2,
      (index) => leaveMailings(control, base_url, index % 4 === 0 ? [urls[(index / 4) % 2]!] : [], send_date),
    );
    return await costOf(service, () => control.advance(180 * 86_400));
  } finally {
    failing.close();
  }
}

/** Twelve letters and eight verifications: scheduled, canceled, received, posted. */
async function leaveMailings(control: Control, baseUrl: string, failing: readonly string[], send_date: string) {
  const { id, api } = await control.openAccount(baseUrl, { balance: 10_000_000 });
  for (const url of [`${control.url}/inbox`, ...failing]) {
    await control.post(`/accounts/${id}/webhooks`, { url, events: ['*'] });
  }
  const create = async (path: string, body: object) => {
    const created = await api.post(path, body);
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    return created.body as { id: string; created_at: string };
  };
  const letters = [];
  for (let index = 0; index < 12; index++) {
    letters.push(await create('/letters', letterBody(index < 4 ? { send_date } : {})));
  }
  const verifications = [];
  for (let index = 0; index < 8; index++) verifications.push(await create('/verifications', templateBody()));
  await api.post(`/letters/${letters[0]!.id}/cancel`);
  await control.post('/production/batches');
  const posted = [...letters.slice(6), ...verifications.slice(2)];
  const lines = posted.map(({ id, created_at }) => JSON.stringify({ id, status: 'posted', at: created_at }));
  const { results } = await control.post('/production/reports', lines.join('\n'));
  const refused = results.find(({ result }: { result: string }) => result !== 'applied');
  if (refused) throw new Error(JSON.stringify(refused));
}

async function openAccount(control: Control, baseUrl: string): Promise<ApiClient> {
  const { id, api } = await control.openAccount(baseUrl, { balance: 10_000_000 });
  await control.post(`/accounts/${id}/webhooks`, { url: `${control.url}/inbox`, events: ['*'] });
  return api;
}

/** Four accounts at a time, so that no account exceeds its 50 requests a second. */
async function createLetters(clients: readonly ApiClient[], send_date: string): Promise<void> {
  const queue = Array.from({ length: LETTERS }, (_, index) => clients[index % clients.length]!);
  await concurrently(queue, 4, async (api) => {
    const { status, body } = await api.post('/letters', letterBody({ send_date }));
    if (status !== 201) throw new Error(JSON.stringify(body));
  });
}

async function expectAll(clients: readonly ApiClient[], status: string): Promise<void> {
  const lists = await Promise.all(clients.map((api) => api.get('/letters?limit=100')));
  const others = lists
    .flatMap(({ body }) => body.data)
    .filter((letter: { status: string }) => letter.status !== status);
  if (others.length > 0) throw new Error(`${others.length} letters are not ${status}`);
}

async function costOf(service: RunningService, run: () => Promise<unknown>): Promise<Spent> {
  const [begin, processor] = [performance.now(), service.processorTime()];
  await run();
  return { seconds: (performance.now() - begin) / 1000, processor: service.processorTime() - processor };
}
