import { once } from '../../core/once.ts';
import { spendComparisons } from '../base/budgets.ts';
import type { Glyph, PageText } from '../text/interpreter.ts';
import { isSpace, isUpright, type Marker } from '../text/markers.ts';
import { PageLines } from '../text/page-lines.ts';
import { type Anchor, DECIMAL, fitBetween, type Segment, type SideEdges } from './alignment.ts';
import { type Columns, outermostOf, segmentOf, segmentsOf, uprightLines } from './columns.ts';
import { declaredIn, hasOwnPlace, type Heads, ownPlace } from './declared.ts';
import { type Decoration, decorationsOf, isEdgeOf, resize, sidesOf, type Stop } from './decorations.ts';
import { gapsInRows } from './gaps.ts';
import { NARROWEST, type Relayout, type Shift, TOUCH } from './layout.ts';
import { type Leader, leadersIn, placesOf } from './leaders.ts';
import type { Lettering } from './lettering.ts';
import { beyond, beyondRoom, limitsOf } from './limits.ts';
import { lineFrom, linesWith, type LineToPlace, replacementsOf } from './lines.ts';
import { overrunsOf, placedLine } from './overruns.ts';
import { anchorIn } from './surroundings.ts';

/**
 * Replaces markers by values: each value begins where its marker began, and the following text on the line, up to the next
 * column, moves left or right to fit. A line that then exceeds its column or margin is condensed from the first value on.
 * Underlines, frames and highlights go with their text.
 */
export function relayout(
  text: PageText,
  markers: readonly Marker[],
  letteringOf: (marker: Marker) => Lettering,
): Relayout {
  const result: Relayout = {
    removed: new Set(),
    moved: new Map(),
    values: new Map(),
    removedRules: [],
    decorations: [],
    lines: [],
    overruns: [],
  };
  if (markers.length === 0) return result;
  const widths = new Map<Glyph, Lettering | undefined>();
  for (const marker of markers) {
    result.removedRules.push(...marker.rules);
    marker.parts.forEach((part, index) => {
      for (const glyph of part) result.removed.add(glyph);
      widths.set(part[0]!, index === 0 ? letteringOf(marker) : undefined);
    });
    result.values.set(marker.styled, {
      name: marker.name,
      lettering: widths.get(marker.parts[0]![0]!)!,
      along: 0,
      scale: 1,
    });
  }
  const parts = markers.flatMap((marker) => marker.parts.map((glyphs) => ({ marker, glyphs })));
  const heads = new Map(parts.map((part) => [part.glyphs[0]!, part]));
  const lines = new PageLines(text);
  const decorations = decorationsOf(text, linesWith(heads, lines));
  spendComparisons(text.comparisons, text.edges.length * decorations.length);
  const upright = uprightLines(text);
  const edges = text.edges.filter((edge) => !decorations.some((each) => isEdgeOf(each, edge)));
  const leaders = leadersIn(upright);
  const page: Columns = {
    ...text,
    edges,
    gaps: gapsInRows(upright, text),
    leaders: new Map(leaders.flatMap((leader) => leader.dots.map((dot) => [dot, leader]))),
    placed: new Set(markers.filter(hasOwnPlace).flatMap((marker) => marker.parts[0]!)),
    led: new Set(leaders.flatMap(({ after }) => (after && after.text !== ':' ? [after] : []))),
    frame: outermostOf(edges),
    framed: new Map(decorations.flatMap((each) => framedBy(each))),
  };
  const segments = once(() => segmentsOf(upright, page));
  const placed = new Set<Glyph>();
  const placedLines: Glyph[][] = [];
  const shifts = new Map<Glyph, Shift>();
  for (const head of heads.keys()) {
    if (result.moved.has(head)) continue;
    const surroundings = { head, page, segments };
    const { before, line } = lineFrom(surroundings, lines, heads, result);
    if (line[0] !== head) continue;
    const shift = placeLine({ ...surroundings, before, line, lines, heads, placed }, result);
    placedLines.push([...before, ...line]);
    for (const glyph of placedLines.at(-1)!) {
      placed.add(glyph);
      shifts.set(glyph, shift);
    }
  }
  for (const leader of leaders) placeLeader(leader, shifts, result);
  result.lines = placedLines.flatMap((line) => placedLine(line, shifts.get(line[0]!)!.over, result) ?? []);
  result.overruns = result.lines.flatMap((line) => overrunsOf(line, lines, result));
  result.decorations = decorations.flatMap(
    (decoration) => resize(decoration, stopsOf(decoration, heads, result), text) ?? [],
  );
  return result;
}

/** The sides of a frame or ground, by the first glyph of its text. */
function framedBy(decoration: Decoration): [Glyph, SideEdges][] {
  const [first, sides] = [decoration.glyphs.find((glyph) => !isSpace(glyph)), sidesOf(decoration)];
  return first && sides ? [[first, sides]] : [];
}

