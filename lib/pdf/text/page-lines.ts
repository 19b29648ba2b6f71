import { firstIndex } from '../../core/first-index.ts';
import { spendComparisons } from '../base/budgets.ts';
import type { Glyph, PageText, Show } from './interpreter.ts';
import { areParallel, isSpace, onOneLine } from './markers.ts';
import { type Span, Spans } from './spans.ts';

/** In ems: the height of capital letters and digits. */
const HEIGHT = 0.7;
/** Letters that share less than this part of the smaller em hardly touch. */
const SHARED_HEIGHT = 0.1;
/** Text many times larger than other text is a watermark under it. */
const LARGEST_RATIO = 3;
/** The lines of a form to fill in, above which text stands. */
const LOW = /^[_.…]+$/;

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
    return this.#near(head, 1, (show) => onOneLine(show, head.show));
  }

  /**
   * The glyphs whose heights overlap another's, in drawing order: those on its line, and others such as the text around a
   * superscript, or the two lines of a cell beside one of a single line.
   */
  level(head: Glyph): Glyph[] {
    const { show } = head;
    const found = this.#near(head, HEIGHT * LARGEST_RATIO, (other) => areLevel(other, show));
    return found.filter((glyph) => !LOW.test(glyph.text) || onOneLine(glyph.show, show));
  }

  /** The glyphs whose baselines are at most so many ems from that of another, and that match, in drawing order. */
  #near({ show: { baseline, em } }: Glyph, ems: number, matches: (show: Show) => boolean): Glyph[] {
    const found: { show: Show; order: number }[] = [];
    const first = firstIndex(
      this.#byBaseline.length,
      (at) => this.#byBaseline[at]!.show.baseline >= baseline - ems * em,
    );
    for (let at = first; at < this.#byBaseline.length; at++) {
      const candidate = this.#byBaseline[at]!;
      if (candidate.show.baseline > baseline + ems * em) break;
      if (matches(candidate.show)) found.push(candidate);
    }
    const glyphs = found.sort((one, other) => one.order - other.order).flatMap(({ show }) => show.glyphs);
    spendComparisons(this.#page.comparisons, found.length + glyphs.length);
    return glyphs;
  }

  /** Spans whose lookup counts as comparisons of the page. */
  spans(spans: readonly Span[]): Spans {
    return new Spans(spans, this.#page.comparisons);
  }

  /** The extent of the text of one direction, without blanks. */
  extentOf(like: Pick<Show, 'direction'>): Extent {
    const key = like.direction.join();
    const known = this.#extents.get(key);
    if (known) return known;
    const extent: Extent = { start: Infinity, end: -Infinity };
    for (const show of this.#page.shows) {
      if (!areParallel(show, like)) continue;
      spendComparisons(this.#page.comparisons, show.glyphs.length);
      for (const glyph of show.glyphs) {
        if (isSpace(glyph)) continue;
        extent.start = Math.min(extent.start, glyph.along);
        extent.end = Math.max(extent.end, glyph.along + glyph.width);
      }
    }
    this.#extents.set(key, extent);
    return extent;
  }
}

function areLevel(one: Show, other: Show): boolean {
  const [smaller, larger] = one.em < other.em ? [one, other] : [other, one];
  if (!areParallel(one, other) || larger.em > LARGEST_RATIO * smaller.em) return false;
  const shared =
    Math.min(one.baseline + HEIGHT * one.em, other.baseline + HEIGHT * other.em) -
    Math.max(one.baseline, other.baseline);
  return shared > SHARED_HEIGHT * smaller.em;
}

interface Extent {
  start: number;
  end: number;
}
