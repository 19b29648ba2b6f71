import type { CarrierNumberStore, LabelStock } from '../../adapters/data/mailings/carrier-numbers.ts';
import type { LabelRange } from '../../core/domain/carrier-labels.ts';

export interface ChangeLabelsDeps {
  numbers: Pick<CarrierNumberStore, 'stocks' | 'replace'>;
  now: () => number;
}

/** Numbers of a range are known already, or numbers to withdraw are not free. Nothing was changed. */
export class LabelsNotPossible extends Error {
  readonly reason: 'known' | 'not_free';
  /** The numbers in the way; null if no range has the number. */
  readonly range: Pick<LabelRange, 'prefix' | 'first' | 'last' | 'next'> | null;

  constructor(reason: LabelsNotPossible['reason'], range: LabelsNotPossible['range']) {
    super(reason);
    this.name = 'LabelsNotPossible';
    this.reason = reason;
    this.range = range;
  }
}

/** Batches and other operators may change the stock meanwhile. */
const TRIES = 20;

/**
 * Adds a range that the carrier granted (rule PRD-14).
 * @throws LabelsNotPossible if one of its numbers was ever in a range of the prefix
 */
export function addLabels(
  deps: ChangeLabelsDeps,
  range: Pick<LabelRange, 'prefix' | 'first' | 'last' | 'source' | 'valid_until'>,
): Promise<LabelRange> {
  return change(deps, range.prefix, (ranges) => {
    const known = ranges.find(({ first, last }) => first <= range.last && range.first <= last);
    if (known) throw new LabelsNotPossible('known', known);
    const added: LabelRange = { ...range, next: range.first, added_at: deps.now(), voids: [] };
    return { ranges: [...ranges, added], result: added };
  });
}

/**
 * Withdraws numbers that no batch has taken (rule PRD-14).
 * @throws LabelsNotPossible unless all of them are in one range and were never taken
 */
export function voidLabels(
  deps: ChangeLabelsDeps,
  { prefix, first, last, reason }: { prefix: string; first: number; last: number; reason: string },
): Promise<LabelRange> {
  return change(deps, prefix, (ranges) => {
    const at = ranges.findIndex((range) => range.first <= first && last <= range.last);
    const range = ranges[at];
    if (!range) throw new LabelsNotPossible('not_free', null);
    if (first < range.next) throw new LabelsNotPossible('not_free', range);
    const voided = { ...range, voids: [...range.voids, { first, last, reason, at: deps.now() }] };
    return { ranges: ranges.with(at, voided), result: voided };
  });
}

async function change(
  { numbers }: ChangeLabelsDeps,
  prefix: string,
  decide: (ranges: LabelRange[]) => { ranges: LabelRange[]; result: LabelRange },
): Promise<LabelRange> {
  for (let tries = 0; tries < TRIES; tries++) {
    const stock: LabelStock = (await numbers.stocks()).find((each) => each.prefix === prefix) ?? {
      prefix,
      ranges: [],
      version: 0,
    };
    const { ranges, result } = decide(stock.ranges);
    if (await numbers.replace({ ...stock, ranges })) return result;
  }
  throw new Error(`the stock of ${prefix} changed ${TRIES} times meanwhile`);
}
