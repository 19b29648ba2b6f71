import { spendComparisons } from '../base/budgets.ts';
import { type Box, transformBox } from '../base/geometry.ts';
import {
  type Clip,
  type Edge,
  type Glyph,
  type NoteMark,
  type PageText,
  type Shape,
  type TextStream,
  THICKEST_RULE,
} from '../text/interpreter.ts';
import { isSpace } from '../text/markers.ts';
import type { SideEdges } from './alignment.ts';

/** A decoration of a piece of text, as long as the text: an underline, a frame, a background, a highlight, a link's frame. */
export interface Decoration {
  shapes: readonly Shape[];
  mark: NoteMark | undefined;
  /** The text that it goes with, from left to right. */
  glyphs: readonly Glyph[];
  box: Box;
  /** Pieces of a rule that leaves out letters of a marker: where each begins and ends so that it joins the others. */
  joins: ReadonlyMap<Shape, SideEdges>;
}

/** The text of one line, from left to right, and the parts of it that are markers. */
export interface Line {
  glyphs: readonly Glyph[];
  markers: readonly (readonly Glyph[])[];
}

/** In ems around the baseline: the range of underlines and strikeouts, and the limits of a frame. */
const RULE = { lowest: -0.45, highest: 0.55 };
const FRAME = { bottom: [-1.3, 0.1], top: [0.5, 2.2] } as const;
/**
 * In ems around the baseline: the middle of rules that belong to text even if others like them are above or below, as in
 * a list of prices. A strikeout crosses its text. An underline is higher than a cell's rule, which leaves room for
 * descending letters, and begins and ends exactly where its text does.
 */
const STRIKEOUT = [0.15, 0.45] as const;
const UNDERLINE = [-0.18, 0] as const;
const EXACT = 0.06;
/** In ems: how far it may extend beyond its text, and by how much more on one side. */
const PADDING = { rule: 0.3, frame: 1.2, uneven: 0.5, inside: 0.15 };
/** In ems: the largest amplitude of a wavy rule under text. */
const HIGHEST_WAVE = 0.5;
/** In ems: a wider frame is that of a paragraph. */
const WIDEST_FRAME = 25;
/** In points: programs round their numbers, and draw the sides of a frame next to each other. */
const [SAME, TOUCHING] = [0.75, 1.2];
/** In ems: the side of a cell is higher; a clip around a rule is not. */
const LOWEST_SIDE = 0.6;
/** In ems: the widest gap in a rule. */
const LETTER = 0.6;
/** Most shapes beside one line: more are a drawing. */
const MOST_SHAPES_BESIDE = 200;

/**
 * Finds the shapes that decorate the text of lines: they begin and end where a piece of the text does. Shapes that may be part
 * of a table or a drawing are left out: they have neighbors, a shape of the same width above or below, or lines at their ends.
 */
export function decorationsOf(page: PageText, lines: readonly Line[]): Decoration[] {
  return lines.flatMap((line) => [...shapesWith(line, page), ...marksWith(line, page)]);
}

/** Whether an edge of the page belongs to a decoration and so does not separate columns. */
export function isEdgeOf({ mark, box: [left, bottom, right, top] }: Decoration, edge: Edge): boolean {
  const slack = mark ? NOTE_SLACK * (top - bottom) : TOUCHING;
  const isBeside = Math.min(Math.abs(edge.x - left), Math.abs(edge.x - right)) <= slack;
  return isBeside && edge.bottom >= bottom - slack && edge.top <= top + slack;
}

/** The sides of a frame or ground, which tell how the text in it is aligned; undefined of a rule and of a note. */
export function sidesOf({ shapes, box, glyphs }: Decoration): SideEdges | undefined {
  return shapes.length > 0 && !isFlat(box, glyphs[0]!.show.em) ? [box[0], box[2]] : undefined;
}

/** How far appearances of notes extend beyond the marked text, in heights of that text. */
const NOTE_SLACK = 0.3;