/** The old and new places of a decoration's text, piece by piece; empty when no text is left. */
function stopsOf({ glyphs }: Decoration, heads: Heads, { values, removed, moved }: Relayout): Stop[] {
  const stops: Stop[] = [];
  for (const glyph of glyphs) {
    const part = heads.get(glyph);
    const value = part && part.marker.parts[0] === part.glyphs ? values.get(part.marker.styled)! : undefined;
    if (value && value.lettering.width > 0) {
      const last = part!.glyphs.at(-1)!;
      stops.push(
        [glyph.along, value.along],
        [last.along + last.width, value.along + value.lettering.width * value.scale],
      );
    }
    if (removed.has(glyph)) continue;
    const { along, scale } = moved.get(glyph) ?? { along: glyph.along, scale: 1 };
    stops.push([glyph.along, along], [glyph.along + glyph.width, along + glyph.width * scale]);
  }
  return stops.sort(([one], [other]) => one - other);
}

function placeLine(context: LineToPlace, result: Relayout): Shift {
  const { before, line, head, page, heads } = context;
  const { comparisons } = page;
  const replacements = replacementsOf(line, heads, result);
  spendComparisons(comparisons, line.length * replacements.length);
  // Text drawn twice in one place, as fake bold, has two markers there, but makes room once.
  const shiftAt = (along: number) =>
    replacements.reduce(
      (shift, { start, end, width }) => (end <= along + TOUCH ? shift + width - (end - start) : shift),
      0,
    );
  const places = new Map<Glyph, number>();
  let end = head.along;
  for (const glyph of line) {
    const part = heads.get(glyph);
    const along = glyph.along + shiftAt(glyph.along);
    if (part && part.marker.parts[0] === part.glyphs) {
      places.set(part.marker.styled, along);
      end = Math.max(end, along + result.values.get(part.marker.styled)!.lettering.width);
    } else if (!result.removed.has(glyph)) {
      places.set(glyph, along);
      if (!isSpace(glyph)) end = Math.max(end, along + glyph.width);
    }
  }
  const own = segmentOf(
    [...before, ...line].filter((glyph) => !isSpace(glyph)),
    head.show,
  );
  const declared = mayMove(context, result) ? declaredIn(line, heads) : undefined;
  const anchor = declared?.anchor ?? inferredAnchor(own, context, result);
  const text = {
    head: head.along,
    left: Math.min(own.left, head.along),
    right: end,
    decimal: decimalOf(places, result),
  };
  const limits =
    declared?.width !== undefined && page.placed.has(head)
      ? ownPlace(declared.anchor, declared.width, own)
      : limitsOf(anchor, own, context, result);
  const { scale, shift } = fitBetween(anchor, own, text, limits, NARROWEST, declared !== undefined);
  if (shift !== 0) for (const glyph of before) result.moved.set(glyph, { along: glyph.along + shift, scale: 1 });
  for (const [glyph, along] of places) {
    const placement = { along: head.along + (along - head.along) * scale + shift, scale };
    const value = result.values.get(glyph);
    if (value) result.values.set(glyph, { ...value, ...placement });
    else result.moved.set(glyph, placement);
  }
  for (const glyph of line) if (heads.has(glyph)) result.moved.set(glyph, { along: glyph.along, scale });
  const right = head.along + (end - head.along) * scale + shift;
  const now = [text.left + shift, right] as const;
  const over = page.placed.has(head) ? beyond(limits, now) : beyondRoom(own, now, context);
  return { left: shift, right: right - own.right, over };
}

const inferredAnchor = (own: Segment, context: LineToPlace, result: Relayout): Anchor =>
  isUpright(context.head.show) && mayMove(context, result)
    ? anchorIn(own, context.before[0] ?? context.head, context)
    : 'left';

/** Lengthens or shortens a leader by the new ends of the texts beside it. */
function placeLeader(leader: Leader, shifts: ReadonlyMap<Glyph, Shift>, { moved, removed }: Relayout): void {
  const shiftOf = (text: Glyph | undefined) => (text && shifts.get(text)) ?? { left: 0, right: 0, over: 0 };
  const [startsBy, endsBy] = [shiftOf(leader.before).right, shiftOf(leader.after).left];
  if (startsBy === 0 && endsBy === 0) return;
  placesOf(leader, startsBy, endsBy).forEach((along, index) => {
    if (along === undefined) removed.add(leader.dots[index]!);
    else moved.set(leader.dots[index]!, { along, scale: 1 });
  });
}

/** A value that continues on the next line stays where it begins, as does an empty one, such as the place of a picture. */
function mayMove({ line, heads }: LineToPlace, { values }: Relayout): boolean {
  const markers = line.flatMap((glyph) => heads.get(glyph)?.marker ?? []);
  return (
    markers.every(({ parts }) => parts.length === 1) &&
    markers.some(({ styled }) => values.get(styled)!.lettering.characters.length > 0)
  );
}

/** The new position of the last value's decimal separator, before condensing. */
function decimalOf(places: ReadonlyMap<Glyph, number>, { values }: Relayout): number | undefined {
  let decimal: number | undefined;
  for (const [glyph, along] of places) {
    const characters = values.get(glyph)?.lettering.characters;
    if (!characters) continue;
    const at = [
      ...characters
        .map(({ character }) => character)
        .join('')
        .matchAll(DECIMAL),
    ].at(-1)?.index;
    const before = at === undefined ? undefined : characters.slice(0, at);
    decimal = before && along + before.reduce((sum, { width }) => sum + width, 0);
  }
  return decimal;
}
