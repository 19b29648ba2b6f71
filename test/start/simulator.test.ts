import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { buildSimulator } from '../../lib/programs/local-service/simulator-package.ts';
import { ApiClient, Control } from '../support/api.ts';
import { letterBody } from '../support/letters.ts';
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
