import type { Versioned } from '../../../lib/data/mailings.ts';
import type { PrintBatches } from '../../../lib/data/print-batches.ts';
import type { PrintFiles } from '../../../lib/documents/print-files.ts';
import { createId } from '../../../lib/domain/ids.ts';
import { mailingKindOf, type Mailing, type MailingKind } from '../../../lib/domain/mailings.ts';
import type { PrintBatch } from '../../../lib/domain/print-batches.ts';
import { concurrently } from '../../../lib/operations/concurrently.ts';
import {
  endProduction,
  findMailing,
  joinBatch,
  type MailingDeps,
} from '../../../lib/operations/mailings-of-both-kinds.ts';
import type { Exchange } from '../../../lib/production/exchange.ts';
import { renderManifest } from '../../../lib/production/manifest.ts';

export type Deps = MailingDeps & {
  /** Received mailings, at most so many of each shard. */
  toPrint: (perShard: number) => Promise<Versioned<Mailing>[]>;
  batches: PrintBatches;
  /** Where the print files of each kind lie. */
  files: Record<MailingKind, Pick<PrintFiles, 'size'>>;
  exchange: Pick<Exchange, 'writeManifest'>;
};

export interface FormedBatch {
  id: string;
  mailings: string[];
}

/** Mailings read ahead per shard, and claims under way at once. */
const READ_AHEAD = 50;
const CLAIMS_AT_ONCE = 8;
/** Mailings in one batch at most: what a manifest is rendered from fits in memory many times over. */
const BATCH_LIMIT = 10_000;
/** Longer than this function can run: an older batch still forming was left by a crash. */
const ABANDONED_AFTER_MS = 16 * 60_000;

/**
 * Puts everything received into print batches: claims each mailing by one conditional write, then renders the manifest
 * from what was claimed. A batch left half-way is completed first, not begun again.
 * @param mayGoOn false when time runs out; what is left waits for the next run
 */
export async function formPrintBatches(deps: Deps, mayGoOn: () => boolean): Promise<FormedBatch[]> {
  const formed: FormedBatch[] = [];
  for (const batch of await deps.batches.inState('forming')) {
    if (deps.now() - batch.created_at > ABANDONED_AFTER_MS) formed.push(await complete(deps, batch));
  }
  while (mayGoOn()) {
    const waiting = await deps.toPrint(READ_AHEAD);
    if (waiting.length === 0) break;
    const batch = await begin(deps);
    const claimed = await claimAll(deps, batch, waiting, mayGoOn);
    formed.push(await complete(deps, batch));
    if (claimed === 0) break;
  }
  return formed.filter((batch) => batch.mailings.length > 0);
}

async function begin(deps: Deps): Promise<PrintBatch> {
  const now = deps.now();
  const batch: PrintBatch = {
    id: createId('print_batch', now, deps.randomBytes),
    state: 'forming',
    created_at: now,
    formed_at: null,
  };
  await deps.batches.create(batch);
  return batch;
}

/** Claims until nothing new waits or the batch is full. The index answers late, so a mailing seen once is not asked again. */
async function claimAll(
  deps: Deps,
  batch: PrintBatch,
  first: Versioned<Mailing>[],
  mayGoOn: () => boolean,
): Promise<number> {
  const seen = new Set<string>();
  let claimed = 0;
  for (let waiting = first; waiting.length > 0 && claimed < BATCH_LIMIT && mayGoOn();) {
    for (const { mailing } of waiting) seen.add(mailing.id);
    const outcomes = await concurrently(waiting, CLAIMS_AT_ONCE, (found) => claim(deps, batch, found));
    claimed += outcomes.filter(Boolean).length;
    waiting = (await deps.toPrint(READ_AHEAD)).filter(({ mailing }) => !seen.has(mailing.id));
  }
  return claimed;
}

/** A mailing whose file is gone cannot be produced: it ends and its price goes back, it is not skipped. */
async function claim(deps: Deps, batch: PrintBatch, waiting: Versioned<Mailing>): Promise<boolean> {
  const { id, print_file } = waiting.mailing;
  if ((await deps.files[mailingKindOf(id)].size(print_file)) === print_file.size)
    return joinBatch(deps, waiting, batch.id);
  await endProduction(deps, waiting, 'unprintable_document');
  return false;
}

async function complete(deps: Deps, batch: PrintBatch): Promise<FormedBatch> {
  const mailings = await concurrently(await deps.batches.mailings(batch.id), CLAIMS_AT_ONCE, async (claimed) => {
    const found = await findMailing(deps, claimed);
    if (!found) throw new Error(`batch ${batch.id} holds ${claimed.id}, which does not exist`);
    return found.mailing;
  });
  if (mailings.length > 0) await deps.exchange.writeManifest(batch.id, renderManifest(mailings));
  await deps.batches.markFormed(batch, deps.now());
  return { id: batch.id, mailings: mailings.map(({ id }) => id) };
}
