import type { CardCounters, CarrierNumberStore, LabelStock } from '../../adapters/data/mailings/carrier-numbers.ts';
import type { BatchNumbers } from '../../adapters/production/outbox.ts';
import type { LabelBlock } from '../../core/domain/carrier-labels.ts';
import type { CarrierNumbers } from '../../core/schemas/print-batch.ts';

interface Deps {
  numbers: Pick<CarrierNumberStore, 'stocks' | 'counters' | 'takeAgain'>;
  now: () => number;
}

/** Another change of the stock at the same moment, at most once for each try. */
const TRIES = 20;

/**
 * Takes numbers, lots and numbers of files out of a restored stock that a batch took after the restored second, according to its file: they
 * are on paper, so nobody else may get them (rule PRD-14). A range that was added after that second is unknown to the
 * stock until the operator adds it again, and then begins behind them.
 * @returns whether anything was missing
 */
export async function bringNumbersBack(
  { numbers, now }: Deps,
  { batch_id, numbers: { card, labels, ...counted } }: { batch_id: string; numbers: BatchNumbers },
): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const stocks = await numbers.stocks();
    const missing = labels.filter((block) => rangeOf(stocks, block).next <= block.last);
    const before = await numbers.counters(card);
    const after = behind(counted, before);
    const isBehind = names.some((name) => after[name] > (before?.[name] ?? 1));
    if (missing.length === 0 && !isBehind) return false;
    const counters = isBehind ? { card, before, after } : undefined;
    const taken = { labels: missing, ...counted };
    const changed = withoutBlocks(stocks, missing, now());
    if (
      await numbers.takeAgain({ batch_id, numbers: taken, stocks: changed, ...(counters && { counters }), at: now() })
    )
      return true;
  }
  throw new Error(`the stock changed ${TRIES} times while the numbers of ${batch_id} were brought back`);
}

const names = ['lot', 'ar_digital_file', 'e_carta_lot'] as const;

/** The counters behind everything that a batch took. */
function behind({ lots, ar_digital_file, e_carta }: Omit<CarrierNumbers, 'labels'>, before: CardCounters | null) {
  return {
    lot: Math.max(before?.lot ?? 1, ...lots.map(({ lot }) => lot + 1)),
    ar_digital_file: Math.max(before?.ar_digital_file ?? 1, (ar_digital_file ?? 0) + 1),
    e_carta_lot: Math.max(before?.e_carta_lot ?? 1, e_carta ? e_carta.first + e_carta.count : 1),
  };
}

const holds = ({ prefix, first, last }: LabelBlock, block: LabelBlock) =>
  prefix === block.prefix && first <= block.first && block.last <= last;

function rangeOf(stocks: readonly LabelStock[], block: LabelBlock): { next: number } {
  const ranges = stocks.flatMap(({ ranges }) => ranges);
  return ranges.find((range) => holds(range, block)) ?? { next: -1 };
}

function withoutBlocks(stocks: readonly LabelStock[], blocks: readonly LabelBlock[], now: number): LabelStock[] {
  return [...new Set(blocks.map(({ prefix }) => prefix))].map((prefix) => {
    const stock = stocks.find((each) => each.prefix === prefix) ?? { prefix, ranges: [], version: 0 };
    const ranges = [...stock.ranges];
    for (const block of blocks.filter((each) => each.prefix === prefix)) {
      const at = ranges.findIndex((range) => holds(range, block));
      const next = block.last + 1;
      if (at >= 0) ranges[at] = { ...ranges[at]!, next: Math.max(ranges[at]!.next, next) };
      else ranges.push({ ...block, next, source: 'restore', valid_until: null, added_at: now, voids: [] });
    }
    return { ...stock, ranges };
  });
}
