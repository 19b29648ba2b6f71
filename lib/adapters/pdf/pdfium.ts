import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfiumTasks, TaskName } from './pdfium-protocol.ts';
import { invalidPdf } from './refusal.ts';

/** How long PDFium may still work on one document. It only ever shrinks, so that no number of questions adds up past it. */
export interface Patience {
  remainingMs: number;
}

/** A dense page takes 10 ms; a document that takes this long never ends. */
export const newPatience = (): Patience => ({ remainingMs: 5_000 });

let worker: Worker | undefined;
/** The task under way: tasks of one thread follow one another. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Asks PDFium. Its thread is started by the first question and kept warm; it is ended, and later started anew, when a file
 * makes it run on or break down.
 * @throws PdfRefused `document_invalid` then.
 */
export function askPdfium<Name extends TaskName>(
  task: Name,
  input: PdfiumTasks[Name]['input'],
  patience: Patience,
): Promise<PdfiumTasks[Name]['output']> {
  const answer = queue.then(() => ask(task, input, patience));
  queue = answer.catch(() => undefined);
  return answer;
}

async function ask<Name extends TaskName>(
  task: Name,
  input: PdfiumTasks[Name]['input'],
  patience: Patience,
): Promise<PdfiumTasks[Name]['output']> {
  const asked = (worker ??= start());
  const begun = performance.now();
  asked.ref();
  try {
    asked.postMessage({ task, input });
    const signal = AbortSignal.timeout(Math.max(Math.ceil(patience.remainingMs), 0));
    const [output] = (await once(asked, 'message', { signal })) as [PdfiumTasks[Name]['output']];
    return output;
  } catch (error) {
    worker = undefined;
    await asked.terminate();
    throw invalidPdf(`PDFium gave up on ${task}`, error);
  } finally {
    patience.remainingMs -= performance.now() - begun;
    asked.unref();
  }
}

/** Starts PDFium's thread ahead of the first question: its 60 ms then pass beside other work. */
export function wakePdfium(): void {
  worker ??= start();
  worker.unref();
}

/** A Lambda bundle carries the worker, bundled too, beside its code. */
function start(): Worker {
  const bundle = process.env['LAMBDA_TASK_ROOT'];
  const started = new Worker(
    bundle ? join(bundle, 'pdfium-worker.mjs') : new URL('./pdfium-worker.ts', import.meta.url),
  );
  // One that breaks before it is asked is replaced; whoever asks hears of it in `ask`.
  started.once('error', () => {
    if (worker === started) worker = undefined;
  });
  return started;
}
