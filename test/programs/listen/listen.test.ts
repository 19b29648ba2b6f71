import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { listedEventTypes } from '../../../lib/core/domain/events.ts';
import { main } from '../../../lib/programs/listen/main.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { killGroup } from '../../support/process-group.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** The command exactly as in the guide. */
const shown = /^npm run --silent listen -- .+$/m.exec(readFileSync(join(repository, 'docs/webhooks.md'), 'utf8'))![0];
const SHOWN_API = 'http://127.0.0.1:4010/v1';
const SHOWN_PORT = '--to 3000';

interface Post {
  headers: Record<string, string>;
  body: string;
}

let service: LocalService;
let control: Control;
let api: ApiClient;
let state: string;
let server: Server;
let port: number;
let posts: Post[];
let status: number;
const children: ChildProcess[] = [];

beforeAll(async () => {
  service = await startOwnService();
  control = new Control(service.description.control_url);
});
afterAll(() => service.stop());

beforeEach(async () => {
  ({ api } = await control.openAccount(service.description.base_url));
  state = join(await mkdtemp(join(tmpdir(), 'malote-listen-')), 'state.json');
  posts = [];
  status = 200;
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      posts.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const { pid } of children.splice(0)) killGroup(pid!);
  server.close();
  await rm(join(state, '..'), { recursive: true });
});

/** The shown command with this service, this receiver and the test's own file. */
function listen(...options: string[]) {
  const line = shown
    .replace(SHOWN_API, service.description.base_url)
    .replace(SHOWN_PORT, `--to http://127.0.0.1:${port}/`);
  const [program, ...words] = [...line.split(' '), '--state', state, ...options];
  const env = { ...process.env, MALOTE_API_KEY: api.key };
  // Its own process group: npm's children get the signals as well.
  const child = spawn(program!, words, { cwd: repository, env, detached: true });
  children.push(child);
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (text) => {
      lines.push(text);
      for (const wake of waiting.splice(0)) wake();
    });
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return {
    lines,
    exited,
    /** The first line that matches. */
    printed: async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const line = lines.find((text) => pattern.test(text));
        if (line !== undefined) return line;
        await Promise.race([new Promise<void>((wake) => waiting.push(wake)), exited]);
        if (child.exitCode !== null && !lines.some((text) => pattern.test(text)))
          throw new Error(`it ended without saying ${String(pattern)}:\n${lines.join('\n')}`);
      }
    },
    interrupt: () => process.kill(-child.pid!, 'SIGINT'),
  };
}

const order = async () => (await api.post('/letters', letterBody())).body.id as string;
const typesOf = () => posts.map(({ body }) => JSON.parse(body).type as string);
const idsOf = () => posts.map(({ body }) => JSON.parse(body).data.id as string);
const secretOf = (line: string) => line.replace('Signing secret: ', '');

