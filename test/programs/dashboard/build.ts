import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const dashboard = resolve(import.meta.dirname, '../../../dashboard');

/** Builds the deployed form of the dashboard into its own folder. @returns the folder */
export async function buildDashboard(name: string): Promise<string> {
  const folder = resolve(dashboard, '../.build', name);
  const vite = join(createRequire(join(dashboard, 'package.json')).resolve('vite/package.json'), '../bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: dashboard },
  );
  return folder;
}
