import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../core/domain/problems.ts';
import { BUSY_HOST_FACTOR, type TimeBudget } from '../base/budgets.ts';
import { invalidPdf, PdfRefused, tooComplex } from '../base/refusal.ts';
import type { PdfiumTasks, TaskName, TaskResult } from './pdfium-protocol.ts';

interface Thread {
  worker: Worker;
  /** Processor time that it had used at its last report. */
  usedMs: number;
  /** Resolves when it accepts tasks. Rejects when it does not start. */
  ready: Promise<unknown>;
  /** The budget of the only document that it has worked for; 'several' when there were more. */
  workedFor: TimeBudget | 'several' | undefined;
}

let thread: Thread | undefined;
/** The task under way: tasks of one thread follow one another. */
let queue: Promise<unknown> = Promise.resolve();

/**
 * Sends a task to PDFium. The first task starts its thread, which stays warm; a file that hangs or breaks it ends the thread,
 * and the next task starts a new one. The budget is processor time of the thread once it is ready: a busy host spends none.
 * @throws PdfRefused `document_invalid` when the file breaks PDFium or spends its budget
 * @throws Problem `service_unavailable` when the thread gets too little of the processor to answer in time
 */
export function askPdfium<Name extends TaskName>(
  task: Name,
  input: PdfiumTasks[Name]['input'],
  budget: TimeBudget,
): Promise<PdfiumTasks[Name]['output']> {
  const answer = queue.then(() => askOrAskAnew(task, input, budget));
  queue = answer.catch(() => undefined);
  return answer;
}

/**
 * What a file is must not depend on earlier files: their memory stays with the thread, at most 448 MB in all. So a refusal comes
 * only from a thread that has worked for no other document.
 */
async function askOrAskAnew<Name extends TaskName>(
  task: Name,
  input: PdfiumTasks[Name]['input'],
  budget: TimeBudget,
): Promise<PdfiumTasks[Name]['output']> {
  const known = thread?.workedFor;
  const isUsed = known !== undefined && known !== budget;
  const { remainingMs, waitMs } = budget;
  const startedAt = performance.now();
  try {
    return await ask(task, input, budget, waitMs);
  } catch (error) {
    if (!isUsed || !(error instanceof PdfRefused)) throw error;
    budget.remainingMs = remainingMs;
    return ask(task, input, budget, waitMs - (performance.now() - startedAt));
  }
}

async function ask<Name extends TaskName>(
  task: Name,
  input: PdfiumTasks[Name]['input'],
  budget: TimeBudget,
  waitMs: number,
): Promise<PdfiumTasks[Name]['output']> {
  const asked = (thread ??= start());
  const { worker } = asked;
  asked.workedFor = asked.workedFor === undefined || asked.workedFor === budget ? budget : 'several';
  const over = new AbortController();
  const late = timeIsUp(waitMs, over.signal);
  worker.ref();
  try {
    await Promise.race([asked.ready, late]);
    const answer = once(worker, 'message', { signal: over.signal }).catch((error: unknown) => {
      throw invalidPdf({ reason: 'undrawable' }, `PDFium broke down on ${task}`, error);
    });
    const startedAt = performance.now();
    worker.postMessage({ task, input });
    const [{ output, usedMs }] = (await Promise.race([answer, budgetIsSpent(asked, budget, over.signal), late])) as [
      TaskResult<Name>,
    ];
    budget.remainingMs -= quietMs(usedMs - asked.usedMs, performance.now() - startedAt);
    asked.usedMs = usedMs;
    return output;
  } catch (error) {
    if (thread === asked) thread = undefined;
    await worker.terminate();
    throw error;
  } finally {
    over.abort();
    worker.unref();
  }
}

/** A thread that gets little processor time is not polled every millisecond. */
const SHORTEST_LOOK_MS = 50;

/** Rejects when the thread has spent its budget of processor time. On a busy host the same work takes more of it. */
async function budgetIsSpent(asked: Thread, budget: TimeBudget, signal: AbortSignal): Promise<never> {
  const startedAt = performance.now();
  for (let spentMs = 0; quietMs(spentMs, performance.now() - startedAt) < budget.remainingMs;) {
    const leftMs = budget.remainingMs - spentMs;
    await sleep(Math.max(leftMs, SHORTEST_LOOK_MS), undefined, { signal });
    const { user, system } = await asked.worker.cpuUsage();
    spentMs = (user + system) / 1000 - asked.usedMs;
  }
  budget.remainingMs = 0;
  throw tooComplex('seconds', Math.floor(budget.allowedMs / 1000));
}

/** Of the processor: a thread that gets less has to share it. */
const WHOLE_PROCESSOR = 0.8;

/** The processor time that some work takes at least on a host that does nothing else. */
const quietMs = (spentMs: number, elapsedMs: number) =>
  spentMs < WHOLE_PROCESSOR * elapsedMs ? spentMs / BUSY_HOST_FACTOR : spentMs;

/** Rejects when the answer takes too long by the clock while processor time is left: the host is busy. */
async function timeIsUp(waitMs: number, signal: AbortSignal): Promise<never> {
  await sleep(waitMs, undefined, { signal });
  throw new Problem('service_unavailable', { cause: new Error('PDFium gets too little of the processor') });
}

/**
 * Loads a part of the engine, and starts PDFium's thread before its first task. The thread takes longer, so it starts first.
 * The engine is a third of the code of a function that prints, so call this only when the first document has arrived.
 */
export function besidePdfium<Part>(load: () => Promise<Part>): Promise<Part> {
  thread ??= start();
  thread.worker.unref();
  return load();
}

/**
 * The young generation of the thread's heap starts with 8 MB instead of V8's 1 MB: a first document then takes a tenth less
 * processor time, which repeated garbage collections would use. V8 reads the flag for each thread that starts.
 */
const YOUNG_MEGABYTES = 8;

/** A Lambda bundle has the bundled worker beside its code. */
function start(): Thread {
  const bundle = process.env['LAMBDA_TASK_ROOT'];
  setFlagsFromString(`--min-semi-space-size=${YOUNG_MEGABYTES}`);
  const worker = new Worker(
    bundle ? join(bundle, 'pdfium-worker.mjs') : new URL('./pdfium-worker.ts', import.meta.url),
  );
  const ready = once(worker, 'message')
    .then(([usedMs]) => {
      started.usedMs = usedMs as number;
    })
    // Other threads, such as those of the local cloud's functions, keep V8's default.
    .finally(() => setFlagsFromString('--min-semi-space-size=0'));
  const started: Thread = { worker, usedMs: 0, ready, workedFor: undefined };
  // A thread that breaks before a question is replaced; the next caller gets its error.
  started.ready.catch(() => undefined);
  worker.once('error', () => {
    if (thread === started) thread = undefined;
  });
  return started;
}
