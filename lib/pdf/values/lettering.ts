import { format } from '../base/geometry.ts';
import type { EmbeddedFont } from '../text/embedded-font.ts';
import { closestTo } from '../text/fallback-fonts.ts';
import { fontFile, type FontName } from '../text/font-files.ts';
import { missingCharacter, unsettableCharacter, widthOf } from '../text/font-text.ts';
import type { Show } from '../text/interpreter.ts';
import type { Marker } from '../text/markers.ts';
import type { TextFont } from '../text/text-font.ts';

/** How a value is written in place of a marker. */
export interface Lettering {
  /** Points of the page along the line, before condensing. */
  width: number;
  /** The same for each of its characters, and how much of it the glyph is wide, without the spacing of letters. */
  characters: { character: string; width: number; glyph: number }[];
  /** The elements of the operand of `TJ`. */
  codes: string;
  /** Another font than the marker's, selected for the value alone. */
  fallback?: Fallback;
}

export interface Fallback {
  font: EmbeddedFont;
  /** Operand of `Tf`. */
  size: number;
  /** Horizontal scale, multiplied with the marker's: it gives our letters the width of the document's. */
  stretch: number;
  /** Drawn upside down because the marker's coordinate system is. */
  isMirrored: boolean;
}

/** The fonts added to one file, by their name. */
export type AddedFonts = (name: FontName) => EmbeddedFont;

/**
 * Uses the marker's own font only if it certainly has every character of the value, since a subset has only the characters
 * that the document uses. Otherwise the whole value is written in the closest of our fonts.
 */
export function letter(value: string, { styled: { show }, tracking }: Styled, added: AddedFonts): Lettering {
  const { letters, fallback } = inOwnFont(value, show) ?? inFallback(value, show, added);
  const characters = letters.map(({ character, width, glyph }, index) => ({
    character,
    glyph,
    // The text after the marker is as far from the value as it was from the marker.
    width: index === letters.length - 1 ? width : width + tracking,
  }));
  const { size, stretch } = fallback ?? { size: show.size, stretch: 1 };
  const step = format((-1000 * tracking) / (size * show.unit * stretch));
  return {
    width: characters.reduce((sum, { width }) => sum + width, 0),
    characters,
    codes: `<${letters.map(({ hex }) => hex).join(tracking === 0 ? '' : `> ${step} <`)}>`,
    ...(fallback && { fallback }),
  };
}

/** A value's letters in a font, with their codes. */
interface Typeset {
  letters: (Lettering['characters'][number] & { hex: string })[];
  fallback?: Fallback;
}

/** What gives a value its style. */
type Styled = Pick<Marker, 'styled' | 'tracking'>;

/** The first character of a value that can be set in neither font. */
export function unwritable(value: string, show: Show): string | undefined {
  const unsettable = unsettableCharacter(value);
  if (unsettable !== undefined) return unsettable;
  return inOwnFont(value, show) ? undefined : missingCharacter(fontFile(fallbackFor(value, show)), value);
}

function inOwnFont(value: string, show: Show): Typeset | undefined {
  const { font, size, characterSpacing, wordSpacing, unit } = show;
  const letters: Typeset['letters'] = [];
  for (const character of value) {
    const code = font.codeFor(character);
    if (!code) return undefined;
    const glyph = code.width * size * unit;
    const width = glyph + (characterSpacing + (code.isWordSpace ? wordSpacing : 0)) * unit;
    letters.push({ character, width, glyph, hex: code.hex });
  }
  return { letters };
}

/** The closest of our fonts that has all of the value; the last when none has. */
function fallbackFor(value: string, { font }: Show): FontName {
  const candidates = closestTo(font.name, font.flags, font.weight, font.statedStyle());
  return candidates.find((name) => missingCharacter(fontFile(name), value) === undefined) ?? candidates.at(-1)!;
}

function inFallback(value: string, show: Show, added: AddedFonts): Typeset {
  const font = added(fallbackFor(value, show));
  const ratio = widthRatio(show, font);
  // A Type 3 font defines its own glyph space, so its size means nothing; the size of any other font is the size on paper.
  const { isType3 } = show.font;
  const [size, stretch] = isType3 ? [show.size * ratio, 1] : [show.size, stretchFor(ratio)];
  const unit = show.unit * stretch;
  const letters = [...value].map((character) => {
    const glyph = widthOf(font.font, character) * size * unit;
    return { character, width: glyph + show.characterSpacing * unit, glyph, hex: font.hex(character) };
  });
  // Bitmap fonts are often drawn in a mirrored space, where an outline font would be upside down.
  const isMirrored = isType3 && show.isMirrored;
  return { letters, fallback: { font, size, stretch, isMirrored } };
}

/** Letters wider or narrower than this look like a different cut of the font. */
const STRETCH = { narrowest: 0.85, widest: 1.15, unnoticed: 0.01 };

function stretchFor(ratio: number): number {
  if (Math.abs(ratio - 1) < STRETCH.unnoticed) return 1;
  return Math.min(Math.max(ratio, STRETCH.narrowest), STRETCH.widest);
}

/**
 * The ratio of letter widths, marker's font to ours: 1 for the fonts whose metrics ours have. It is computed over all letters
 * of the font, so that all values of a line get the same scale.
 */
function widthRatio({ font }: Show, fallback: EmbeddedFont): number {
  const known = ratios.get(font) ?? new Map<EmbeddedFont, number>();
  const ratio = known.get(fallback) ?? computeRatio(font, fallback);
  ratios.set(font, known.set(fallback, ratio));
  return ratio;
}

/** Cached for fonts whose text is fully read: a file may have thousands of markers, and its fonts thousands of letters. */
const ratios = new WeakMap<TextFont, Map<EmbeddedFont, number>>();

function computeRatio(font: TextFont, fallback: EmbeddedFont): number {
  let [theirs, ours] = [0, 0];
  for (const { text, width } of font.drawn()) {
    const glyph = fallback.font.glyphOf(text.codePointAt(0)!);
    if (glyph === 0) continue;
    theirs += width;
    ours += fallback.font.advanceOf(glyph) / 1000;
  }
  return ours > 0 && theirs > 0 ? theirs / ours : 1;
}
