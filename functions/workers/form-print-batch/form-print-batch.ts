import type { Letters, VersionedLetter } from '../../../lib/data/letters.ts';
import type { PrintBatches } from '../../../lib/data/print-batches.ts';
import type { PrintFiles } from '../../../lib/documents/print-files.ts';
import { createId } from '../../../lib/domain/ids.ts';
import type { PrintBatch } from '../../../lib/domain/print-batches.ts';
import { concurrently } from '../../../lib/operations/concurrently.ts';
import { moveLetterTo, type MoveLetterDeps } from '../../../lib/operations/move-letter.ts';
import type { Exchange } from '../../../lib/production/exchange.ts';
import { renderManifest } from '../../../lib/production/manifest.ts';

export interface Deps extends MoveLetterDeps {
  letters: Letters;
  batches: PrintBatches;
  files: Pick<PrintFiles, 'size'>;
  exchange: Pick<Exchange, 'writeManifest'>;
}

export interface FormedBatch {
  id: string;
  mailings: string[];
}

/** Letters read ahead per shard, and claims under way at once. */
const READ_AHEAD = 50;
const CLAIMS_AT_ONCE = 8;
/** Mailings in one batch at most: what a manifest is rendered from fits in memory many times over. */
const BATCH_LIMIT = 10_000;
/** Longer than this function can run: an older batch still forming was left by a crash. */
const ABANDONED_AFTER_MS = 16 * 60_000;

/**
 * Puts everything received into print batches: claims each letter by one conditional write, then renders the manifest
 * from what was claimed. A batch left half-way is completed first, not begun again.
 * @param mayGoOn false when time runs out; what is left waits for the next run
 */
export async function formPrintBatches(deps: Deps, mayGoOn: () => boolean): Promise<FormedBatch[]> {
  const formed: FormedBatch[] = [];
  for (const batch of await deps.batches.inState('forming')) {
    if (deps.now() - batch.created_at > ABANDONED_AFTER_MS) formed.push(await complete(deps, batch));
  }
  while (mayGoOn()) {
    const waiting = await deps.letters.toPrint(READ_AHEAD);
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

/** Claims until nothing new waits or the batch is full. The index answers late, so a letter seen once is not asked again. */
async function claimAll(
  deps: Deps,
  batch: PrintBatch,
  first: VersionedLetter[],
  mayGoOn: () => boolean,
): Promise<number> {
  const seen = new Set<string>();
  let claimed = 0;
  for (let waiting = first; waiting.length > 0 && claimed < BATCH_LIMIT && mayGoOn();) {
    for (const { letter } of waiting) seen.add(letter.id);
    const outcomes = await concurrently(waiting, CLAIMS_AT_ONCE, (letter) => claim(deps, batch, letter));
    claimed += outcomes.filter(Boolean).length;
    waiting = (await deps.letters.toPrint(READ_AHEAD)).filter(({ letter }) => !seen.has(letter.id));
  }
  return claimed;
}

/** A letter whose file is gone cannot be produced: it fails and its price goes back, it is not skipped. */
async function claim(deps: Deps, batch: PrintBatch, waiting: VersionedLetter): Promise<boolean> {
  if ((await deps.files.size(waiting.letter.print_file)) !== waiting.letter.print_file.size) {
    await moveLetterTo(deps, waiting, { trigger: 'fail', reason: 'unprintable_document' });
    return false;
  }
  return (await moveLetterTo(deps, waiting, { trigger: 'batch', batch_id: batch.id })).moved;
}

async function complete(deps: Deps, batch: PrintBatch): Promise<FormedBatch> {
  const mailings = await deps.batches.mailings(batch.id);
  const letters = await concurrently(mailings, CLAIMS_AT_ONCE, async (mailing) => {
    const found = await deps.letters.find(mailing.account_id, mailing.id);
    if (!found) throw new Error(`batch ${batch.id} holds ${mailing.id}, which does not exist`);
    return found.letter;
  });
  if (letters.length > 0) await deps.exchange.writeManifest(batch.id, renderManifest(letters));
  await deps.batches.markFormed(batch, deps.now());
  return { id: batch.id, mailings: letters.map((letter) => letter.id) };
}
