import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PdfiumTasks, TaskName } from './pdfium-protocol.ts';
import { invalidPdf } from './refusal.ts';

/** A dense page takes 10 ms; a file that takes this long never ends. */
const TIME_LIMIT_MS = 5_000;

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
): Promise<PdfiumTasks[Name]['output']> {
  const answer = queue.then(() => ask(task, input));
  queue = answer.catch(() => undefined);
  return answer;
}

async function ask<Name extends TaskName>(
  task: Name,
  input: PdfiumTasks[Name]['input'],
): Promise<PdfiumTasks[Name]['output']> {
  const asked = (worker ??= start());
  asked.ref();
  try {
    asked.postMessage({ task, input });
    const [output] = (await once(asked, 'message', { signal: AbortSignal.timeout(TIME_LIMIT_MS) })) as [
      PdfiumTasks[Name]['output'],
    ];
    return output;
  } catch (error) {
    worker = undefined;
    await asked.terminate();
    throw invalidPdf(`PDFium gave up on ${task}`, error);
  } finally {
    asked.unref();
  }
}

/** A Lambda bundle carries the worker, bundled too, beside its code. */
function start(): Worker {
  const bundle = process.env['LAMBDA_TASK_ROOT'];
  return new Worker(bundle ? join(bundle, 'pdfium-worker.mjs') : new URL('./pdfium-worker.ts', import.meta.url));
}
