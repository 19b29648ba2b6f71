import { alongLine, apply, type Box, format, inverseOf, transformBox } from '../base/geometry.ts';
import { operations } from '../file/lexer.ts';
import type { Clip, Shape, Show, TextStream } from '../text/interpreter.ts';
import type { Resized } from './decorations.ts';
import { changedShows, type Relayout } from './layout.ts';
import type { Fallback } from './lettering.ts';

/** Bytes of a stream that are replaced. */
interface Patch {
  start: number;
  end: number;
  text: string;
}

/** A stream with its new bytes, and the box on the page that its moved text needs. */
export interface PatchedStream {
  stream: TextStream;
  bytes: Buffer;
  extent: Box | undefined;
}

/** The name under which a font that was added is selected in a stream. */
type FontNamer = (stream: TextStream, fontName: string) => string;

/** Writes a new layout into the affected streams. All their other bytes stay unchanged. */
export function patchStreams(layout: Relayout, nameFont: FontNamer): PatchedStream[] {
  const patches = new Map<TextStream, Map<number, Patch>>();
  const extents = new Map<TextStream, Box>();
  const add = (stream: TextStream, patch: Patch) => {
    const known = patches.get(stream) ?? new Map<number, Patch>();
    patches.set(stream, known.set(patch.start, patch));
  };
  const widened = new Map<Clip, Box>();
  const makeRoom = ({ stream, clips }: Pick<Show, 'stream' | 'clips'>, extent: Box) => {
    for (let each: TextStream | undefined = stream; each; each = each.outer)
      extents.set(each, union(extents.get(each) ?? extent, extent));
    for (const clip of clips) widened.set(clip, union(widened.get(clip) ?? extent, extent));
  };
  for (const show of changedShows(layout)) {
    add(show.stream, { start: show.start, end: show.end, text: rewrite(show, layout, nameFont) });
    if (show.actualText) add(show.stream, { ...show.actualText, text: '/Span BMC' });
    const extent = extentOf(show, layout);
    if (extent) makeRoom(show, extent);
  }
  for (const resized of layout.decorations)
    for (const shape of resized.decoration.shapes) {
      add(shape.stream, { start: shape.start, end: shape.end, text: reshaped(shape, resized, shape) });
      if (resized.box) makeRoom(shape, grown(boxAfter(shape, resized), shape.reach));
    }
  const closed = new Set(layout.decorations.flatMap((resized) => resized.closed));
  for (const resized of layout.decorations)
    for (const { stream, start, built, end, ctm, isEvenOdd } of resized.fitted) {
      const path = reshaped({ stream, start, end: built, ctm }, resized);
      add(stream, { start, end, text: `${path} ${isEvenOdd ? 'W*' : 'W'} n` });
    }
  const fitted = new Set(layout.decorations.flatMap((resized) => resized.fitted));
  for (const [clip, extent] of widened) {
    if (fitted.has(clip)) continue;
    const text = closed.has(clip) ? withoutHoles(clip, extent) : widen(clip, extent);
    if (text) add(clip.stream, { start: clip.start, end: clip.end, text });
  }
  for (const { stream, start, end } of layout.removedRules) add(stream, { start, end, text: 'n' });
  return [...new Set([...patches.keys(), ...extents.keys()])].map((stream) => ({
    stream,
    bytes: applied(stream.bytes, [...(patches.get(stream)?.values() ?? [])]),
    extent: extents.get(stream),
  }));
}

/** White space around each patch: producers write `11 Tf[<01>]TJ` without any. If patches overlap, the first one counts. */
function applied(bytes: Uint8Array, patches: Patch[]): Buffer {
  let at = 0;
  const kept = patches
    .sort((one, other) => one.start - other.start)
    .filter(({ start, end }) => {
      if (start < at) return false;
      at = end;
      return true;
    });
  const length = kept.reduce((sum, { start, end, text }) => sum + text.length + 2 - (end - start), bytes.length);
  // A page may have tens of thousands of patches: one buffer takes them all.
  const result = Buffer.alloc(length, ' ');
  let [from, to] = [0, 0];
  for (const { start, end, text } of kept) {
    result.set(bytes.subarray(from, start), to);
    to += start - from + 1;
    to += result.write(text, to, 'latin1') + 1;
    from = end;
  }
  result.set(bytes.subarray(from), to);
  return result;
}

