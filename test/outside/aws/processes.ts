import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface RunOptions {
  env?: Record<string, string | undefined>;
  /** Prints the program's output immediately; otherwise only if the program fails. */
  visible?: boolean;
}

/**
 * Runs a program to its end.
 * @returns its exit code if the output is visible: the caller decides what a failure means
 * @throws Error with the output if it fails without visible output
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  const { env = {}, visible = false } = options;
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: visible ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 && !visible) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return code ?? 1;
}
