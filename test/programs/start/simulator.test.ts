import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { buildSimulator } from '../../../lib/programs/local-service/simulator-package.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { descendants, PATIENCE_MS, until } from './support/processes.ts';

jest.setTimeout(3 * PATIENCE_MS);

/** A project with only the package. */
const project = mkdtempSync(join(tmpdir(), 'malote-simulator-'));
const built = mkdtempSync(join(tmpdir(), 'malote-simulator-built-'));
let simulator: ChildProcess | undefined;

beforeAll(async () => {
  await buildSimulator(built);
  const npm = (cwd: string, ...args: string[]) => execFileSync('npm', [...args, '--silent'], { cwd });
  npm(built, 'pack', '--pack-destination', project);
  npm(project, 'init', '--yes');
  // It has no dependencies, so npm contacts no registry.
  npm(project, 'install', '--offline', '--no-audit', ...globSync('*.tgz', { cwd: project }));
});

afterAll(() => {
  for (const { pid } of simulator ? descendants(simulator.pid!) : []) process.kill(pid, 'SIGKILL');
  simulator?.kill('SIGKILL');
  for (const folder of [project, built]) rmSync(folder, { recursive: true, force: true });
});

test('everybody may use the package, and it names whose code it contains', () => {
  const text = (file: string) => readFileSync(join(built, file), 'utf8');
  expect(JSON.parse(text('package.json')).license).toBe('MIT');
  expect(text('LICENSE')).toContain('Permission is hereby granted, free of charge');
  const notices = text('THIRD-PARTY-NOTICES.txt');
  // Of all functions, of few functions, and of the program itself.
  for (const name of ['@aws-sdk/client-dynamodb', '@cantoo/pdf-lib', 'oidc-provider', 'ajv'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(notices).toContain('Copyright');
});

test('the package runs where it is installed, with its pages, and posts a letter with a clock that advances', async () => {
  let output = '';
  simulator = spawn('npx', ['malote-simulator'], { cwd: project, env: { ...process.env, PORT: '0' } });
  for (const stream of [simulator.stdout!, simulator.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const file = join(project, '.malote/service.json');
  await until(() => {
    if (simulator!.exitCode !== null) throw new Error(`The simulator ended: ${output}`);
    return existsSync(file);
  });
  const { base_url, dashboard_url, api_key, sandbox_api_key, control_url } = JSON.parse(readFileSync(file, 'utf8'));

  const text = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text();
  expect(await text(dashboard_url)).toContain('<div id="root">');
  expect(await text(`${dashboard_url}docs/inicio-rapido`)).toContain('curl');
  expect(JSON.parse(await text(`${base_url}/openapi.json`)).servers).toEqual([{ url: base_url }]);
  const signIn = await fetch(`${dashboard_url}api/sign-in`, { redirect: 'follow' });
  expect(await signIn.text()).toContain('<form');

  const live = new ApiClient(base_url, api_key);
  expect((await live.post('/letters', letterBody())).status).toBe(201);
  const sandbox = new ApiClient(base_url, sandbox_api_key);
  const { body: letter } = await sandbox.post('/letters', letterBody());
  await new Control(control_url).advance(86_400);
  expect((await sandbox.get(`/letters/${letter.id}`)).body.status).toBe('posted');
});

test('a test starts it from code, plays the print house, winds the clock and asks for faults', async () => {
  writeFileSync(
    join(project, 'try.ts'),
    `import { type ReceivedWebhook, start } from '@malote/simulator';
const malote = await start();
const letters = (key: string, headers: Record<string, string> = {}) =>
  fetch(malote.baseUrl + '/letters', { headers: { authorization: 'Bearer ' + key, ...headers } });
const answers: unknown[] = [];
await malote.faults.add({ fault: 'rate_limit_exceeded', requests: 1, path: '/letters' });
await malote.faults.add({ fault: 'service_unavailable', requests: 1 });
for (let at = 0; at < 3; at++) {
  const response = await letters(malote.apiKey, { 'accept-language': 'en' });
  const { error } = (await response.json()) as { error?: { code: string; message: string; request_id: string } };
  answers.push([response.status, error?.code, response.headers.get('retry-after'), typeof error?.request_id]);
}
await malote.faults.add({ fault: 'cut', requests: 1, method: 'POST' });
const upload = () => fetch(malote.baseUrl + '/uploads', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + malote.apiKey, 'content-type': 'application/json', 'idempotency-key': 'one' },
  body: JSON.stringify({ filename: 'a.pdf', size: 10 }),
});
const cut: string = await upload().then(() => 'answered', (error: Error) => error.message);
const again = await upload();
const before: Date = await malote.clock.now();
const after = await malote.clock.advance({ seconds: 3600 });
await malote.faults.add({ fault: 'slow', requests: 1, milliseconds: 400 });
const begun = performance.now();
await letters(malote.apiKey);
const late = performance.now() - begun;
const [account] = await malote.accounts.list();
await malote.accounts.credit(account!.id, 500);
const webhooks: ReceivedWebhook[] = await malote.inbox.list();
console.log(JSON.stringify({
  answers, cut, replayed: again.headers.get('idempotent-replayed'), late: late >= 400,
  hours: (after.getTime() - before.getTime()) / 3_600_000, webhooks: webhooks.length,
  credited: (await malote.accounts.list())[0]!.balance - account!.balance,
}));
await malote.stop();
`,
  );
  const typescript = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
  const types = join(import.meta.dirname, '../../../node_modules/@types');
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--typeRoots',
    types,
    '--types',
    'node',
  ];
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ ...JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')), type: 'module' }),
  );
  execFileSync(process.execPath, [typescript, ...options, join(project, 'try.ts')], { cwd: project, stdio: 'pipe' });
  const output = execFileSync(process.execPath, [join(project, 'try.ts')], { cwd: project, encoding: 'utf8' });
  const { hours, ...seen } = JSON.parse(output);
  expect(seen).toEqual({
    answers: [
      [429, 'rate_limit_exceeded', '1', 'string'],
      [503, 'service_unavailable', expect.any(String), 'string'],
      [200, null, null, 'undefined'],
    ],
    cut: 'fetch failed',
    // It had taken effect.
    replayed: 'true',
    late: true,
    webhooks: 0,
    credited: 500,
  });
  expect(hours).toBeGreaterThanOrEqual(1);
  expect(hours).toBeLessThan(1.1);
});

test('the program of its README runs as shown', () => {
  const [, program] = /```ts\n(.*?)```/s.exec(readFileSync(join(built, 'README.md'), 'utf8'))!;
  writeFileSync(join(project, 'readme.ts'), program!);
  const output = execFileSync(process.execPath, [join(project, 'readme.ts')], { cwd: project, encoding: 'utf8' });
  expect(output).toMatch(/^503\nfetch failed\n422\n\d{4}-\S+\n0 webhooks\n$/);
});
