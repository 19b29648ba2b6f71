import { spendComparisons } from '../base/budgets.ts';
import { alongLine, type Box, concat, inverseOf, type Matrix, transformBox } from '../base/geometry.ts';
import type { Glyph, PageText, Show, TextStream } from '../text/interpreter.ts';
import type { Marker } from '../text/markers.ts';
import { changedShows, type Overrun, type PlacedLine, type PlacedValue, type Relayout } from './layout.ts';
import type { Lettering } from './lettering.ts';
import { moveLine, overrunsOn } from './overruns.ts';

/** How replacing the markers of a page changes the print, in points from the bottom left corner of the upright page. */
export interface PageChanges {
  /** Parts of the page whose ink is new: the lines of markers, before and after. */
  lines: Box[];
  values: ValueOnPaper[];
  moved: MovedLetter[];
  overruns: readonly Overrun[];
}

/** One value where it is drawn. */
export interface ValueOnPaper {
  name: string;
  /** Where its marker was. */
  marker: Box;
  /** The box of each character that has ink. */
  letters: Box[];
  /** Two boxes for each of them: most of its width from the left, and most of it from the right. */
  parts: Box[];
}

/** A letter that a value on its line moves. */
export interface MovedLetter {
  /** Of the value. */
  name: string;
  /** Its middle, where it was. */
  before: Box;
  /** Its middle, where it is: of a narrow letter, all of it. */
  now: Box;
}

/** A part of the page that changes, with the stream that draws it. */
interface Change {
  stream: TextStream;
  box: Box;
}

/** How far letters extend beyond their baseline and their advance, in ems: accents, descenders, slanted ends. */
const REACH = { up: 1.1, down: 0.4, aside: 0.25 };

/** Height of capital letters, in ems, and the share of a letter's width on either side of its middle. */
const [CAPITALS, BESIDE_MIDDLE] = [0.7, 0.25];

/**
 * The narrowest part of a letter, in ems, that shows whether something covers it. The middle half of the l of Helvetica is one
 * stroke, which can fill the pixels of a drawing with one color.
 */
const NARROWEST_SEEN = 0.28;

/**
 * A comma of Times Italic has its ink in the left 54 % of its width. Letters that are drawn as pictures (Type 3) stand on whole
 * pixels of the drawing, so a part is at least three of them wide, in points.
 */
const MOST_OF_GLYPH = 0.6;
const NARROWEST_PART = 2.16;

/** Glyphs without ink: blanks, invisible marks, and accents that share the box of their letter. */
const WITHOUT_INK = /^[\s\p{Z}\p{C}\p{M}]$/u;

/** The changes of a layout on each page; a form that is drawn again, there or on another page, changes there too. */
export function changesOf(
  pages: readonly { text: PageText; replaced: readonly Marker[]; layout: Relayout }[],
): PageChanges[] {
  const own = pages.map(({ replaced, layout }) => ({
    boxes: changedBoxes(layout),
    values: replaced.map((marker) => ({
      stream: marker.styled.show.stream,
      value: onPaper(marker, layout.values.get(marker.styled)!),
    })),
  }));
  const [boxes, values] = [own.flatMap((page) => page.boxes), own.flatMap((page) => page.values)];
  const placed = pages.flatMap(({ layout }) => layout.lines);
  return pages.map(({ text, layout }, index) => {
    const changes: PageChanges = {
      lines: own[index]!.boxes.map(({ box }) => box),
      values: own[index]!.values.map(({ value }) => value),
      moved: layout.lines.flatMap(lettersMovedOn),
      overruns: layout.overruns,
    };
    const repeated: PlacedLine[] = [];
    for (const { stream, toPage } of text.repeats) {
      const inverse = inverseOf(stream.toPage);
      if (!inverse) continue;
      const move = concat(inverse, toPage);
      for (const change of boxes.filter((each) => isWithin(each.stream, stream)))
        changes.lines.push(transformBox(move, change.box));
      for (const { value } of values.filter((each) => isWithin(each.stream, stream))) {
        spendComparisons(text.comparisons, value.parts.length);
        changes.values.push(movedBy(move, value));
      }
      for (const line of placed.filter(({ longest }) => isWithin(longest.glyph.show.stream, stream))) {
        spendComparisons(text.comparisons, line.pieces.length);
        repeated.push(moveLine(line, move));
      }
    }
    return {
      ...changes,
      moved: [...changes.moved, ...repeated.flatMap(lettersMovedOn)],
      overruns: [...layout.overruns, ...overrunsOn(text, repeated, layout)],
    };
  });
}

const lettersMovedOn = ({ longest: { name }, pieces }: PlacedLine): MovedLetter[] =>
  pieces.flatMap(({ glyph: { show }, before, now }) =>
    before && now && before[1] > before[0] && now[0] !== before[0]
      ? [{ name, before: letterBox(show, ...before), now: letterBox(show, ...now, NARROWEST_SEEN) }]
      : [],
  );

