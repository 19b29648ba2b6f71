import { MARKER_PLACE } from '../../core/domain/text-patterns.ts';
import { spendComparisons } from '../base/budgets.ts';
import { mm } from '../base/geometry.ts';
import type { Glyph, PageText, Rule, Show } from './interpreter.ts';

/** What the author of a document says of the place of a value (rule DOC-17). */
export interface Declared {
  anchor: 'left' | 'center' | 'right';
  /** Of the value's own place, in points; undefined when it shares the room of its line. */
  width: number | undefined;
}

/** A marker such as `{{name}}` or `{{name:r30}}` on a page. */
export interface Marker {
  name: string;
  declared: Declared | undefined;
  /** Its glyphs; those of a wrapped marker are on two lines. */
  parts: Glyph[][];
  /** The first glyph of the name: the value takes its style, since braces may come from another font. */
  styled: Glyph;
  /** Points of the page between its letters, positive or negative, that its font and its operators do not set. */
  tracking: number;
  /** Drawn rules that stand for underscores in it. */
  rules: Rule[];
}

/** Gaps between glyphs, in ems of the smaller one. */
const GAP = {
  /** A space that was not drawn as one; LaTeX leaves a third of an em. */
  word: 0.22,
  /** Beyond these the next glyph begins something else. */
  longest: 1.2,
  shortest: -0.6,
};

/** Baselines of one line differ by at most this part of the smaller glyph's em: with the larger em, a caption would join a title. */
const BASELINE_TOLERANCE = 0.15;

