import { PDFContext, PDFDict } from 'pdf-lib';
import type { Report, ReportSection } from '../core/domain/report.ts';
import { A4, format, mm } from './base/geometry.ts';
import { blankPage, type PrintPage } from './print/print-page.ts';
import { drawLines } from './print/text-line.ts';
import { writeFile } from './print/write.ts';
import { EmbeddedFont } from './text/embedded-font.ts';
import { fontFile, type FontName } from './text/font-files.ts';
import { missingCharacter, widthOf } from './text/font-text.ts';
import { wrap } from './text/wrap.ts';

/** In points; the foot has its line below the text. */
const SHEET = { left: mm(20), width: mm(170), top: mm(20), bottom: mm(22), foot: mm(12) } as const;
/** Names of facts have a separate column. */
const NAMES = { width: mm(52), gap: mm(4) } as const;
const SIZES = { title: 18, result: 12, heading: 11, text: 9.5, foot: 7 } as const;
/** Baseline to baseline, in sizes. */
const PITCH = 1.32;
const GAPS = { section: 12, heading: 4, fact: 2.5, paragraph: 4 } as const;

type Style = 'Regular' | 'Bold';
/** The second one has characters that the first lacks: arrows, other alphabets. */
const FAMILIES = ['Carlito', 'DejaVuSans'] as const;

interface Line {
  text: string;
  font: FontName;
  size: number;
  x: number;
}

/** Lines that stay together on a page, the first baseline one pitch below the top. */
interface Block {
  /** Side by side: columns of lines. */
  columns: readonly (readonly Line[])[];
  height: number;
  gap: number;
  /** Whether it stays on the same page as the next block. */
  leads?: boolean;
}

/** A report on A4 sheets. Equal reports give equal bytes. */
export async function reportFile(report: Report): Promise<Uint8Array> {
  const context = PDFContext.create();
  const fonts = new Map<FontName, EmbeddedFont>();
  const sheets = paged(blocksOf(report));
  const pages = sheets.map((lines, index) => {
    const count = `página ${index + 1} de ${sheets.length}`;
    const foot = set(`${report.footer} · ${count}`, 'Regular', SIZES.foot, SHEET.left, SHEET.width);
    const y = (number: number) => SHEET.foot - number * SIZES.foot * PITCH;
    return drawn(context, fonts, [...lines, ...foot.map((line, number) => ({ ...line, y: y(number) }))]);
  });
  for (const font of fonts.values()) font.write();
  return writeFile({ context, catalog: PDFDict.withContext(context) }, pages, false);
}

type PlacedLine = Line & { y: number };

function drawn(context: PDFContext, fonts: Map<FontName, EmbeddedFont>, lines: readonly PlacedLine[]): PrintPage {
  return lines.reduce((page, { font: name, ...line }) => {
    const font = fonts.get(name) ?? new EmbeddedFont(context, fontFile(name));
    fonts.set(name, font);
    return drawLines(page, font, [{ ...line, scale: 1 }]);
  }, ruled(blankPage()));
}

/** A thin line over the foot. */
function ruled(page: PrintPage): PrintPage {
  const y = SHEET.foot + SIZES.foot * PITCH;
  const line = `${format(SHEET.left, y)} m ${format(SHEET.left + SHEET.width, y)} l S`;
  return { ...page, content: `${page.content}\nq 0.5 G 0.5 w ${line} Q` };
}

function blocksOf({ title, result, sections }: Report): Block[] {
  return [
    block([set(title, 'Bold', SIZES.title, SHEET.left, SHEET.width)], GAPS.heading),
    block([set(result, 'Bold', SIZES.result, SHEET.left, SHEET.width)], 0),
    ...sections.flatMap(sectionBlocks),
  ];
}

function sectionBlocks({ heading, facts = [], paragraphs = [] }: ReportSection): Block[] {
  const right = SHEET.left + NAMES.width + NAMES.gap;
  return [
    space(GAPS.section),
    { ...block([set(heading, 'Bold', SIZES.heading, SHEET.left, SHEET.width)], GAPS.heading), leads: true },
    ...paragraphs.map((text) => block([set(text, 'Regular', SIZES.text, SHEET.left, SHEET.width)], GAPS.paragraph)),
    ...facts.map(([name, value]) =>
      block(
        [
          set(name, 'Bold', SIZES.text, SHEET.left, NAMES.width),
          set(value, 'Regular', SIZES.text, right, SHEET.width - NAMES.width - NAMES.gap),
        ],
        GAPS.fact,
      ),
    ),
  ];
}

function block(columns: readonly (readonly Line[])[], gap: number): Block {
  const heights = columns.map((lines) => lines.reduce((sum, { size }) => sum + size * PITCH, 0));
  return { columns, gap, height: Math.max(...heights) };
}

const space = (gap: number): Block => ({ columns: [], gap, height: 0 });

/** Lines of a text; each is set in the first family that has all its characters. */
function set(text: string, style: Style, size: number, x: number, width: number): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const { font, shown } = setting(paragraph, style);
    const lines = wrap(shown, width / size, (part) => widthOf(fontFile(font), part));
    return lines.map((line) => ({ text: line, font, size, x }));
  });
}

/** A character that no font has is printed as its number, never as an empty box. */
function setting(text: string, style: Style): { font: FontName; shown: string } {
  const normal = text.normalize('NFC').replace(/\s+/g, ' ');
  const fonts = FAMILIES.map((family): FontName => `${family}-${style}`);
  const font = fonts.find((name) => missingCharacter(fontFile(name), normal) === undefined);
  if (font) return { font, shown: normal };
  const last = fonts.at(-1)!;
  const shown = [...normal].map((character) =>
    missingCharacter(fontFile(last), character) === undefined ? character : numbered(character),
  );
  return { font: last, shown: shown.join('') };
}

const numbered = (character: string) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/** Lays blocks out on pages; a block higher than a page continues on the next one, line by line. */
function paged(blocks: readonly Block[]): PlacedLine[][] {
  const room = A4.height - SHEET.top - SHEET.bottom;
  const pages: PlacedLine[][] = [[]];
  let used = 0;
  const turn = () => {
    pages.push([]);
    used = 0;
  };
  for (const [index, { columns, height, gap, leads = false }] of blocks.entries()) {
    const needed = height + (leads ? gap + Math.min(blocks[index + 1]?.height ?? 0, room / 2) : 0);
    if (used > 0 && used + needed > room && height <= room) turn();
    const start = used;
    const rows = Math.max(0, ...columns.map((lines) => lines.length));
    for (let row = 0, top = start; row < rows; row++) {
      const line = columns.map((lines) => lines[row]).filter((one) => one !== undefined);
      const pitch = Math.max(...line.map(({ size }) => size)) * PITCH;
      if (top + pitch > room) {
        turn();
        top = 0;
      }
      const y = A4.height - SHEET.top - top - pitch;
      pages.at(-1)!.push(...line.map((one) => ({ ...one, y })));
      top += pitch;
      used = top;
    }
    // No page begins with a space.
    if (used > 0) used += gap;
  }
  return pages;
}