/** Marked content around each value, by which `preflight` finds the value in the finished file. */
export const VALUE_MARK = 'MaloteValue';

/** Below this, in thousandths of the size, a difference of position is not written. */
const SMALLEST_STEP = 0.5;

/**
 * Rewrites one showing operation: it moves glyphs to their places in the layout and leaves the pen where it ended before, so
 * following operations without an explicit position need no change.
 */
function rewrite(show: Show, layout: Relayout, nameFont: FontNamer): string {
  const out: string[] = show.prefix ? [show.prefix] : [];
  let array: string[] = [];
  let pen = show.along;
  let scale = 1;
  const flush = () => {
    if (array.length > 0) out.push(`[${array.join(' ')}] TJ`);
    array = [];
  };
  const condense = (wanted: number) => {
    if (wanted === scale) return;
    flush();
    out.push(`${format(100 * show.scale * wanted)} Tz`);
    scale = wanted;
  };
  const moveTo = (along: number) => {
    const step = -(along - pen) / (show.perThousand * scale);
    if (Math.abs(step) < SMALLEST_STEP) return;
    array.push(format(step));
    pen = along;
  };
  for (const glyph of show.glyphs) {
    const value = layout.values.get(glyph);
    if (value && value.lettering.codes !== '<>') {
      const { fallback, codes, width } = value.lettering;
      condense(value.scale);
      moveTo(value.along);
      flush();
      const drawn = fallback
        ? inFallback(fallback, codes, nameFont(show.stream, fallback.font.font.postScriptName), show, scale)
        : `[${codes}] TJ`;
      out.push(`/${VALUE_MARK} BMC ${drawn} EMC`);
      pen += width * value.scale;
    }
    if (layout.removed.has(glyph)) continue;
    const placement = layout.moved.get(glyph) ?? { along: glyph.along, scale: 1 };
    condense(placement.scale);
    moveTo(placement.along);
    array.push(`<${glyph.hex}>`);
    pen += glyph.width * placement.scale;
  }
  condense(1);
  moveTo(show.endAlong);
  flush();
  return out.join(' ');
}

/** Draws a value in one of our fonts, then selects the marker's font and scale again. */
function inFallback(
  { size, stretch, isMirrored }: Fallback,
  codes: string,
  name: string,
  show: Show,
  scale: number,
): string {
  const sign = isMirrored ? -1 : 1;
  const drawn = `/${name} ${format(sign * size)} Tf [${codes}] TJ /${pdfName(show.fontName)} ${format(show.size)} Tf`;
  const scaled = (factor: number) => `${format(100 * show.scale * scale * factor)} Tz`;
  return sign * stretch === 1 ? drawn : `${scaled(sign * stretch)} ${drawn} ${scaled(1)}`;
}