/** A decoration with the new length of its text. */
export interface Resized {
  decoration: Decoration;
  /** Where it is now; undefined when it was removed with its text. */
  box: Box | undefined;
  /** Clips whose holes are closed. */
  closed: readonly Clip[];
  /** Clips that give a ground its form, such as round corners, and go with it. */
  fitted: readonly Clip[];
  /** Where a point of one of its shapes goes, by its x on the page. */
  move: (x: number, shape?: Shape) => number;
}

const hasHoles = ({ isEvenOdd, parts }: Clip) => isEvenOdd && parts > 1;

/**
 * Clips with holes that apply only to its shapes. The holes keep a rule away from descending letters, and those letters have
 * changed.
 */
function clipsAround({ shapes }: Decoration, page: PageText): Clip[] {
  const own = new Set(shapes.flatMap(({ clips }) => clips.filter(hasHoles)));
  if (own.size === 0) return [];
  spendComparisons(page.comparisons, page.shows.length + page.shapes.length);
  for (const { clips } of page.shows) for (const clip of clips) own.delete(clip);
  for (const shape of page.shapes) if (!shapes.includes(shape)) for (const clip of shape.clips) own.delete(clip);
  return [...own];
}

/** Clips of its form that clip nothing but its shapes and its text. */
function clipsOfForm({ shapes, glyphs, box }: Decoration, page: PageText): Clip[] {
  const isOfForm = (clip: Clip) =>
    !clip.isRectangle &&
    clip.painted === undefined &&
    transformBox(clip.ctm, clip.box).every((side, index) => isSame(side, box[index]!));
  const own = new Set(shapes.flatMap(({ clips }) => clips.filter(isOfForm)));
  if (own.size === 0) return [];
  spendComparisons(page.comparisons, page.shows.length + page.shapes.length);
  const texts = new Set(glyphs.map(({ show }) => show));
  for (const show of page.shows) if (!texts.has(show)) for (const clip of show.clips) own.delete(clip);
  for (const shape of page.shapes) if (!shapes.includes(shape)) for (const clip of shape.clips) own.delete(clip);
  return [...own];
}

/** The old and the new position of a point on a line. */
export type Stop = readonly [before: number, after: number];

/**
 * A decoration after its text has moved. A rule under an empty text is removed; a frame around it stays.
 * @param stops start and end of its text and of each piece of the text, from left to right; empty when no text is left
 */
export function resize(decoration: Decoration, stops: readonly Stop[], page: PageText): Resized | undefined {
  const { box, joins } = decoration;
  const isRule = decoration.shapes.length > 0 && isFlat(box, decoration.glyphs[0]!.show.em);
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last)
    return isRule ? { decoration, box: undefined, closed: [], fitted: [], move: (x) => x } : undefined;
  const [start, end] = [first, last].map(([before, after]) => after - before) as [number, number];
  if (stops.every(([before, after]) => Math.abs(after - before) < SMALLEST_MOVE)) return undefined;
  const isWhole = (shape: Shape | undefined) => !shape || shape.box[2] - shape.box[0] >= box[2] - box[0] - 2 * TOUCHING;
  const middle = (box[0] + box[2]) / 2;
  const move = (x: number, shape?: Shape): number => {
    // The corners of a frame keep their shape; each turn of a wave and each piece of a rule moves with the text beside it.
    if (isWhole(shape) && !(isRule && shape?.isWave)) return x + (x < middle ? start : end);
    const join = shape && joins.get(shape);
    return between(stops, join ? join[x < (shape.box[0] + shape.box[2]) / 2 ? 0 : 1] : x);
  };
  const closed = clipsAround(decoration, page);
  const fitted = isRule ? [] : clipsOfForm(decoration, page);
  return { decoration, box: [move(box[0]), box[1], move(box[2]), box[3]], closed, fitted, move };
}

function between(stops: readonly Stop[], x: number): number {
  const [first, last] = [stops[0]!, stops.at(-1)!];
  if (x <= first[0]) return x + first[1] - first[0];
  if (x >= last[0]) return x + last[1] - last[0];
  const at = stops.findIndex(([before]) => before > x);
  const [from, to] = [stops[at - 1]!, stops[at]!];
  return from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0]);
}

/** In points. */
const SMALLEST_MOVE = 0.05;

