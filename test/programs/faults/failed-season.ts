import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Aftermath } from './season.ts';

const repository = resolve(import.meta.dirname, '../../..');

/**
 * Keeps what a season with violations left behind, because its seed may pass when it is repeated in threads: all that the oracle
 * judged, with every fault by call (`damage.strikes`), and the log of the functions.
 * @returns the path of the first file without its ending: `.json` and `.log`
 */
export async function keepFailedSeason(
  seed: number,
  violations: readonly string[],
  aftermath: Aftermath,
  log: readonly string[],
): Promise<string> {
  const path = join(repository, '.build/faults', `seed-${seed}`);
  const text = JSON.stringify(
    { violations, ...aftermath },
    (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value),
    1,
  );
  await mkdir(resolve(path, '..'), { recursive: true });
  await Promise.all([writeFile(`${path}.json`, text), writeFile(`${path}.log`, log.join('\n'))]);
  return path;
}