const movedBy = (move: Matrix, { name, marker, letters, parts }: ValueOnPaper): ValueOnPaper => ({
  name,
  marker: transformBox(move, marker),
  letters: letters.map((letter) => transformBox(move, letter)),
  parts: parts.map((part) => transformBox(move, part)),
});

function isWithin(stream: TextStream | undefined, outer: TextStream): boolean {
  for (let each = stream; each; each = each.outer) if (each === outer) return true;
  return false;
}

function changedBoxes(layout: Relayout): Change[] {
  const { removed, moved, values, removedRules } = layout;
  const changes: Change[] = removedRules.map(({ stream, left, right, y }) => ({
    stream,
    box: [left - RULE_REACH, y - RULE_REACH, right + RULE_REACH, y + RULE_REACH],
  }));
  for (const { decoration, box } of layout.decorations)
    for (const { stream, reach } of decoration.shapes)
      for (const each of [decoration.box, box ?? decoration.box])
        changes.push({ stream, box: grown(each, reach + RULE_REACH) });
  for (const show of changedShows(layout)) {
    let [from, to] = [Infinity, -Infinity];
    const include = (start: number, width: number) => {
      [from, to] = [Math.min(from, start, start + width), Math.max(to, start, start + width)];
    };
    for (const glyph of show.glyphs) {
      const value = values.get(glyph);
      const placement = moved.get(glyph);
      if (removed.has(glyph) || placement) include(glyph.along, glyph.width);
      if (placement) include(placement.along, glyph.width * placement.scale);
      if (value) include(value.along, value.lettering.width * value.scale);
    }
    if (from < to) changes.push({ stream: show.stream, box: lineBox(show, from, to) });
  }
  return changes;
}

/** Around a rule, in points. */
const RULE_REACH = 2;

const grown = ([left, bottom, right, top]: Box, by: number): Box => [left - by, bottom - by, right + by, top + by];

const lineBox = ({ direction, baseline, em }: Show, from: number, to: number): Box =>
  transformBox(alongLine(direction), [
    from - REACH.aside * em,
    baseline - REACH.down * em,
    to + REACH.aside * em,
    baseline + REACH.up * em,
  ]);

const onPaper = ({ name, styled, parts }: Marker, { lettering, along, scale }: PlacedValue): ValueOnPaper => ({
  name,
  ...inkOf(styled.show, lettering.characters, along, scale),
  marker: markerBox(parts[0]!),
});

/** Where the characters of a value have ink, from a place on their line. */
export function inkOf(
  show: Pick<Show, 'direction' | 'baseline' | 'em'>,
  characters: Lettering['characters'],
  along: number,
  scale: number,
): Pick<ValueOnPaper, 'letters' | 'parts'> {
  let pen = along;
  const letters: Box[] = [];
  const halves: Box[] = [];
  for (const { character, width, glyph } of characters) {
    const [start, end] = [pen, pen + glyph * scale];
    pen += width * scale;
    if (WITHOUT_INK.test(character)) continue;
    const most = Math.max(MOST_OF_GLYPH * (end - start), Math.min(NARROWEST_PART, end - start));
    letters.push(glyphBox(show, start, end));
    halves.push(glyphBox(show, start, start + most), glyphBox(show, end - most, end));
  }
  return { letters, parts: halves };
}

const glyphBox = (
  { direction, baseline, em }: Pick<Show, 'direction' | 'baseline' | 'em'>,
  from: number,
  to: number,
): Box => transformBox(alongLine(direction), [from, baseline - REACH.down * em, to, baseline + REACH.up * em]);

/**
 * The middle of a letter, so that a glyph without ink does not count with the ink beside it, from the baseline to the top of
 * capital letters, so that no underline crosses it.
 * @param narrowest in ems: a middle that is narrower extends to it, at most to the sides of the letter
 */
const letterBox = ({ direction, baseline, em }: Show, from: number, to: number, narrowest = 0): Box => {
  const width = to - from;
  const aside = Math.min(BESIDE_MIDDLE * width, Math.max(0, width - narrowest * em) / 2);
  return transformBox(alongLine(direction), [from + aside, baseline, to - aside, baseline + CAPITALS * em]);
};

function markerBox(glyphs: readonly Glyph[]): Box {
  const [first, last] = [glyphs[0]!, glyphs.at(-1)!];
  return glyphBox(first.show, first.along, last.along + last.width);
}

/** A value that is not completely visible on paper, or that moves other text under something that covers it. */
export interface HiddenValue {
  name: string;
  what: 'value' | 'other text';
  /** From 1. */
  page: number;
}
