import type { TrueTypeFont } from './true-type.ts';

/** The glyphs of a text with the characters they stand for; glyph 0 where the font has none. */
export function glyphsOf(font: TrueTypeFont, text: string): { glyph: number; character: string }[] {
  return [...text].map((character) => ({ glyph: font.glyphOf(character.codePointAt(0)!), character }));
}

/** Width of a text in ems. */
export function widthOf(font: TrueTypeFont, text: string): number {
  return glyphsOf(font, text).reduce((width, { glyph }) => width + advanceIn(font, glyph), 0) / 1000;
}

/**
 * Scripts that our fonts have letters of but that are written from right to left, some of them joined. Set from left to right
 * the text would have another meaning.
 */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Nko}]/u;

/** The first character of a text that is not set from left to right, whatever the font. */
export function unsettableCharacter(text: string): string | undefined {
  return RIGHT_TO_LEFT.exec(text)?.[0];
}

/** The first character of a text that cannot be set in the font. */
export function missingCharacter(font: TrueTypeFont, text: string): string | undefined {
  return unsettableCharacter(text) ?? glyphsOf(font, text).find(({ glyph }) => glyph === 0)?.character;
}

/** Width of a glyph as a PDF file writes it, in thousandths of an em. */
export const advanceIn = (font: TrueTypeFont, glyph: number): number => Math.round(font.advanceOf(glyph) * 100) / 100;
