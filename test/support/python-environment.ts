import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../outside/aws/processes.ts';

/**
 * A virtual environment of `python` in `folder` with exactly the packages pinned in the file `requirements`; recreated
 * when they change.
 * @throws Error if Python or pip fails
 */
export async function preparePython(folder: string, requirements: string, python = 'python3'): Promise<void> {
  const installed = join(folder, 'installed.txt');
  const wanted = await readFile(requirements, 'utf8');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await run(python, ['-m', 'venv', folder]);
  await run(join(folder, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', '-r', requirements]);
  await writeFile(installed, wanted);
}
