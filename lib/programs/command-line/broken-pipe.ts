import type { Writable } from 'node:stream';

/** Ignores a closed pipe: a reader such as `| head -1` may stop early, which does not affect the command. */
export function ignoreClosedPipe(...streams: readonly Writable[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
