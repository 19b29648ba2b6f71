import type { VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { WorkQueue } from '../../adapters/net/work-queue.ts';
import type { FormedBatch } from '../../adapters/production/formed-batches.ts';
import type { Outbox } from '../../adapters/production/outbox.ts';
import { createId } from '../../core/domain/ids.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import { isInTime, type PrintBatch } from '../../core/domain/print-batches.ts';
import { MINUTE_MS } from '../../core/domain/units.ts';
import { concurrently } from '../concurrently.ts';
import { endProduction, joinBatch, type MailingDeps } from '../mailings/mailings-of-both-kinds.ts';
import { issueManifest } from './issue-manifest.ts';

export type Deps = MailingDeps & {
  /** One walk over the received mailings, a page at a time. */
  toPrint: () => AsyncIterable<VersionedMailing[]>;
  batches: PrintBatches;
  /** The print files of each kind. */
  files: Record<MailingKind, Pick<PrintFiles, 'isIntact'>>;
  outbox: Pick<Outbox, 'writeManifest'>;
  runs: WorkQueue<Run>;
  /** Maximum mailings in one batch; may be exceeded by up to a page. */
  batchLimit: number;
};

/** A request for one run. */
export interface Run {
  /** Epoch milliseconds: mailings received later wait for the next batch. */
  cutoff: number;
  /** Only completes the work of a killed run. */
  afterKill: boolean;
}

/**
 * The run for the schedule. On a holiday no mailing is included, but an interrupted batch is still completed.
 * @param now epoch milliseconds
 * @param cutoffMinutes mailings received in these last minutes wait for the next batch
 */
export function scheduledRun(now: number, cutoffMinutes: number, holiday: string | undefined): Run {
  if (holiday !== undefined) return { cutoff: 0, afterKill: true };
  return { cutoff: now - cutoffMinutes * MINUTE_MS, afterKill: false };
}

/**
 * Concurrent claims: about 300 a second. A partition takes 1,000 writes a second, and each claim writes two units into
 * the batch's partition and about as many into the index of its account's statuses.
 */
const CLAIMS_AT_ONCE = 8;
/**
 * Longest run of this function and longest SQS delay: a batch that is still forming afterwards belongs to a killed run.
 */
export const LONGEST_RUN_SECONDS = 900;

/**
 * Adds mailings received before the cut-off to print batches: claims each by one conditional write, then renders the
 * manifest from the claims. Batches of a killed run are completed first, not started again.
 * @param mayGoOn false when time runs out
 * @returns the batches, and whether another run was queued to continue
 */
export async function formPrintBatches(
  deps: Deps,
  run: Run,
  mayGoOn: () => boolean,
): Promise<{ batches: FormedBatch[]; more: boolean }> {
  const abandoned = await abandonedBatches(deps);
  if (run.afterKill && abandoned.length === 0) return { batches: [], more: false };
  const formed: FormedBatch[] = [];
  for (const each of abandoned) formed.push(...(await complete(deps, each)));
  let batch: PrintBatch | undefined;
  let claimed = 0;
  let more = false;
  const close = async () => {
    if (batch) formed.push(...(await complete(deps, batch)));
    batch = undefined;
    claimed = 0;
  };
  for await (const page of deps.toPrint()) {
    const waiting = page.filter(({ mailing }) => isInTime(mailing, run.cutoff));
    if (waiting.length === 0) continue;
    more = !mayGoOn();
    if (more) break;
    const current = (batch ??= await begin(deps, run));
    const outcomes = await concurrently(waiting, CLAIMS_AT_ONCE, (found) => claim(deps, current, found));
    claimed += outcomes.filter(Boolean).length;
    if (claimed >= deps.batchLimit) await close();
  }
  await close();
  if (more) await deps.runs.ask({ ...run, afterKill: false });
  return { batches: formed, more };
}

/** Queues another run that starts when this one is certainly over, and finishes its work if it was killed. */
async function begin(deps: Deps, { cutoff }: Run): Promise<PrintBatch> {
  const now = deps.now();
  const id = createId('print_batch', now, deps.randomBytes);
  const batch: PrintBatch = { id, state: 'forming', created_at: now, formed_at: null, manifest: null };
  await deps.batches.create(batch);
  await deps.runs.ask({ cutoff, afterKill: true }, LONGEST_RUN_SECONDS);
  return batch;
}

/**
 * Claims a mailing. A mailing whose file is missing or damaged cannot be produced: it fails and is refunded, never
 * skipped. The index is eventually consistent, so a changed mailing is read again.
 */
async function claim(deps: Deps, batch: PrintBatch, waiting: VersionedMailing): Promise<boolean> {
  for (let found = waiting; found.mailing.status === 'received';) {
    const { kind, print_file } = found.mailing;
    const isIntact = await deps.files[kind].isIntact(print_file);
    const outcome = isIntact
      ? await joinBatch(deps, found, batch.id)
      : await endProduction(deps, found, 'unprintable_document');
    if (outcome.moved) return isIntact;
    found = outcome;
  }
  return false;
}

async function abandonedBatches(deps: Deps): Promise<PrintBatch[]> {
  const latest = deps.now() - LONGEST_RUN_SECONDS * 1000;
  return (await deps.batches.inState('forming', 100, 'oldest')).filter(({ created_at }) => created_at <= latest);
}

/** Issues the manifest; a batch without mailings is discarded. */
async function complete(deps: Deps, batch: PrintBatch): Promise<FormedBatch[]> {
  const issued = await issueManifest(deps, batch.id);
  if (!issued) {
    await deps.batches.discard(batch.id);
    return [];
  }
  await deps.batches.markFormed(batch, issued.manifest, deps.now());
  return [{ id: batch.id, mailings: issued.ids }];
}
