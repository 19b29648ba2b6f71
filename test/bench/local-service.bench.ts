/**
 * The local service: how soon it serves after `npm start`; how fast a thousand letters are created and charged, with tables
 * in DynamoDB Local and in memory; how fast its clock moves over ten thousand that wait; and its memory. The clients run in
 * the same process, so the times and the memory are theirs too.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';
import type { DynamoDbDatabase } from '@malote/local-cloud/dynamodb/dynamodb-service.ts';
import { addDays, brasiliaDate } from '../../lib/core/domain/brasilia.ts';
import { concurrently } from '../../lib/operations/concurrently.ts';
import { localAssembly } from '../../lib/programs/local-service/assembly.ts';
import { type LocalService, startLocalService } from '../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../support/api.ts';
import { letterBody } from '../support/letters.ts';
import type { BenchRow } from './run.ts';
import { openStores, storeLetter } from './support/stored-letters.ts';

export const name = 'local-service';

const root = resolve(import.meta.dirname, '../..');
const LETTERS = 1_000;
const ACCOUNTS = 25;
const WAITING = 10_000;
/** Longer than the local cloud keeps functions that are not called. */
const REST_MS = 12_000;

export async function run(): Promise<BenchRow[]> {
  const ready = await readyToServe();
  const outdir = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  try {
    const assembly = await localAssembly(outdir);
    const java = await startDynamoDbLocal();
    const before = await withService(assembly, thousandLetters, { endpoint: java.endpoint, accessKeyId: 'bench' });
    await java.stop();
    const after = await withService(assembly, thousandLetters);
    const waiting = await withService(assembly, tenThousandWaiting);
    return [
      ready,
      {
        metric: `create ${LETTERS} letters of ${ACCOUNTS} accounts, DynamoDB Local`,
        value: before.creating,
        unit: 's',
      },
      { metric: 'the same in memory', value: after.creating, unit: 's' },
      { metric: 'times as fast', value: before.creating / after.creating, unit: '', aim: '≥ 3' },
      { metric: `the morning on which all ${LETTERS} are charged, DynamoDB Local`, value: before.charging, unit: 's' },
      { metric: 'the same in memory', value: after.charging, unit: 's' },
      { metric: 'times as fast', value: before.charging / after.charging, unit: '', aim: '≥ 3' },
      { metric: `60 days forward with ${LETTERS} letters waiting`, value: after.winding, unit: 's', aim: '≤ 10' },
      { metric: `60 days forward with ${WAITING} letters waiting`, value: waiting, unit: 's', aim: '≤ 10' },
      { metric: 'memory after the last charge', value: after.memory, unit: 'MB', aim: '≤ 500' },
      { metric: 'memory once its functions rest', value: after.memoryAtRest, unit: 'MB', aim: '≤ 500' },
    ];
  } finally {
    await rm(outdir, { recursive: true });
  }
}

/** From `npm start` to the first answer of the API, the second time: the first one bundles the functions. */
async function readyToServe(): Promise<BenchRow> {
  await startOnce();
  return { metric: 'npm start to first answer', value: await startOnce(), unit: 's', aim: '≤ 3' };
}

async function startOnce(): Promise<number> {
  const description = join(root, '.local/service.json');
  await rm(description, { force: true });
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: 'ignore',
    detached: true,
  });
  try {
    const { base_url, api_key } = await whenWritten(description, child);
    await fetch(`${base_url}/balance`, { headers: { authorization: `Bearer ${api_key}` } });
    return (performance.now() - begin) / 1000;
  } finally {
    process.kill(-child.pid!, 'SIGTERM');
    await new Promise((done) => child.once('exit', done));
  }
}

async function whenWritten(path: string, child: ChildProcess): Promise<{ base_url: string; api_key: string }> {
  while (child.exitCode === null) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.endsWith('}\n')) return JSON.parse(text) as { base_url: string; api_key: string };
    await sleep(10);
  }
  throw new Error('npm start ended');
}

async function withService<Result>(
  assembly: string,
  use: (service: LocalService) => Promise<Result>,
  dynamoDb?: DynamoDbDatabase,
): Promise<Result> {
  const service = await startLocalService({ assembly, port: 0, log: () => undefined, ...(dynamoDb && { dynamoDb }) });
  try {
    return await use(service);
  } finally {
    await service.stop();
  }
}

/** Created for a day 61 days ahead, waited for over 60 days, and charged on their morning. */
async function thousandLetters({ description: { base_url, control_url } }: LocalService) {
  const control = new Control(control_url);
  const clients = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(control, base_url)));
  const { now } = await control.get('/clock');
  const send_date = addDays(brasiliaDate(Date.parse(now)), 61);
  const creating = await seconds(() => createLetters(clients, send_date));
  const winding = await seconds(() => control.advance(60 * 86_400));
  const charging = await seconds(() => control.advance(`${send_date}T09:00:00Z`));
  const memory = residentMegabytes();
  await expectAll(clients, 'received');
  const { differences } = await control.get('/ledger/audit');
  if (differences.length > 0) throw new Error(`audit: ${JSON.stringify(differences)}`);
  await sleep(REST_MS);
  return { creating, winding, charging, memory, memoryAtRest: residentMegabytes() };
}

async function tenThousandWaiting({ cloud, description }: LocalService): Promise<number> {
  const control = new Control(description.control_url);
  const { id } = await control.openAccount(description.base_url);
  const stores = openStores(cloud);
  const send_date = addDays(brasiliaDate(cloud.clock.now()), 61);
  await concurrently(Array<string>(WAITING).fill(id), 16, (account) => storeLetter(stores, account, send_date));
  await cloud.whenIdle();
  return seconds(() => control.advance(60 * 86_400));
}

function residentMegabytes(): number {
  return process.memoryUsage().rss / 2 ** 20;
}

async function openAccount(control: Control, baseUrl: string): Promise<ApiClient> {
  const { id, api } = await control.openAccount(baseUrl, { balance: 10_000_000 });
  await control.post(`/accounts/${id}/webhooks`, { url: `${control.url}/inbox`, events: ['*'] });
  return api;
}

/** Four accounts at a time, so that no account passes its 50 requests a second. */
async function createLetters(clients: readonly ApiClient[], send_date: string): Promise<void> {
  const queue = Array.from({ length: LETTERS }, (_, index) => clients[index % clients.length]!);
  const lane = async () => {
    for (let api = queue.pop(); api; api = queue.pop()) {
      const { status, body } = await api.post('/letters', letterBody({ send_date }));
      if (status !== 201) throw new Error(JSON.stringify(body));
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}

async function expectAll(clients: readonly ApiClient[], status: string): Promise<void> {
  const lists = await Promise.all(clients.map((api) => api.get('/letters?limit=100')));
  const others = lists
    .flatMap(({ body }) => body.data)
    .filter((letter: { status: string }) => letter.status !== status);
  if (others.length > 0) throw new Error(`${others.length} letters are not ${status}`);
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return (performance.now() - begin) / 1000;
}
