import type { Glyph, Rule, Show } from '../text/interpreter.ts';
import { isSpace } from '../text/markers.ts';
import type { Span } from '../text/spans.ts';
import type { Resized } from './decorations.ts';
import type { Lettering } from './lettering.ts';

/** New position of a glyph or a value in points along the line, and its condensation. */
interface Placement {
  along: number;
  scale: number;
}

export interface PlacedValue extends Placement {
  name: string;
  lettering: Lettering;
}

/** The changes to the text of one page. Glyphs that are not listed stay where they are. */
export interface Relayout {
  removed: Set<Glyph>;
  moved: Map<Glyph, Placement>;
  /** Values by the glyph whose place and style they take. */
  values: Map<Glyph, PlacedValue>;
  removedRules: Rule[];
  /** Shapes that are painted with text and have a new length. */
  decorations: Resized[];
  lines: PlacedLine[];
  /** The values whose lines print over other text, run off the paper, or exceed their room. */
  overruns: Overrun[];
}

/** A line with values, once it is placed. */
export interface PlacedLine {
  /** Its longest value. */
  longest: { name: string; glyph: Glyph };
  pieces: Piece[];
  /** Points by which it exceeds its room. */
  over: number;
}

/** Where a glyph has ink along its line, and where it or the value in its place has ink now. */
export interface Piece {
  glyph: Glyph;
  before: Span | undefined;
  now: Span | undefined;
}

export interface Overrun {
  name: string;
  /** Other text, the area beyond the paper, or what is beyond its room: its declared width, its cell, its column, the margin. */
  onto: 'text' | 'nothing' | 'margin';
  /** Points beyond its room. */
  by: number;
}

/** The showing operations that a layout changes. */
export function changedShows({ removed, moved, values }: Relayout): Set<Show> {
  const shows = new Set<Show>();
  for (const glyphs of [removed, moved.keys(), values.keys()]) for (const { show } of glyphs) shows.add(show);
  return shows;
}

/** The narrowest scale of a line (rule DOC-12): a line that is still too long runs past the margin. */
export const NARROWEST = 0.85;

/** How far a piece of a line begins and ends from where it did, and by how much it exceeds its room. */
export interface Shift {
  left: number;
  right: number;
  over: number;
}

export const spanBefore = ({ along, width }: Glyph): Span => [along, along + width];

/** The extent along the line of a glyph's ink, or of the value in its place; undefined when there is none. */
export function spanOf(glyph: Glyph, { values, removed, moved }: Relayout): Span | undefined {
  const value = values.get(glyph);
  if (value)
    return value.lettering.width > 0 ? [value.along, value.along + value.lettering.width * value.scale] : undefined;
  if (removed.has(glyph) || isSpace(glyph)) return undefined;
  const { along, scale } = moved.get(glyph) ?? { along: glyph.along, scale: 1 };
  return [along, along + glyph.width * scale];
}

/** In points: glyphs this close are adjacent. */
export const TOUCH = 0.5;
