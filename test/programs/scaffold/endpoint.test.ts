import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type NewEndpoint, registerPaths, scaffoldEndpoint } from '../../../lib/programs/scaffold/endpoint.ts';
import { copyRepository } from '../../support/repository-copy.ts';

const run = promisify(execFile);

/** One endpoint of each shape: with a mailing in its path or not, with a body or without. */
const endpoints: NewEndpoint[] = [
  { name: 'letters-archive', method: 'POST', path: '/letters/{letter_id}/archive' },
  { name: 'verifications-history', method: 'GET', path: '/verifications/{verification_id}/history' },
  { name: 'labels-create', method: 'POST', path: '/labels' },
  { name: 'account-summary', method: 'GET', path: '/account/summary' },
];

const MINUTES = 60_000;

describe('npm run new -- endpoint, in a copy of the repository', () => {
  let copy: string;
  let written: string[];
  // The settings of this test run must not affect the tests of the copy.
  const { TEST_FILES: _files, TEST_COUNTS: _counts, ...env } = process.env;
  const node = (...args: string[]) => run(process.execPath, args, { cwd: copy, env });

  beforeAll(async () => {
    copy = await copyRepository();
    written = [];
    for (const { name, method, path } of endpoints) {
      const { stdout } = await node('bin/new.ts', 'endpoint', name, method, path);
      written.push(...stdout.split('\n').filter((line) => /^[\w./-]+\.ts$/.test(line)));
    }
  }, 2 * MINUTES);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  test(
    'writes code that type-checks',
    async () => {
      await expect(node('node_modules/typescript/bin/tsc', '--noEmit')).resolves.toMatchObject({ stdout: '' });
    },
    4 * MINUTES,
  );

  test(
    'writes code that passes lint and format',
    async () => {
      const files = [...new Set(written)];
      const eslint = node('node_modules/eslint/bin/eslint.js', ...files);
      await expect(eslint).resolves.toMatchObject({ stdout: '' });
      await expect(node('node_modules/prettier/bin/prettier.cjs', '--check', ...files)).resolves.toBeDefined();
    },
    4 * MINUTES,
  );

  test(
    'writes contract tests that pass, for one with a body and one with a letter id',
    async () => {
      const paths = ['functions/labels-create/200', 'functions/letters-archive/404'];
      const { stderr } = await node('test/support/runner/run.ts', ...paths);
      expect(stderr).toMatch(/Tests: +\d+ passed, \d+ total/);
    },
    5 * MINUTES,
  );

  test(
    'keeps the order of imports and the architecture rules',
    async () => {
      const { stderr } = await node('test/support/runner/run.ts', 'architecture/imports');
      expect(stderr).toMatch(/Tests: +\d+ passed/);
    },
    2 * MINUTES,
  );

  test('rejects a name that is taken, and changes nothing', async () => {
    const before = await readFile(join(copy, registerPaths.endpoints), 'utf8');
    const again = node('bin/new.ts', 'endpoint', 'letters-archive', 'POST', '/letters/{letter_id}/archive');
    await expect(again).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/already has letters-archive/),
    });
    expect(await readFile(join(copy, registerPaths.endpoints), 'utf8')).toBe(before);
  });

  test('says what is missing besides the name, with an example', async () => {
    await expect(node('bin/new.ts', 'endpoint', 'letters-archive')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^An endpoint needs a name, a method and a path, .*: npm run new -- endpoint .*\n$/,
      ),
    });
  });
});

describe('an invalid endpoint', () => {
  const registers = {
    endpoints: 'export const endpoints = [\n];\n',
    operations: 'export const operations = {\n};\n',
    documented: 'export const documented = {\n};\n',
  };

  test.each<[string, Partial<NewEndpoint>]>([
    ['Letters is not a name', { name: 'Letters' }],
    ['letters is not a name', { name: 'letters' }],
    ['DELETE is not a method', { method: 'DELETE' as 'GET' }],
    ['letters is not a path', { path: 'letters' }],
    ['/Letters is not a path', { path: '/Letters' }],
    ['at most one of {letter_id}, {verification_id}', { path: '/postal-codes/{postal_code}/streets' }],
    ['at most one of', { path: '/letters/{letter_id}/verifications/{verification_id}' }],
  ])('%s', (message, fields) => {
    const endpoint: NewEndpoint = { name: 'letters-archive', method: 'GET', path: '/letters', ...fields };
    expect(() => scaffoldEndpoint(endpoint, registers)).toThrow(message);
  });
});
