import type { Glyph } from '../text/interpreter.ts';
import { type Declared, isSpace, type Marker } from '../text/markers.ts';
import type { Segment, SideEdges } from './alignment.ts';

/** The markers of a page by their first glyphs on each line, with their glyphs there. */
export type Heads = ReadonlyMap<Glyph, { marker: Marker; glyphs: Glyph[] }>;

/** The first alignment that the markers of a piece of a line declare: it wins over all that the page shows. */
export const declaredIn = (piece: readonly Glyph[], heads: Heads): Declared | undefined =>
  piece.map((glyph) => heads.get(glyph)?.marker.declared).find((declared) => declared !== undefined);

/** A value with a place of its own; one that continues on the next line has none. */
export const hasOwnPlace = ({ declared, parts }: Marker): boolean =>
  declared?.width !== undefined && parts.length === 1;

/** The place of a value of declared width: from the start of its marker, up to its end, or around its middle. */
export function ownPlace(anchor: Declared['anchor'], width: number, { left, right }: Segment): SideEdges {
  const start = { left, center: (left + right - width) / 2, right: right - width }[anchor];
  return [start, start + width];
}

/** Gaps that differ by less than this, in points, are equal. */
const SAME_GAP = 0.1;

/**
 * The part of a column around a marker whose markers declare one alignment at most. Where two differ, a new part begins after
 * the widest gap between them; of equal gaps the first counts, since the words before a value name it.
 */
export function agreeingPart(column: readonly Glyph[], head: Glyph, heads: Heads): readonly Glyph[] {
  const at = column.indexOf(head);
  const cuts = cutsIn(column, heads);
  return column.slice(
    cuts.findLast((cut) => cut <= at) ?? 0,
    cuts.find((cut) => cut > at),
  );
}

function cutsIn(column: readonly Glyph[], heads: Heads): number[] {
  const inside = new Set(column.flatMap((glyph) => heads.get(glyph)?.glyphs.slice(1) ?? []));
  const cuts: number[] = [];
  let declared: Declared | undefined;
  let widest = { at: 0, gap: -Infinity };
  let end = -Infinity;
  column.forEach((glyph, at) => {
    const gap = glyph.along - end;
    if (!inside.has(glyph) && !isSpace(glyph) && gap > widest.gap + SAME_GAP) widest = { at, gap };
    const own = heads.get(glyph)?.marker.declared;
    if (own && declared && own.anchor !== declared.anchor) cuts.push(widest.at);
    if (own) [declared, widest] = [own, { at: 0, gap: -Infinity }];
    if (!isSpace(glyph)) end = Math.max(end, glyph.along + glyph.width);
  });
  return cuts;
}
