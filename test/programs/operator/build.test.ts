import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { letterBody } from '../../support/letters.ts';
import { useTarget } from '../../support/target.ts';
import { operator } from './support/operator.ts';

const repository = resolve(import.meta.dirname, '../../..');
const built = join(repository, 'dist/operator/malote-operator.mjs');
const run = promisify(execFile);
const target = useTarget();

/** Runs a file of this repository as `npx malote-operator` runs the command. */
const node = (file: string, line: readonly string[], environment: Record<string, string> = {}) =>
  run(process.execPath, [file, ...line], { cwd: repository, env: { PATH: process.env.PATH, ...environment } });

beforeAll(async () => {
  await node('bin/build.ts', []);
});

describe('the command after a build', () => {
  test('shows the same help as the one in the source', async () => {
    const { output } = await operator(['help'], {});
    expect((await node(built, ['help'], { NO_COLOR: '1' })).stdout).toBe(output);
  });

  test('reaches the service, and prints a letter again with its bundled fonts', async () => {
    const { baseUrl, control } = target();
    const { id, api } = await control.openAccount(baseUrl);
    const { body: letter } = await api.post('/letters', letterBody());
    const line = ['letters', 'edit', id, letter.id, '--to-name', 'Vizinha', '--local', '--json'];
    const { stdout } = await node(built, line, { MALOTE_CONTROL_URL: control.url });
    expect(JSON.parse(stdout).to.name).toBe('Vizinha');
  });
});