/** Shapes that make up one thing. */
interface Group {
  shapes: Shape[];
  box: Box;
}

function shapesWith(line: Line, page: PageText): Decoration[] {
  const { stream, baseline, em } = line.glyphs[0]!.show;
  const { shapes, comparisons, shared } = page;
  spendComparisons(comparisons, shapes.length);
  const [lowest, highest] = [baseline + FRAME.bottom[0] * em, baseline + FRAME.top[1] * em];
  const beside = shapes.filter(
    ({ stream: own, box }) =>
      box[1] >= lowest - TOUCHING && box[3] <= highest + TOUCHING && moveTogether(own, stream, shared),
  );
  if (beside.length === 0 || beside.length > MOST_SHAPES_BESIDE) return [];
  spendComparisons(comparisons, beside.length * (beside.length + 2 * line.glyphs.length));
  const bars = chainsOf(
    beside.filter((shape) => isBar(shape, em)),
    LETTER * em,
    (shape) => withBraces(shape.box, line),
  );
  const grounds = chainsOf(
    beside.filter((shape) => !isBar(shape, em) && !isPost(shape) && !isShadow(shape)),
    TOUCHING,
  );
  const posts = beside.filter(isPost);
  const frames = [...framesOf(bars, posts, baseline, em), ...grounds].filter(({ box }) => isFrameOf(box, baseline, em));
  const rules = bars.filter(({ box }) => isRuleOf(box, baseline, em) && !hasPost(box, em, page));
  const taken = new Set<Shape>();
  const found: Decoration[] = [];
  for (const [groups, padding] of [
    [frames, PADDING.frame],
    [rules, PADDING.rule],
  ] as const)
    for (const { shapes: own, box } of groups) {
      const glyphs = textWith(box, line, padding, page);
      if (!glyphs || own.some((shape) => taken.has(shape))) continue;
      if (!isOfText(own, box, glyphs, line) && isInTable(box, own, baseline, em, page)) continue;
      for (const shape of own) taken.add(shape);
      found.push({ shapes: own, mark: undefined, glyphs, box, joins: joinsOf(own, line) });
    }
  return found;
}

/** Whether the content of one stream can follow that of another without changing anything else. */
const moveTogether = (one: TextStream, other: TextStream, shared: PageText['shared']) =>
  one === other || (isDrawnOnce(one, shared) && isDrawnOnce(other, shared));

function isDrawnOnce(stream: TextStream, shared: PageText['shared']): boolean {
  for (let each: TextStream | undefined = stream; each; each = each.outer) if (shared.has(each)) return false;
  return true;
}

const isFlat = ([, bottom, , top]: Box, em: number) => top - bottom <= Math.max(THICKEST_RULE, HIGHEST_WAVE * em);
const isBar = ({ box }: Shape, em: number) => isFlat(box, em) && box[2] - box[0] > box[3] - box[1];
const isPost = ({ box: [left, bottom, right, top] }: Shape) =>
  right - left <= THICKEST_RULE && top - bottom >= right - left;
/** The shadow of a box is kept away from the box itself; filled or moved, it would be under the text. */
const isShadow = ({ clips }: Shape) => clips.some(hasHoles);
const isSame = (one: number, other: number, within = SAME) => Math.abs(one - other) <= within;

/** Programs paint one piece for each run of letters, and leave a gap where the rule would cross a descender. */
function chainsOf(shapes: readonly Shape[], gap: number, boxOf = ({ box }: Shape): Box => box): Group[] {
  const chains: Group[] = [];
  for (const shape of [...shapes].sort((one, other) => one.box[0] - other.box[0])) {
    const [left, bottom, right, top] = boxOf(shape);
    const chain = chains.find(({ box }) => isSame(box[1], bottom) && isSame(box[3], top) && left <= box[2] + gap);
    if (!chain) chains.push({ shapes: [shape], box: [left, bottom, right, top] });
    else {
      chain.shapes.push(shape);
      chain.box = [
        chain.box[0],
        Math.min(chain.box[1], bottom),
        Math.max(chain.box[2], right),
        Math.max(chain.box[3], top),
      ];
    }
  }
  return chains;
}

