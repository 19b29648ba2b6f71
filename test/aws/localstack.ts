import { resolve } from 'node:path';
import { run } from './processes.ts';
import type { Emulator } from './targets.ts';

const compose = ['compose', '--file', resolve(import.meta.dirname, '../../compose.yaml')];

/** Starts the emulators of `compose.yaml`. @throws Error with what Docker said, where there is none */
export async function startLocalStack(): Promise<Emulator> {
  await run('docker', [...compose, 'up', '--detach', '--wait']);
  const stop = async () => {
    await run('docker', [...compose, 'down']);
  };
  return { endpoint: 'http://127.0.0.1:4566', stop };
}
