import { PDFContext, PDFDict } from 'pdf-lib';
import { A4, format, mm } from '../pdf/base/geometry.ts';
import { blankPage, type PrintPage } from '../pdf/print/print-page.ts';
import { drawLines } from '../pdf/print/text-line.ts';
import { writeFile } from '../pdf/print/write.ts';
import { EmbeddedFont } from '../pdf/text/embedded-font.ts';
import { fontFile, type FontName } from '../pdf/text/font-files.ts';
import { missingCharacter, widthOf } from '../pdf/text/font-text.ts';
import { wrap } from '../pdf/text/wrap.ts';
import type { Symbol } from './draw-symbols.ts';

interface PlacedText {
  font: FontName;
  text: string;
  x: number;
  y: number;
  size: number;
  scale: number;
}

export interface TextStyle {
  /** Points. */
  size?: number;
  bold?: boolean;
  /** Where `x` is; left if absent. */
  align?: 'left' | 'right' | 'center';
  /** Millimeters: a longer text is condensed down to three quarters, then ends with an ellipsis. */
  width?: number;
}

/** One A4 sheet that is drawn in millimeters from its top left corner, as forms are measured. */
export class Sheet {
  readonly texts: PlacedText[] = [];
  readonly drawings: string[] = [];

  text(
    x: number,
    baseline: number,
    text: string,
    { size = 9, bold = false, align = 'left', width }: TextStyle = {},
  ): void {
    const { font, shown } = lettering(text, bold);
    const { line, scale } = fitted(shown, font, size, width === undefined ? Infinity : mm(width));
    const length = widthOf(fontFile(font), line) * size * scale;
    const left = mm(x) - (align === 'left' ? 0 : align === 'right' ? length : length / 2);
    this.texts.push({ font, text: line, x: left, y: A4.height - mm(baseline), size, scale });
  }

  /**
   * Lines of text that are complete: one that is too wide for `width` millimeters even in narrow letters is wrapped.
   * Millimeters between baselines are `pitch`.
   */
  lines(
    x: number,
    baseline: number,
    texts: readonly string[],
    width: number,
    style: { size: number; pitch: number },
  ): void {
    const font = fontFile('LiberationSans-Bold');
    const measure = (text: string) => widthOf(font, text.normalize('NFC')) * NARROWEST;
    const wrapped = texts.flatMap((text) => wrap(text, mm(width) / style.size, measure));
    for (const [index, text] of wrapped.entries())
      this.text(x, baseline + index * style.pitch, text, { size: style.size, bold: index === 0, width });
  }

  /** A straight line; its thickness in points. */
  rule(x1: number, y1: number, x2: number, y2: number, thickness = 0.5): void {
    const [from, to] = [format(mm(x1), A4.height - mm(y1)), format(mm(x2), A4.height - mm(y2))];
    this.drawings.push(`q 0 G ${thickness} w ${from} m ${to} l S Q`);
  }

  box(x: number, y: number, width: number, height: number, thickness = 0.5): void {
    const box = format(mm(x), A4.height - mm(y + height), mm(width), mm(height));
    this.drawings.push(`q 0 G ${thickness} w ${box} re S Q`);
  }

  /** A symbol by its top left corner. */
  symbol(x: number, y: number, symbol: Symbol): void {
    this.drawings.push(symbol.draw(mm(x), A4.height - mm(y) - symbol.height));
  }
}

/** Narrower letters are hard to read. */
const NARROWEST = 0.75;

function fitted(text: string, font: FontName, size: number, width: number): { line: string; scale: number } {
  const scaleOf = (line: string) => Math.min(1, width / (widthOf(fontFile(font), line) * size || 1));
  let line = text;
  for (let length = text.length - 1; scaleOf(line) < NARROWEST && length > 0; length--)
    line = `${text.slice(0, length).trimEnd()}…`;
  return { line, scale: scaleOf(line) };
}

/** The font of the address, or the one that has other alphabets; what neither has becomes a question mark. */
function lettering(text: string, bold: boolean): { font: FontName; shown: string } {
  const style = bold ? 'Bold' : 'Regular';
  const shown = text.normalize('NFC');
  const fonts: FontName[] = [`LiberationSans-${style}`, `DejaVuSans-${style}`];
  const font = fonts.find((name) => missingCharacter(fontFile(name), shown) === undefined);
  if (font) return { font, shown };
  const known = (character: string) => missingCharacter(fontFile(fonts[0]!), character) === undefined;
  return { font: fonts[0]!, shown: [...shown].map((character) => (known(character) ? character : '?')).join('') };
}

/** A file of sheets, printed at their size. Equal sheets give equal bytes. */
export async function sheetsFile(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const context = PDFContext.create();
  const fonts = new Map<FontName, EmbeddedFont>();
  const fontOf = (name: FontName) => {
    const font = fonts.get(name) ?? new EmbeddedFont(context, fontFile(name));
    fonts.set(name, font);
    return font;
  };
  const pages = sheets.map(({ texts, drawings }) =>
    texts.reduce<PrintPage>((page, { font, ...line }) => drawLines(page, fontOf(font), [line]), {
      ...blankPage(),
      content: drawings.join('\n'),
    }),
  );
  for (const font of fonts.values()) font.write();
  return writeFile({ context, catalog: PDFDict.withContext(context) }, pages, false);
}
