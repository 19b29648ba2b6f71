import type { EmbeddedFont } from './embedded-font.ts';
import { missingCharacter, widthOf } from './embedded-font.ts';
import { closestTo } from './fallback-fonts.ts';
import { fontFile, type FontName } from './font-files.ts';
import type { Show } from './interpreter.ts';

/** How a value is written in the place of a marker. */
export interface Lettering {
  /** Points of the page along the line, before condensing. */
  width: number;
  /** The operand of `TJ`. */
  codes: string;
  /** Another font than the marker's, selected for the value alone. */
  fallback?: { font: EmbeddedFont; size: number; isMirrored: boolean };
}

/** The fonts added to one file, by their name. */
export type AddedFonts = (name: FontName) => EmbeddedFont;

/**
 * Writes in the marker's own font only when all of the value is sure to be in it, since a subset holds just what was drawn;
 * otherwise all of the value is written in the closest of our fonts.
 */
export function letter(value: string, show: Show, added: AddedFonts): Lettering {
  return inOwnFont(value, show) ?? inFallback(value, show, added);
}

/** The first character of a value that neither font has. */
export function unwritable(value: string, show: Show): string | undefined {
  return inOwnFont(value, show) ? undefined : missingCharacter(fontFile(fallbackFor(value, show)), value);
}

function inOwnFont(value: string, { font, size, characterSpacing, wordSpacing, unit }: Show): Lettering | undefined {
  const codes = [...value].map((character) => font.codeFor(character));
  let width = 0;
  let hex = '';
  for (const code of codes) {
    if (!code) return undefined;
    const isWordSpace = code.bytes.length === 1 && code.bytes[0] === 32;
    width += (code.width * size + characterSpacing + (isWordSpace ? wordSpacing : 0)) * unit;
    hex += Buffer.from(code.bytes).toString('hex');
  }
  return { width, codes: `<${hex}>` };
}

/** The closest of our fonts that has all of the value; the last when none has. */
function fallbackFor(value: string, { font }: Show): FontName {
  const candidates = closestTo(font.name, font.flags);
  return candidates.find((name) => missingCharacter(fontFile(name), value) === undefined) ?? candidates.at(-1)!;
}

function inFallback(value: string, show: Show, added: AddedFonts): Lettering {
  const font = added(fallbackFor(value, show));
  const size = show.font.isType3 ? show.size * type3Ratio(show, font) : show.size;
  const width = (widthOf(font.font, value) * size + [...value].length * show.characterSpacing) * show.unit;
  // Bitmap fonts are often drawn in a mirrored space, where an outline font would stand on its head.
  const isMirrored = show.font.isType3 && show.isMirrored;
  return { width, codes: font.encode(value), fallback: { font, size, isMirrored } };
}

/** The glyph space of a Type 3 font is its own: sizes are made to agree over all letters that were drawn with it. */
function type3Ratio({ font }: Show, fallback: EmbeddedFont): number {
  let [theirs, ours] = [0, 0];
  for (const { text, width } of font.drawn()) {
    const glyph = fallback.font.glyphOf(text.codePointAt(0)!);
    if (glyph === 0) continue;
    theirs += width;
    ours += fallback.font.advanceOf(glyph) / 1000;
  }
  return ours > 0 ? theirs / ours : 1;
}
