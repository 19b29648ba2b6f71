import { firstIndex } from '../../core/first-index.ts';
import { type Budget, spendComparisons } from '../base/budgets.ts';

/** A stretch along a line of text, in points. */
export type Span = readonly [from: number, to: number];

const overlapOf = (one: Span, other: Span): number => Math.min(one[1], other[1]) - Math.max(one[0], other[0]);

/** Spans by place: comparing each letter of a page with each of a line would take too long. */
export class Spans {
  readonly #byStart: readonly Span[];
  /** The furthest end of the spans up to each. */
  readonly #reached: number[] = [];
  readonly #comparisons: Budget;

  constructor(spans: readonly Span[], comparisons: Budget) {
    this.#byStart = spans.toSorted(([one], [other]) => one - other);
    this.#comparisons = comparisons;
    let reached = -Infinity;
    for (const [, to] of this.#byStart) this.#reached.push((reached = Math.max(reached, to)));
    spendComparisons(comparisons, spans.length);
  }

  /** Whether one of them has more than `reach` points in common with another span. */
  overlap(span: Span, reach: number): boolean {
    const [from, to] = span;
    let at = firstIndex(this.#byStart.length, (index) => this.#byStart[index]![0] >= to - reach) - 1;
    for (; at >= 0 && this.#reached[at]! > from + reach; at--) {
      spendComparisons(this.#comparisons, 1);
      if (overlapOf(this.#byStart[at]!, span) > reach) return true;
    }
    return false;
  }
}
