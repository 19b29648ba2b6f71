/**
 * The local service: how soon it serves after `npm start`, and how fast its clock moves with a thousand letters waiting.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';
import { addDays, brasiliaDate } from '../../lib/core/domain/brasilia.ts';
import { synthesize } from '../../lib/infra/synth.ts';
import { startLocalService } from '../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../support/api.ts';
import { letterBody } from '../support/letters.ts';
import type { BenchRow } from './run.ts';

export const name = 'local-service';

const root = resolve(import.meta.dirname, '../..');
const LETTERS = 1_000;
const ACCOUNTS = 25;

export async function run(): Promise<BenchRow[]> {
  return [await readyToServe(), ...(await sixtyDays())];
}

/** From `npm start` to the first answer of the API, the second time: the first one bundles the functions. */
async function readyToServe(): Promise<BenchRow> {
  await startOnce();
  return { metric: 'npm start to first answer', value: await startOnce(), unit: 's', aim: '≤ 5' };
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

/** The clock forward 60 days with a thousand scheduled letters that wait beyond, then over the morning they are all due. */
async function sixtyDays(): Promise<BenchRow[]> {
  const outdir = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  const dynamoDb = await startDynamoDbLocal();
  const service = await startLocalService({
    assembly: await synthesize({ outdir, validation: false }),
    port: 0,
    log: () => undefined,
    dynamoDb: { endpoint: dynamoDb.endpoint, accessKeyId: 'bench' },
  });
  try {
    const { base_url, control_url } = service.description;
    const control = new Control(control_url);
    const clients = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(control, base_url)));
    const { now } = await control.get('/clock');
    const send_date = addDays(brasiliaDate(Date.parse(now)), 61);
    const creating = await seconds(() => createLetters(clients, send_date));
    const waiting = await seconds(() => control.advance(60 * 86_400));
    const charging = await seconds(() => control.advance(`${send_date}T09:00:00Z`));
    await expectAll(clients, 'received');
    const { differences } = await control.get('/ledger/audit');
    if (differences.length > 0) throw new Error(`audit: ${JSON.stringify(differences)}`);
    return [
      { metric: `create ${LETTERS} letters of ${ACCOUNTS} accounts`, value: creating, unit: 's' },
      { metric: `60 days forward with ${LETTERS} letters waiting`, value: waiting, unit: 's', aim: '≤ 10' },
      { metric: `the morning on which all ${LETTERS} are charged`, value: charging, unit: 's' },
      { metric: 'memory of the service', value: process.memoryUsage().rss / 2 ** 20, unit: 'MB' },
    ];
  } finally {
    await service.stop();
    await dynamoDb.stop();
    await rm(outdir, { recursive: true });
  }
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
