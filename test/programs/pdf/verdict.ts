import { createHash } from 'node:crypto';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { REQUEST } from './fixture-letters.ts';

/** Tests share the processor: only a file may decide. */
const PATIENCE_MS = 300_000;

/** All that a file gets: its refusals, or its warnings and its print file. */
export async function verdictOn(file: Uint8Array): Promise<string> {
  const result = await prepareLetter(file, REQUEST, { ...newTimeBudget(), waitMs: PATIENCE_MS });
  const { file: printed, ...told } = result.ok ? result : { ...result, file: new Uint8Array() };
  return JSON.stringify({ told, printed: createHash('sha256').update(printed).digest('hex') });
}

/** The verdict of an engine that has seen no other file. */
export function verdictAlone(file: Uint8Array): Promise<string> {
  const worker = new Worker(new URL(import.meta.url), { workerData: file });
  return new Promise<string>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  }).finally(() => worker.terminate());
}

if (!isMainThread && workerData instanceof Uint8Array) parentPort!.postMessage(await verdictOn(workerData));