/** Names contain regular characters as they are and escape the rest. */
const pdfName = (name: string) =>
  name.replace(/[^A-Za-z0-9_.+*-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** The box on the page that a show's text needs in its new layout; undefined when it has none. */
function extentOf(show: Show, layout: Relayout): Box | undefined {
  let [left, right] = [Infinity, -Infinity];
  for (const glyph of show.glyphs) {
    const value = layout.values.get(glyph);
    const placement = layout.moved.get(glyph);
    if (value)
      [left, right] = [Math.min(left, value.along), Math.max(right, value.along + value.lettering.width * value.scale)];
    if (placement && !layout.removed.has(glyph))
      [left, right] = [
        Math.min(left, placement.along),
        Math.max(right, placement.along + glyph.width * placement.scale),
      ];
  }
  if (!(left < right)) return undefined;
  const { direction, baseline, em } = show;
  return transformBox(alongLine(direction), [left, baseline - 0.3 * em, right, baseline + em]);
}

const boxAfter = (shape: Shape, { move }: Resized): Box => [
  move(shape.box[0], shape),
  shape.box[1],
  move(shape.box[2], shape),
  shape.box[3],
];

const grown = ([left, bottom, right, top]: Box, by: number): Box => [left - by, bottom - by, right + by, top + by];

/**
 * The operators of a path whose points have moved; none if it is removed.
 * @param shape the part of the decoration that it is; undefined if it is as wide as the whole
 */
function reshaped(
  { stream, start, end, ctm }: Pick<Shape, 'stream' | 'start' | 'end' | 'ctm'>,
  { box, move }: Resized,
  shape?: Shape,
): string {
  const inverse = inverseOf(ctm);
  if (!box || !inverse) return '';
  const moved = (x: number, y: number) => {
    const [pageX, pageY] = apply(ctm, x, y);
    return apply(inverse, move(pageX, shape), pageY);
  };
  const steps = [...operations(stream.bytes.subarray(start, end))].map(({ operator, operands }) => {
    const numbers = operands.filter((operand) => typeof operand === 'number');
    if (operator !== 're') return `${format(...pairs(numbers).flatMap(([x, y]) => moved(x, y)))} ${operator}`;
    const [x, y, width, height] = numbers as [number, number, number, number];
    const [[x1, y1], [x2, y2]] = [moved(x, y), moved(x + width, y + height)];
    return `${format(x1, y1, x2 - x1, y2 - y1)} re`;
  });
  return steps.join(' ');
}

const pairs = (numbers: readonly number[]): [number, number][] =>
  Array.from({ length: numbers.length >> 1 }, (_, index) => [numbers[2 * index]!, numbers[2 * index + 1]!]);

const union = (one: Box, other: Box): Box => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];

/**
 * The operators of a clip that lets a box of the page through as well; undefined when it already does, or when nothing can
 * be added to its path. A rectangle grows; any other path gets a rectangle beside it.
 */
function widen(clip: Clip, needed: Box): string | undefined {
  const { ctm, box, isRectangle, stream, start, built, painted } = clip;
  const inverse = inverseOf(ctm);
  if (!inverse) return undefined;
  const local = transformBox(inverse, needed);
  if (isRectangle && isWithin(local, box)) return undefined;
  const path = Buffer.from(stream.bytes.subarray(start, built)).toString('latin1');
  // A painted shape stays unchanged.
  const paint = painted ? `${path} ${painted} ` : '';
  if (isRectangle) return `${paint}${rectangle(union(box, local), 1)} W n`;
  // Overlapping parts make holes by the even-odd rule; for a single part, both rules enclose the same area.
  if (clip.turn === 0 || (clip.isEvenOdd && clip.parts > 1)) return undefined;
  return `${paint}${path} ${rectangle(local, clip.turn)} W n`;
}

/** A rectangle around a clip and a box of the page. */
function withoutHoles({ ctm, box }: Clip, needed: Box): string | undefined {
  const inverse = inverseOf(ctm);
  return inverse && `${rectangle(union(box, transformBox(inverse, needed)), 1)} W n`;
}

/** In the units of a content stream: rounding of the numbers that producers write. */
const TOLERANCE = 0.01;

const isWithin = (inner: Box, outer: Box) =>
  inner[0] >= outer[0] - TOLERANCE &&
  inner[1] >= outer[1] - TOLERANCE &&
  inner[2] <= outer[2] + TOLERANCE &&
  inner[3] <= outer[3] + TOLERANCE;

/** Counterclockwise for a turn of 1, clockwise for -1. */
const rectangle = ([left, bottom, right, top]: Box, turn: 1 | -1) =>
  turn === 1
    ? `${format(left, bottom, right - left, top - bottom)} re`
    : `${format(right, bottom, left - right, top - bottom)} re`;
