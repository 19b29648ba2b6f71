import { spendComparisons } from './budgets.ts';
import type { Glyph, PageText, Show } from './interpreter.ts';
import { isSpace, onOneLine } from './markers.ts';

/** The text of a page by line: a page has tens of thousands of letters, and every marker looks up those beside it. */
export class PageLines {
  readonly #page: PageText;
  /** By height over the page's origin, each with its place in drawing order. */
  readonly #byBaseline: { show: Show; order: number }[];
  readonly #extents = new Map<string, Extent>();

  constructor(page: PageText) {
    this.#page = page;
    this.#byBaseline = page.shows
      .map((show, order) => ({ show, order }))
      .sort((one, other) => one.show.baseline - other.show.baseline);
  }

  /** The glyphs on the line of another, in drawing order. */
  beside(head: Glyph): Glyph[] {
    const { baseline, em } = head.show;
    const found: { show: Show; order: number }[] = [];
    for (let at = this.#firstFrom(baseline - em); at < this.#byBaseline.length; at++) {
      const candidate = this.#byBaseline[at]!;
      if (candidate.show.baseline > baseline + em) break;
      if (onOneLine(candidate.show, head.show)) found.push(candidate);
    }
    const glyphs = found.sort((one, other) => one.order - other.order).flatMap(({ show }) => show.glyphs);
    spendComparisons(this.#page.comparisons, found.length + glyphs.length);
    return glyphs;
  }

  /** Spends comparisons of the page. */
  spend(comparisons: number): void {
    spendComparisons(this.#page.comparisons, comparisons);
  }

  #firstFrom(baseline: number): number {
    let [low, high] = [0, this.#byBaseline.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#byBaseline[middle]!.show.baseline < baseline) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The extent of the text of one direction, without blanks. */
  extentOf({ direction }: Pick<Show, 'direction'>): Extent {
    const key = direction.join();
    const known = this.#extents.get(key);
    if (known) return known;
    const extent: Extent = { start: Infinity, end: -Infinity };
    for (const { direction: own, glyphs } of this.#page.shows) {
      if (own[0] * direction[0] + own[1] * direction[1] <= 0.999) continue;
      spendComparisons(this.#page.comparisons, glyphs.length);
      for (const glyph of glyphs) {
        if (isSpace(glyph)) continue;
        extent.start = Math.min(extent.start, glyph.along);
        extent.end = Math.max(extent.end, glyph.along + glyph.width);
      }
    }
    this.#extents.set(key, extent);
    return extent;
  }
}

interface Extent {
  start: number;
  end: number;
}
