import type { Writable } from 'node:stream';

/** Who reads may have read enough, as `| head -1` has: what a command did is not changed by that. */
export function leaveToReader(...streams: readonly Writable[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
