import type { Machine } from './machine.ts';

/** Gives each compartment its own variables and output, and the errors that nothing in it catches. */
export function separateProcesses(machine: Machine): void {
  const { env } = process;
  Object.defineProperty(process, 'env', {
    configurable: true,
    enumerable: true,
    get: () => machine.compartment?.variables ?? env,
  });
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      const own = machine.compartment?.write;
      if (!own) return write(chunk, ...rest);
      own(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
      (rest.find((argument) => typeof argument === 'function') as (() => void) | undefined)?.();
      return true;
    };
  }
  const exit = process.exit.bind(process);
  process.exit = (code) => machine.compartment?.exit(Number(code ?? 0)) ?? exit(code);
  const crash = (error: unknown) => {
    const { compartment } = machine;
    if (compartment) return compartment.crash(error);
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
}