/** A gap that reads as a space. Text spaced out letter by letter has one between all letters. */
const SPACE = '\ue000';
const PATTERN = /\{\ue000?\{\ue000?([A-Za-z0-9_:\ue000]+)\}\ue000?\}/g;
/** Characters of the longest name (rule DOC-10), spaced out. */
const LONGEST_NAME = 120;
const UNFINISHED = /\{(?:\{[A-Za-z0-9_:]*\}?)?$/;

const INSIDE = new RegExp(`^([A-Za-z0-9_]+)(?:${MARKER_PLACE})?$`);
const ANCHORS: Readonly<Record<string, Declared['anchor']>> = { l: 'left', c: 'center', r: 'right' };

/** The name and the declaration between the braces of a marker; undefined if the text there makes it none. */
export function insideOf(text: string): Pick<Marker, 'name' | 'declared'> | undefined {
  const match = INSIDE.exec(text);
  if (!match) return undefined;
  const [, name, letter, width] = match;
  if (letter === undefined) return { name: name!, declared: undefined };
  const anchor = ANCHORS[letter.toLowerCase()]!;
  return { name: name!, declared: { anchor, width: width === undefined ? undefined : mm(Number(width)) } };
}

/** The source of a character in a chain's text. */
type Source = Glyph | Rule | undefined;

interface Chain {
  glyphs: Glyph[];
  text: string;
  /** One entry for each character of the text. */
  sources: Source[];
  /** Start in the text of a name that may continue beyond its end. */
  nameAt: number | undefined;
}

/**
 * The markers of a page. Text is read first in drawing order, because fake bold draws it twice in one place; then across line
 * ends. The remaining text is read in its order on the page.
 */
export function findMarkers(page: PageText): Marker[] {
  const glyphs = page.shows.flatMap((show) => show.glyphs);
  const drawn = chainsOf(glyphs, page);
  const markers = drawn.flatMap((chain) => matchesOf(chain.text, chain.sources)).map((match) => markerOf(match));
  const used = new Set(markers.flatMap(({ parts }) => parts.flat()));
  for (const marker of wrappedMarkers(drawn, used)) {
    markers.push(marker);
    for (const glyph of marker.parts.flat()) used.add(glyph);
  }
  const rest = glyphs.filter((glyph) => !used.has(glyph));
  if (rest.some(({ text }) => text.includes('{'))) {
    const visual = chainsOf(rest.sort(byPlace), page).flatMap((chain) => matchesOf(chain.text, chain.sources));
    markers.push(...visual.map((match) => markerOf(match)));
  }
  return markers;
}

/** A text that differs from a marker by blanks alone: it is none (rule DOC-10), though its author may think so. */
export interface LookAlike {
  name: string;
  /** As it is on the page, with its blanks. */
  text: string;
}

const WITH_BLANKS =
  /\{[\s\ue000]*\{[\s\ue000]*([A-Za-z0-9_]{1,60})[\s\ue000]*((?::[A-Za-z0-9\s\ue000]*)?)\}[\s\ue000]*\}/g;
const BLANKS = /[\s\ue000]+/g;

/** @param markers those of the page, which are none */
export function findLookAlikes(page: PageText, markers: readonly Marker[]): LookAlike[] {
  const used = new Set(markers.flatMap(({ parts }) => parts.flat()));
  const rest = page.shows.flatMap((show) => show.glyphs).filter((glyph) => !used.has(glyph));
  if (!rest.some(({ text }) => text.includes('{'))) return [];
  return chainsOf(rest, page).flatMap(({ text }) =>
    [...text.matchAll(WITH_BLANKS)]
      .filter(([whole, name, place]) => whole.search(BLANKS) >= 0 && insideOf(name! + place!.replace(BLANKS, '')))
      .map(([whole, name]) => ({ name: name!, text: whole.replace(BLANKS, ' ') })),
  );
}

type Directed = Pick<Show, 'direction'>;

export const areParallel = ({ direction: [x, y] }: Directed, { direction }: Directed): boolean =>
  x * direction[0] + y * direction[1] > 0.999;

export const isUpright = (text: Directed): boolean => areParallel(text, { direction: [1, 0] });

/** Whether the glyphs of two operations are on one line. */
export function onOneLine(one: Show, other: Show): boolean {
  return (
    areParallel(one, other) &&
    Math.abs(one.baseline - other.baseline) <= BASELINE_TOLERANCE * Math.min(one.em, other.em)
  );
}

export const isSpace = ({ text }: Glyph): boolean => text !== '' && text.trim() === '';

function byPlace(one: Glyph, other: Glyph): number {
  const [a, b] = [one.show, other.show];
  const turn = a.direction[0] - b.direction[0] || a.direction[1] - b.direction[1];
  if (Math.abs(turn) > 0.001) return turn;
  // Lines are rounded so that the order is consistent.
  return Math.round(b.baseline) - Math.round(a.baseline) || one.along - other.along;
}

function chainsOf(glyphs: readonly Glyph[], page: PageText): Chain[] {
  const chains: Chain[] = [];
  let previous: Glyph | undefined;
  for (const glyph of glyphs) {
    const gap = previous && onOneLine(previous.show, glyph.show) ? gapBetween(previous, glyph) : Infinity;
    if (gap > GAP.longest || gap < GAP.shortest) chains.push({ glyphs: [], text: '', sources: [], nameAt: undefined });
    else if (gap > GAP.word) append(chains.at(-1)!, previous!, glyph, page);
    const chain = chains.at(-1)!;
    chain.glyphs.push(glyph);
    for (const character of glyph.text || '\ufffd') {
      chain.text += character;
      if (character === '{') chain.nameAt = chain.text.length;
      if (character === '}') chain.nameAt = undefined;
      // A character beyond the basic plane takes two positions in the text.
      for (let unit = 0; unit < character.length; unit++) chain.sources.push(glyph);
    }
    previous = glyph;
  }
  return chains;
}

/** The gap between two glyphs: a space, or the underscore that is drawn there. */
function append(chain: Chain, left: Glyph, right: Glyph, page: PageText): void {
  const { nameAt, text } = chain;
  const isInName = nameAt !== undefined && text.length - nameAt <= LONGEST_NAME;
  const underscore = isInName ? underscoreBetween(left, right, page) : undefined;
  chain.text += underscore ? '_' : SPACE;
  chain.sources.push(underscore);
}

/** In ems of the smaller glyph. */
export function gapBetween(left: Glyph, right: Glyph): number {
  return (right.along - left.along - left.width) / Math.min(left.show.em, right.show.em);
}

/** LaTeX's default encoding has no underscore: it draws a rule. */
function underscoreBetween(left: Glyph, right: Glyph, { rules, comparisons }: PageText): Rule | undefined {
  const { em, baseline } = left.show;
  if (!isUpright(left.show)) return undefined;
  const slack = 0.2 * em;
  spendComparisons(comparisons, rules.length);
  return rules.find(
    (rule) =>
      Math.abs(rule.left - left.along - left.width) < slack &&
      Math.abs(rule.right - right.along) < slack &&
      rule.y < baseline + 0.05 * em &&
      rule.y > baseline - 0.35 * em,
  );
}

interface Match extends Pick<Marker, 'name' | 'declared'> {
  sources: Source[];
  /** Index in `sources` of the first character of the name. */
  nameAt: number;
}

function matchesOf(text: string, sources: readonly Source[]): Match[] {
  return [...text.matchAll(PATTERN)].flatMap((match): Match[] => {
    const [whole, spaced] = match as unknown as [string, string];
    const inside = insideOf(spaced.replaceAll(SPACE, ''));
    const closed = whole.replaceAll(SPACE, '');
    const isSpacedOut = whole.length - closed.length === closed.length - 1;
    if (!inside || (whole !== closed && !isSpacedOut)) return [];
    return [
      { ...inside, sources: sources.slice(match.index, match.index + whole.length), nameAt: whole.indexOf(spaced) },
    ];
  });
}

function markerOf({ name, declared, sources, nameAt }: Match, lineBreak = sources.length): Marker {
  const glyphs = (part: readonly Source[]) => [
    ...new Set(part.filter((source): source is Glyph => source !== undefined && isGlyph(source))),
  ];
  const parts = [glyphs(sources.slice(0, lineBreak)), glyphs(sources.slice(lineBreak))].filter(
    (part) => part.length > 0,
  );
  const styled =
    sources.slice(nameAt).find((source): source is Glyph => source !== undefined && isGlyph(source)) ?? parts[0]![0]!;
  const rules = sources.filter((source): source is Rule => source !== undefined && !isGlyph(source));
  return { name, declared, parts, styled, tracking: trackingOf(parts), rules };
}

/**
 * Letter spacing is the same after each letter, and kerning changes it for a few pairs. Browsers draw each letter at its
 * place, so that no operator tells it. In ems: less is the rounding of a position.
 */
const TRACKING = { least: 0.015, alike: 0.01, agreeing: 0.75, gaps: 4 };

function trackingOf(parts: readonly (readonly Glyph[])[]): number {
  const gaps = parts.flatMap((glyphs) => glyphs.slice(1).map((glyph, index) => gapBetween(glyphs[index]!, glyph)));
  const middle = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)];
  if (middle === undefined || gaps.length < TRACKING.gaps || Math.abs(middle) < TRACKING.least) return 0;
  // Text without a size has no gaps in ems, and none agree.
  const alike = gaps.filter((gap) => Math.abs(gap - middle) <= TRACKING.alike);
  return alike.length >= TRACKING.agreeing * gaps.length ? middle * parts[0]![0]!.show.em : 0;
}

const isGlyph = (source: Glyph | Rule): source is Glyph => 'show' in source;

/** A marker that begins at the end of one chain and ends at the start of the next. */
function* wrappedMarkers(chains: readonly Chain[], used: ReadonlySet<Glyph>): Generator<Marker> {
  for (const [index, chain] of chains.entries()) {
    const next = chains[index + 1];
    const tail = UNFINISHED.exec(chain.text);
    if (!next || !tail) continue;
    const begun = chain.sources.slice(tail.index);
    if (begun.some((source) => source !== undefined && isGlyph(source) && used.has(source))) continue;
    const sources = [...begun, ...next.sources];
    const [match] = matchesOf(tail[0] + next.text, sources);
    const startsHere = match && match.sources[0] === sources[0];
    if (startsHere && match.sources.length > tail[0].length) yield markerOf(match, tail[0].length);
  }
}
