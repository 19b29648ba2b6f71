import { deflateSync } from 'node:zlib';
import { type PDFContext, type PDFRef, PDFString } from 'pdf-lib';
import { sha256Bytes } from '../../core/sha256.ts';
import { advanceIn, glyphsOf } from './font-text.ts';
import type { TrueTypeFont } from './true-type.ts';

/** Flags of a font descriptor (ISO 32000-1, table 123). */
const FIXED_PITCH = 1 << 0;
const NONSYMBOLIC = 1 << 5;
const ITALIC = 1 << 6;

/** A font in one file. It collects the drawn glyphs and is written once, as a subset, when the drawing is complete. */
export class EmbeddedFont {
  readonly font: TrueTypeFont;
  readonly #context: PDFContext;
  /** Glyph → the text it stands for. */
  readonly #used = new Map<number, string>();
  readonly ref: PDFRef;

  constructor(context: PDFContext, font: TrueTypeFont) {
    this.#context = context;
    this.font = font;
    this.ref = context.nextRef();
  }

  /** The operand of `Tj` for a text, in hexadecimal glyph numbers. Every character must be in the font. */
  encode(text: string): string {
    return `<${this.hex(text)}>`;
  }

  /** The same without brackets. */
  hex(text: string): string {
    return glyphsOf(this.font, text)
      .map(({ glyph, character }) => {
        if (!this.#used.has(glyph)) this.#used.set(glyph, character);
        return hex4(glyph);
      })
      .join('');
  }

  /** Writes the subset. Equal texts give equal bytes: the subset's tag comes from its glyphs. */
  write(): void {
    const context = this.#context;
    const glyphs = [...this.#used.keys()].sort((one, other) => one - other);
    const { font } = this;
    const name = `${subsetTag(glyphs)}+${font.postScriptName}`;
    const file = font.subset(glyphs);
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: NONSYMBOLIC | (font.monospaced ? FIXED_PITCH : 0) | (font.italicAngle ? ITALIC : 0),
      FontBBox: [...font.bbox],
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent,
      Descent: font.descent,
      CapHeight: font.capHeight,
      StemV: 80,
      FontFile2: context.register(context.stream(deflateSync(file), { Filter: 'FlateDecode', Length1: file.length })),
    });
    const descendant = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
      FontDescriptor: context.register(descriptor),
      DW: 0,
      W: glyphs.flatMap((glyph) => [glyph, [advanceIn(font, glyph)]]),
      CIDToGIDMap: 'Identity',
    });
    const toUnicode = deflateSync(toUnicodeMap(glyphs.map((glyph) => [glyph, this.#used.get(glyph)!])));
    context.assign(
      this.ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [context.register(descendant)],
        ToUnicode: context.register(context.stream(toUnicode, { Filter: 'FlateDecode' })),
      }),
    );
  }
}

const hex4 = (code: number) => code.toString(16).padStart(4, '0');

/** Six capital letters before the name mark a subset; two different subsets must not share them (ISO 32000-1, 9.6.4). */
function subsetTag(glyphs: readonly number[]): string {
  const digest = sha256Bytes(glyphs.join());
  return [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(0x41 + (byte % 26))).join('');
}

const LONGEST_BFCHAR_BLOCK = 100;

function toUnicodeMap(entries: readonly (readonly [glyph: number, text: string])[]): string {
  const lines = entries.map(
    ([glyph, text]) => `<${hex4(glyph)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
  );
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += LONGEST_BFCHAR_BLOCK) {
    const block = lines.slice(start, start + LONGEST_BFCHAR_BLOCK);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}
