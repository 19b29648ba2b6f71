import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const dashboard = resolve(import.meta.dirname, '../../dashboard');

test('the types of the dashboard are those of the API description', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(dashboard, 'build/api-types.ts'), '--print'], {
    maxBuffer: 16 * 1024 * 1024,
  });
  expect(readFileSync(join(dashboard, 'src/api/schema.d.ts'), 'utf8')).toBe(stdout);
});
