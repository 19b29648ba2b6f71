import type { Reading, Unusable } from '@malote/spreadsheet/cells.ts';
import type { FromReader, ToReader } from './spreadsheet-worker.ts';

/** A reading that can be stopped. */
export interface Running {
  /** Rejects if the reader cannot be loaded or runs out of memory. */
  result: Promise<Reading | Unusable>;
  stop: () => void;
}

/** Reads a spreadsheet in a worker of its own. @param progress receives the share that is done, from 0 to 1 */
export function startReading(order: ToReader, progress: (share: number) => void): Running {
  const worker = new Worker(new URL('./spreadsheet-worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<Reading | Unusable>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
      if ('share' in data) progress(data.share);
      else resolve(data.result);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    });
  });
  const stop = () => worker.terminate();
  void result.then(stop, stop);
  worker.postMessage(order);
  return { result, stop };
}
