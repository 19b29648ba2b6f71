import type { CarrierNumberStore, Taking } from '../../adapters/data/mailings/carrier-numbers.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import { brasiliaDate } from '../../core/domain/brasilia.ts';
import { takeLabels } from '../../core/domain/carrier-labels.ts';
import type { PrintBatch } from '../../core/domain/print-batches.ts';
import type { CarrierProfile } from '../../core/schemas/carrier-profile.ts';
import type { CarrierNumbers } from '../../core/schemas/print-batch.ts';
import type { NumbersNeeded } from './presort-batch.ts';

export interface TakeNumbersDeps {
  batches: Pick<PrintBatches, 'find'>;
  numbers: Pick<CarrierNumberStore, 'stocks' | 'counters' | 'take'>;
  now: () => number;
}

/** The stock has too few object numbers for a batch. It stays as it is, and is completed once numbers were added. */
export class LabelsExhausted extends Error {
  readonly prefix: string;

  constructor(batchId: string, prefix: string) {
    super(`too few object numbers of ${prefix} for ${batchId}`);
    this.prefix = prefix;
    this.name = 'LabelsExhausted';
  }
}

/** Batches that form at the same moment: each try loses against one that took its numbers. */
const TRIES = 20;
/** Lots and numbers of files have five digits. */
const LAST_NUMBER = 99_999;

/**
 * The object numbers, lots and numbers of files of a batch, taken in one conditional write the first time (rule PRD-14).
 * @throws LabelsExhausted
 */
export async function takeNumbers(
  deps: TakeNumbersDeps,
  batch: PrintBatch,
  profile: CarrierProfile,
  needed: NumbersNeeded,
): Promise<CarrierNumbers> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await deps.batches.find(batch.id);
    if (!found?.carrier) throw new Error(`${batch.id} has no carrier profile`);
    if (found.carrier.numbers) return found.carrier.numbers;
    const at = deps.now();
    const labels = await chooseLabels(deps, batch, needed, brasiliaDate(at));
    const { chosen, counters } = await chooseFromCounters(deps, profile, needed);
    const numbers = { labels: labels.blocks, ...chosen };
    const { stocks } = labels;
    if (await deps.numbers.take({ batch_id: batch.id, numbers, stocks, ...(counters && { counters }), at }))
      return numbers;
  }
  throw new Error(`the stock changed ${TRIES} times while ${batch.id} took its numbers`);
}

async function chooseLabels({ numbers }: TakeNumbersDeps, batch: PrintBatch, needed: NumbersNeeded, today: string) {
  const stocks = needed.labels.size > 0 ? await numbers.stocks() : [];
  const taken = [...needed.labels].map(([prefix, count]) => {
    const stock = stocks.find((each) => each.prefix === prefix);
    const found = stock && takeLabels(stock.ranges, prefix, count, today);
    if (!found) throw new LabelsExhausted(batch.id, prefix);
    const ranges = stock.ranges.map((range) => found.ranges.find(({ first }) => first === range.first) ?? range);
    return { blocks: found.blocks, stock: { ...stock, ranges } };
  });
  return { blocks: taken.flatMap(({ blocks }) => blocks), stocks: taken.map(({ stock }) => stock) };
}

async function chooseFromCounters(
  { numbers }: TakeNumbersDeps,
  { card, first_lot }: CarrierProfile,
  { lots, arDigitalFiles, eCartaPackages }: NumbersNeeded,
): Promise<{ chosen: Omit<CarrierNumbers, 'labels'>; counters: Taking['counters'] }> {
  if (lots.length + arDigitalFiles + eCartaPackages === 0) return { chosen: { lots: [] }, counters: undefined };
  const before = await numbers.counters(card);
  const { lot, ar_digital_file, e_carta_lot } = before ?? { lot: 1, ar_digital_file: 1, e_carta_lot: 1 };
  const first = Math.max(lot, first_lot);
  const after = {
    lot: lots.length > 0 ? first + lots.length : lot,
    ar_digital_file: ar_digital_file + arDigitalFiles,
    e_carta_lot: e_carta_lot + eCartaPackages,
  };
  for (const [name, next] of Object.entries(after))
    if (next - 1 > LAST_NUMBER) throw new Error(`card ${card} has no ${name} left`);
  const chosen = {
    lots: lots.map((way, index) => ({ way, lot: first + index })),
    ...(arDigitalFiles > 0 && { ar_digital_file }),
    ...(eCartaPackages > 0 && { e_carta: { first: e_carta_lot, count: eCartaPackages } }),
  };
  return { chosen, counters: { card, before, after } };
}
