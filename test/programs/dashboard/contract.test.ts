import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const dashboard = resolve(import.meta.dirname, '../../../dashboard');
const committed = join(dashboard, 'src/api/generated');
let made: string;

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'api-types-'));
  await promisify(execFile)(process.execPath, [join(dashboard, 'build/api-types.ts'), made]);
});

afterAll(() => rm(made, { recursive: true, force: true }));

test.each(['public-api.d.ts', 'dashboard-api.d.ts', 'limits.ts'])(
  'the dashboard has the types and limits of the descriptions: %s',
  async (file) => {
    expect(await readFile(join(committed, file), 'utf8')).toBe(await readFile(join(made, file), 'utf8'));
  },
);

test('nothing else is among them', async () => {
  expect(await readdir(committed)).toEqual(await readdir(made));
});