describe('the listener of the guide', () => {
  test('forwards events while it listens, signed with the secret that it prints, and no earlier ones', async () => {
    await order();
    const listener = listen();
    const secret = secretOf(await listener.printed(/^Signing secret/));
    const letter = await order();
    await listener.printed(/letter\.received +evt_\w+ {2}200/);
    expect(idsOf()).toEqual([letter]);
    const [{ headers, body }] = posts as [Post];
    const { data } = (await api.get('/events?limit=1')).body;
    expect(new Webhook(secret).verify(body, headers)).toEqual(data[0]);
    expect((await stat(state)).mode & 0o777).toBe(0o600);
    listener.interrupt();
    await listener.exited;
  });

  test('continues where it ended, with the same secret', async () => {
    const first = listen('--once');
    const secret = await first.printed(/^Signing secret/);
    expect(await first.exited).toBe(0);
    const letters = [await order(), await order()];
    const second = listen('--once');
    expect(await second.exited).toBe(0);
    expect(await second.printed(/^Signing secret/)).toBe(secret);
    expect(idsOf()).toEqual(letters);
    expect(await listen('--once').exited).toBe(0);
    expect(idsOf()).toEqual(letters);
  });

  test('resends all events since an instant, of the chosen types', async () => {
    const letter = await order();
    await api.post(`/letters/${letter}/cancel`);
    const [, received] = (await api.get('/events')).body.data;
    expect(await listen('--once', '--since', received.created_at).exited).toBe(0);
    expect(typesOf()).toEqual(['letter.received', 'letter.canceled']);
    expect(await listen('--once', '--since', received.created_at, '--type', 'letter.canceled').exited).toBe(0);
    expect(typesOf()).toEqual(['letter.received', 'letter.canceled', 'letter.canceled']);
  });

  test('keeps events while nothing listens at the port, and posts each once, whatever the response', async () => {
    expect(await listen('--once').exited).toBe(0);
    const letter = await order();
    status = 500;
    server.close();
    await once(server, 'close');
    const listener = listen('--once');
    await listener.printed(/trying again/);
    server.listen(port, '127.0.0.1');
    expect(await listener.exited).toBe(0);
    expect(idsOf()).toEqual([letter]);
    expect(listener.lines.join('\n')).toContain('500');
  });

  test('stops at an invalid key, a file of another account, and wrong usage', async () => {
    const { key } = api;
    Object.assign(api, { key: 'malote_live_wrong' });
    const refused = listen('--once');
    expect(await refused.exited).toBe(1);
    await expect(refused.printed(/^401 /)).resolves.toBeDefined();
    Object.assign(api, { key });
    expect(await listen('--once').exited).toBe(0);
    ({ api } = await control.openAccount(service.description.base_url));
    const other = listen('--once');
    expect(await other.exited).toBe(1);
    await expect(other.printed(/belongs to acc_/)).resolves.toBeDefined();
    const before = await readFile(state, 'utf8');
    const wrong = listen('--since', 'yesterday');
    expect(await wrong.exited).toBe(2);
    await expect(wrong.printed(/--since must be an instant/)).resolves.toBeDefined();
    expect(await readFile(state, 'utf8')).toBe(before);
    await writeFile(state, 'no progress');
    expect(await listen('--once').exited).toBe(1);
    expect(await readFile(state, 'utf8')).toBe('no progress');
  });

  test('says what it asked when something else than the API answers', async () => {
    const { origin } = new URL(service.description.base_url);
    const lost = listen('--once', '--api', origin);
    expect(await lost.exited).toBe(1);
    expect(lost.lines).toContain(
      `GET ${origin}/account got 404, but not from the API. --api must be the base URL of the API, with its path: https://…/v1.`,
    );
    server.removeAllListeners('request').on('request', (_request, response) => response.end('<!doctype html>'));
    const page = listen('--once', '--api', `http://127.0.0.1:${port}/v1`);
    expect(await page.exited).toBe(1);
    await expect(page.printed(/\/v1\/account got 200, but not from the API/)).resolves.toBeDefined();
  });
});

describe('wrong usage is refused, with what is allowed', () => {
  const TO = '--to must be a port, e.g. 3000, or a URL with http:// or https://';
  const API = '--api must be the base URL of the API, https://…/v1';

  test.each([
    [{ to: 'ftp://x' }, `${TO}; not ftp://x.`],
    [{ to: 'localhost:3000' }, `${TO}; not localhost:3000.`],
    [{ to: '99999' }, `${TO}; not 99999.`],
    [{ api: 'ftp://x/v1' }, `${API}; not ftp://x/v1.`],
    [{ api: 'api.example' }, `${API}; not api.example.`],
    [{ type: 'letter.foo' }, `--type must be one of: ${listedEventTypes.join(', ')}; not letter.foo.`],
    [{ type: 'webhook.test' }, `--type must be one of: ${listedEventTypes.join(', ')}; not webhook.test.`],
  ])('%j', async (wrong, message) => {
    const values = { api: SHOWN_API, to: '3000', type: 'letter.posted', ...wrong };
    const said: string[] = [];
    const exit = await main(
      Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]),
      {
        environment: { MALOTE_API_KEY: 'malote_x' },
        print: () => undefined,
        complain: (line) => said.push(line),
        signal: AbortSignal.abort(),
      },
    );
    expect(exit).toBe(2);
    expect(said.join('\n').split('\n')[0]).toBe(message);
  });

  test('also when an option is missing', async () => {
    const said: string[] = [];
    const streams = { print: () => undefined, complain: (line: string) => said.push(line) };
    expect(await main([], { environment: {}, ...streams, signal: AbortSignal.abort() })).toBe(2);
    expect(said.join('\n').split('\n').slice(0, 3)).toEqual([
      'MALOTE_API_KEY is not set: set it to an API key of your account.',
      `${API}.`,
      `${TO}.`,
    ]);
  });
});