/** A rule with the braces of the markers whose names it is under: it leaves them out where they descend. */
function withBraces([left, bottom, right, top]: Box, { markers }: Line): Box {
  const isUnder = ({ along, width }: Glyph) => along + width / 2 >= left && along + width / 2 <= right;
  const isBrace = ({ text }: Glyph) => text === '{' || text === '}';
  const own = markers.filter((marker) => {
    const others = marker.filter((glyph) => !isUnder(glyph));
    return others.length > 0 && others.length < marker.length && others.every(isBrace);
  });
  return [
    own.reduce((least, [first]) => Math.min(least, first!.along), left),
    bottom,
    own.reduce((most, marker) => Math.max(most, rightOf(marker)), right),
    top,
  ];
}

function joinsOf(shapes: readonly Shape[], line: Line): Map<Shape, SideEdges> {
  const { em } = line.glyphs[0]!.show;
  const slack = 0.15 * em;
  const joins = new Map<Shape, SideEdges>();
  shapes.forEach((shape, index) => {
    if (!isBar(shape, em)) return;
    const before = shapes[index - 1];
    const isJoined = line.markers.some((marker) => {
      const [from, to] = [marker[0]!.along - slack, rightOf(marker) + slack];
      return before && isBar(before, em) && before.box[2] >= from && shape.box[0] <= to;
    });
    const [left, , right] = withBraces(shape.box, line);
    const start = isJoined ? before!.box[2] : left;
    if (start !== shape.box[0] || right !== shape.box[2]) joins.set(shape, [start, right]);
  });
  return joins;
}

/** Frames that are painted side by side. */
function framesOf(bars: readonly Group[], posts: readonly Shape[], baseline: number, em: number): Group[] {
  return bars.flatMap((lower) => {
    const [left, bottom, right] = lower.box;
    if (bottom > baseline + FRAME.bottom[1] * em) return [];
    const upper = bars.find(
      ({ box }) =>
        box[3] >= baseline + FRAME.top[0] * em && isSame(box[0], left, TOUCHING) && isSame(box[2], right, TOUCHING),
    );
    if (!upper) return [];
    const top = upper.box[3];
    const sides = [left, right].map((x) =>
      posts.filter(
        ({ box }) =>
          isSame((box[0] + box[2]) / 2, x, TOUCHING) && box[1] >= bottom - TOUCHING && box[3] <= top + TOUCHING,
      ),
    );
    if (sides.some(({ length }) => length === 0)) return [];
    return [{ shapes: [...lower.shapes, ...upper.shapes, ...sides.flat()], box: [left, bottom, right, top] as const }];
  });
}

const isBetween = (value: number, [from, to]: readonly [number, number]) => value >= from && value <= to;

const isFrameOf = ([left, bottom, right, top]: Box, baseline: number, em: number) =>
  isBetween((bottom - baseline) / em, FRAME.bottom) &&
  isBetween((top - baseline) / em, FRAME.top) &&
  right - left <= WIDEST_FRAME * em;

const isRuleOf = ([, bottom, , top]: Box, baseline: number, em: number) =>
  isBetween(((bottom + top) / 2 - baseline) / em, [RULE.lowest, RULE.highest]);

/** Whether an upright line touches an end of a rule, which is then the side of a cell. */
function hasPost([left, bottom, right, top]: Box, em: number, { edges, comparisons }: PageText): boolean {
  spendComparisons(comparisons, edges.length);
  return edges.some(
    (edge) =>
      (isSame(edge.x, left, TOUCHING) || isSame(edge.x, right, TOUCHING)) &&
      edge.top - edge.bottom >= LOWEST_SIDE * em &&
      edge.bottom <= top + TOUCHING &&
      edge.top >= bottom - TOUCHING,
  );
}

