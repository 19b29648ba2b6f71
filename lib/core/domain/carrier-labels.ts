import { trackingCheckDigit } from './tracking-codes.ts';
import { DAY_MS } from './units.ts';

/** Object numbers that the carrier granted: eight digits each, without prefix and check digit, both ends included. */
export interface LabelRange {
  /** Two letters, which belong to the service. */
  prefix: string;
  first: number;
  last: number;
  /** The first number that was never taken; `last + 1` when none is left. */
  next: number;
  /** Where it comes from, in the operator's words. */
  source: string;
  /** Last day on which the carrier accepts them, YYYY-MM-DD; null if it says none. */
  valid_until: string | null;
  added_at: number;
  /** Numbers that the operator withdrew before they were taken. */
  voids: { first: number; last: number; reason: string; at: number }[];
}

/** Numbers of one prefix in a row that a batch has taken. */
export interface LabelBlock {
  prefix: string;
  first: number;
  last: number;
}

export const LAST_LABEL = 99_999_999;

/** The 13 characters of an object number. */
export function objectNumber(prefix: string, number: number): string {
  const digits = String(number).padStart(8, '0');
  return `${prefix}${digits}${trackingCheckDigit(digits)}BR`;
}

const isUsable = ({ valid_until }: LabelRange, today: string) => valid_until === null || today <= valid_until;

/** Free numbers of a range in runs, lowest first. */
function freeRuns({ prefix, next, last, voids }: LabelRange): LabelBlock[] {
  const runs: LabelBlock[] = [];
  let first = next;
  const until = (end: number) => {
    if (first <= end) runs.push({ prefix, first, last: end });
  };
  for (const gap of [...voids].sort((a, b) => a.first - b.first)) {
    until(Math.min(gap.first - 1, last));
    first = Math.max(first, gap.last + 1);
  }
  until(last);
  return runs;
}

export const sizeOf = (blocks: readonly Pick<LabelBlock, 'first' | 'last'>[]) =>
  blocks.reduce((sum, { first, last }) => sum + last - first + 1, 0);

/** How many numbers of a prefix are free, on a day in Brasília. */
export function freeLabels(ranges: readonly LabelRange[], prefix: string, today: string): number {
  const usable = ranges.filter((range) => range.prefix === prefix && isUsable(range, today));
  return sizeOf(usable.flatMap(freeRuns));
}

/**
 * Takes numbers of a prefix, from the range that ends first and then the oldest.
 * @returns the blocks, and the ranges with their new `next`; undefined if too few are free
 */
export function takeLabels(
  ranges: readonly LabelRange[],
  prefix: string,
  count: number,
  today: string,
): { blocks: LabelBlock[]; ranges: LabelRange[] } | undefined {
  const usable = ranges.filter((range) => range.prefix === prefix && isUsable(range, today)).sort(byEnd);
  const blocks: LabelBlock[] = [];
  const taken: LabelRange[] = [];
  let missing = count;
  for (const range of usable) {
    let { next } = range;
    for (const run of missing > 0 ? freeRuns(range) : []) {
      if (missing === 0) break;
      const last = Math.min(run.last, run.first + missing - 1);
      blocks.push({ prefix, first: run.first, last });
      missing -= last - run.first + 1;
      next = last + 1;
    }
    if (next !== range.next) taken.push({ ...range, next });
  }
  return missing === 0 ? { blocks, ranges: taken } : undefined;
}

/** `9` sorts after every date. */
const endOf = ({ valid_until }: LabelRange) => valid_until ?? '9';

function byEnd(a: LabelRange, b: LabelRange): number {
  if (endOf(a) !== endOf(b)) return endOf(a) < endOf(b) ? -1 : 1;
  return a.added_at - b.added_at || a.first - b.first;
}

/** Numbers of blocks, in their order. */
export function* numbersIn(blocks: readonly LabelBlock[]): Generator<string> {
  for (const { prefix, first, last } of blocks)
    for (let number = first; number <= last; number++) yield objectNumber(prefix, number);
}

/** Days over which the use of labels is measured. */
export const LABEL_USE_DAYS = 30;

/**
 * Days for which the free numbers last at the rate of the last 30 days; null if none was taken in them.
 * @param used blocks taken in those days
 */
export function daysOfStock(free: number, used: readonly { first: number; last: number; at: number }[], now: number) {
  const recent = used.filter(({ at }) => at > now - LABEL_USE_DAYS * DAY_MS);
  const count = sizeOf(recent);
  return count === 0 ? null : Math.floor((free * LABEL_USE_DAYS) / count);
}