/** The piece of a line with the same start and end as a box; undefined when there is none, or when the box has other text. */
function textWith([left, bottom, right, top]: Box, line: Line, padding: number, page: PageText): Glyph[] | undefined {
  const { em, baseline } = line.glyphs[0]!.show;
  const isInside = ({ along, width }: Glyph) => along + width / 2 >= left && along + width / 2 <= right;
  const glyphs = line.glyphs.filter(isInside);
  const isSplit = (marker: readonly Glyph[]) => marker.some(isInside) && !marker.every(isInside);
  if (glyphs.every(isSpace) || line.markers.some(isSplit)) return undefined;
  const before = glyphs[0]!.along - left;
  const after = right - rightOf(glyphs);
  const isAsLong = [before, after].every((room) => room >= -PADDING.inside * em && room <= padding * em);
  if (!isAsLong || Math.abs(before - after) > PADDING.uneven * em) return undefined;
  spendComparisons(page.comparisons, page.shows.length);
  const hasOther = page.shows.some(
    (show) =>
      Math.abs(show.baseline - baseline) > 0.5 * em &&
      show.baseline > bottom &&
      show.baseline < top &&
      Math.max(show.along, show.endAlong) > left &&
      Math.min(show.along, show.endAlong) < right,
  );
  return hasOther ? undefined : glyphs;
}

const rightOf = (glyphs: readonly Glyph[]) =>
  glyphs.reduce((right, { along, width }) => Math.max(right, along + width), -Infinity);

/**
 * Whether shapes are a strikeout, an underline, a badge or a highlight of the text, wherever others are. No cell has round
 * corners, or ends exactly where a space of the line does.
 */
function isOfText(shapes: readonly Shape[], box: Box, glyphs: readonly Glyph[], line: Line): boolean {
  const { baseline, em } = glyphs[0]!.show;
  const [left, bottom, right, top] = box;
  if (!isFlat(box, em)) {
    const isTouching = ({ along, width }: Glyph) =>
      isSame(along + width, left, EXACT * em) || isSame(along, right, EXACT * em);
    return shapes.some(({ isCurved }) => isCurved) || line.glyphs.some((glyph) => isSpace(glyph) && isTouching(glyph));
  }
  const height = ((bottom + top) / 2 - baseline) / em;
  const isExact = isSame(left, glyphs[0]!.along, EXACT * em) && isSame(right, rightOf(glyphs), EXACT * em);
  return isBetween(height, STRIKEOUT) || (isExact && isBetween(height, UNDERLINE));
}

/** Whether other lines or shapes have the same start and end: it may be one of the cells of a column. */
function isInTable(
  [left, bottom, right, top]: Box,
  own: readonly Shape[],
  baseline: number,
  em: number,
  { shapes, edges, comparisons }: PageText,
): boolean {
  spendComparisons(comparisons, shapes.length + edges.length);
  const [lowest, highest] = [
    Math.min(bottom, baseline + RULE.lowest * em) - TOUCHING,
    Math.max(top, baseline + FRAME.top[0] * em) + TOUCHING,
  ];
  const isElsewhere = (from: number, to: number) => to > highest || from < lowest;
  const twin = shapes.some(
    (shape) =>
      !own.includes(shape) &&
      isSame(shape.box[0], left) &&
      isSame(shape.box[2], right) &&
      isElsewhere(shape.box[1], shape.box[3]),
  );
  const [lefts, rights] = [left, right].map((x) =>
    edges.filter((edge) => isSame(edge.x, x) && isElsewhere(edge.bottom, edge.top)),
  ) as [Edge[], Edge[]];
  spendComparisons(comparisons, lefts.length * rights.length);
  const isWalled = lefts.some((one) =>
    rights.some((other) => isSame(one.bottom, other.bottom) && isSame(one.top, other.top)),
  );
  return twin || isWalled;
}

function marksWith(line: Line, page: PageText): Decoration[] {
  const { baseline, em } = line.glyphs[0]!.show;
  spendComparisons(page.comparisons, page.marks.length);
  return page.marks.flatMap((mark): Decoration[] => {
    const isBeside = isFrameOf(mark.box, baseline, em) || isRuleOf(mark.box, baseline, em);
    const glyphs = isBeside ? textWith(mark.box, line, PADDING.frame, page) : undefined;
    return glyphs ? [{ shapes: [], mark, glyphs, box: mark.box, joins: new Map() }] : [];
  });
}
