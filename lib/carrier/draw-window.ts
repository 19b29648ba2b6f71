import { inflateSync } from 'node:zlib';
import { PDFContext, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import type { Address } from '../core/domain/addresses.ts';
import { newTimeBudget } from '../pdf/base/budgets.ts';
import { type Box, format, intersect, mm } from '../pdf/base/geometry.ts';
import { resolve } from '../pdf/file/objects.ts';
import { openDocument } from '../pdf/file/open.ts';
import { recipientLines, TEXT, WHOLE_ROOM } from '../pdf/print/address-block.ts';
import { addressFont } from '../pdf/print/address-letters.ts';
import { composed } from '../pdf/print/address-side.ts';
import { blankPage, type PrintPage } from '../pdf/print/print-page.ts';
import { drawLines, type TextLine } from '../pdf/print/text-line.ts';
import { writeFile } from '../pdf/print/write.ts';
import { EmbeddedFont } from '../pdf/text/embedded-font.ts';
import { advanceIn, widthOf } from '../pdf/text/font-text.ts';
import { cepnetSymbol, dataMatrixSymbol, type Symbol } from './draw-symbols.ts';
import type { WindowCodes } from './window-codes.ts';

/**
 * The codes in the address window, as pages that are laid over the print files: the Data Matrix at the right edge, CEPNet
 * directly below the recipient's lines. Where they fit beside the address as it is printed, they alone are drawn.
 */

/** White around a Data Matrix: six of its modules, though ISO/IEC 16022 asks for one. */
const QUIET = mm(2.1);
/** White between the last line and CEPNet. */
const GAP = mm(1.6);
/** Steps in which a place is looked for. */
const STEP = mm(0.5);
const MOST_LINES = 6;
/** What a line keeps of its width beside the Data Matrix; readers hardly notice it, and its size stays. */
const NARROWEST = 0.75;
/** Between two baselines in points: lines of the sender are closer, its last one and the recipient's first one are not. */
const SENDER_PITCH = 12;
/**
 * Codes stay 1.5 mm further from the sides of the window than letters. So when a sheet moves in its envelope by the 4 mm
 * that the address allows, a code still has its quiet zone: half a letter is read where half a code is not.
 */
const INDENT = mm(1.5);
const [LEFT, RIGHT] = [TEXT.left + INDENT, TEXT.left + TEXT.width - INDENT];

/** The lines of an address on a page of a print file. */
export interface PrintedAddress {
  sender: readonly Measured[];
  recipient: readonly Measured[];
}

/** A window that gets codes. */
export interface CodedWindow {
  address: PrintedAddress;
  to: Address;
  codes: WindowCodes;
}

/** The address and the codes leave each other no room, even in the narrowest letters. */
export class NoRoomForCodes extends Error {
  constructor() {
    super('the window has no room for the codes beside the address');
    this.name = 'NoRoomForCodes';
  }
}

/**
 * Where the address stands on a print file; undefined if nothing on the page looks like one that this service drew.
 * @param file of `prepareLetter`, `prepareVerification` or `prepareTemplate`
 * @param addressPage from 1
 */
export async function printedAddress(file: Uint8Array, addressPage: number): Promise<PrintedAddress | undefined> {
  const { context, pages } = await openDocument(file, newTimeBudget());
  const page = pages[addressPage - 1];
  const content = page && resolve(context, page.leaf.get(PDFName.of('Contents')));
  return content instanceof PDFRawStream ? addressIn(inflateSync(content.contents).toString('latin1')) : undefined;
}

/** Pages with codes, in one file. Equal windows give equal bytes. */
export class CodesOverlay {
  readonly #context = PDFContext.create();
  readonly #font = new EmbeddedFont(this.#context, addressFont());
  readonly #pages: PrintPage[] = [];

  /** A page for a mailing that gets no codes. */
  addBlank(): void {
    this.#pages.push(blankPage());
  }

  /**
   * Adds a page: the codes, and the recipient's lines over a white ground where they must be narrower than they print.
   * @throws NoRoomForCodes, and the file is as before
   */
  add({ address: { sender, recipient }, to, codes }: CodedWindow): void {
    const [matrix, bars] = [dataMatrixSymbol(codes.dataMatrix), cepnetSymbol(codes.cepnet)];
    const kept = place(sender, recipient, matrix, bars);
    if (kept && recipient.every(({ scale }, index) => kept.scales[index] === scale)) {
      this.#pages.push({ ...blankPage(), content: kept.operators });
      return;
    }
    const measure = (text: string) => widthOf(this.#font.font, text);
    const measured = (line: TextLine) => ({ ...line, width: measure(line.text) });
    const own = composed(to);
    const senderBaseline = sender.at(-1)!.y;
    const asPrinted = recipientLines(own, senderBaseline, measure, WHOLE_ROOM).map(measured);
    if (kept && isSame(asPrinted, recipient)) {
      const lines = asPrinted.map((line, index) => ({ ...line, scale: kept.scales[index]! }));
      return this.#redraw(recipient, lines, kept.operators);
    }
    const room = {
      width: RIGHT - matrix.width - QUIET - TEXT.left,
      bottom: TEXT.bottom + bars.height + GAP,
      lines: MOST_LINES,
    };
    const lines = recipientLines(own, senderBaseline, measure, room).map(measured);
    const placed = place(sender, lines, matrix, bars);
    if (!placed) throw new NoRoomForCodes();
    const narrowed = lines.map((line, index) => ({ ...line, scale: placed.scales[index]! }));
    this.#redraw(recipient, narrowed, placed.operators);
  }

  #redraw(before: readonly Measured[], lines: readonly TextLine[], codes: string): void {
    const page = { ...blankPage(), content: whiteOver(before) };
    const drawn = drawLines(page, this.#font, lines);
    this.#pages.push({ ...drawn, content: `${drawn.content}\n${codes}` });
  }

  /** The file; called once. */
  async write(): Promise<Uint8Array> {
    this.#font.write();
    const context = this.#context;
    return writeFile({ context, catalog: PDFDict.withContext(context) }, this.#pages, false);
  }
}

/** Points: a print file has four decimals. */
const ROUNDING = 0.01;

/** Whether lines are where, and as large as, they were drawn: an earlier release may have set the address otherwise. */
function isSame(lines: readonly Measured[], drawn: readonly Measured[]): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) < ROUNDING;
  const isLike = (one: Measured, other: Measured) =>
    (['x', 'y', 'size', 'width'] as const).every((part) => isNear(one[part], other[part]));
  return lines.length === drawn.length && lines.every((line, index) => isLike(line, drawn[index]!));
}

/** Letters are a little wider than their advances. */
const OVERHANG = 1;

function whiteOver(lines: readonly Measured[]): string {
  const boxes = lines.map(boxOf);
  const [left, bottom] = [Math.min(...boxes.map((box) => box[0])), Math.min(...boxes.map((box) => box[1]))];
  const [right, top] = [Math.max(...boxes.map((box) => box[2])), Math.max(...boxes.map((box) => box[3]))];
  return `q 1 g ${format(left - OVERHANG, bottom, right - left + 2 * OVERHANG, top - bottom)} re f Q`;
}

/** A line with its width at size 1, not condensed. */
type Measured = Omit<TextLine, 'text'> & { width: number };

/** A line as `drawLines` writes it. */
const DRAWN = /^BT \/(Font\d+) (\S+) Tf (\S+) Tz (\S+) (\S+) Td <([0-9a-f]*)> Tj ET$/;

/** The lines of the address: those of the last font, since the address is drawn last and has a font of its own. */
function addressIn(content: string): PrintedAddress | undefined {
  const all = content.split('\n').map((text) => DRAWN.exec(text));
  const font = all.findLast((match) => match)?.[1];
  const lines = all.flatMap((match): Measured[] => {
    if (!match || match[1] !== font) return [];
    const [size, narrowed, x, y] = match.slice(2, 6).map(Number) as [number, number, number, number];
    const glyphs = match[6]!.match(/.{4}/g) ?? [];
    const width = glyphs.reduce((sum, glyph) => sum + advanceIn(addressFont(), Number.parseInt(glyph, 16)), 0) / 1000;
    return [{ x, y, size, scale: narrowed / 100, width }];
  });
  const first = lines.findIndex(({ y }, index) => index > 0 && lines[index - 1]!.y - y > SENDER_PITCH);
  return first === -1 ? undefined : { sender: lines.slice(0, first), recipient: lines.slice(first) };
}

/** Around accented capitals and descenders. */
function boxOf({ x, y, size, scale, width }: Measured): Box {
  return [x, y - 0.22 * size, x + width * size * scale, y + 0.95 * size];
}

interface Placed {
  /** Operators of both codes. */
  operators: string;
  /** Horizontal scales of the recipient's lines: those beside the Data Matrix end before it. */
  scales: number[];
}

/**
 * Both codes beside the lines: CEPNet below the last one, the Data Matrix where the lines lose least of their width;
 * undefined if they have no room.
 */
function place(
  sender: readonly Measured[],
  recipient: readonly Measured[],
  matrix: Symbol,
  bars: Symbol,
): Placed | undefined {
  const barsBottom = boxOf(recipient.at(-1)!)[1] - GAP - bars.height;
  if (barsBottom < TEXT.bottom) return undefined;
  const barsBox: Box = [LEFT, barsBottom, LEFT + bars.width, barsBottom + bars.height];
  const obstacles = [...sender.map(boxOf), barsBox];
  const left = RIGHT - matrix.width;
  let best: { bottom: number; scales: number[]; least: number } | undefined;
  for (let bottom = TEXT.bottom; bottom + matrix.height <= TEXT.top; bottom += STEP) {
    const quiet: Box = [left - QUIET, bottom - QUIET, RIGHT + QUIET, bottom + matrix.height + QUIET];
    if (obstacles.some((box) => intersect(box, quiet))) continue;
    const scales = recipient.map((line) =>
      intersect(boxOf(line), quiet) ? (left - QUIET - line.x) / (line.width * line.size) : line.scale,
    );
    const least = Math.min(...scales.map((scale, index) => scale / recipient[index]!.scale));
    if (!best || least > best.least) best = { bottom, scales, least };
  }
  if (!best || best.least < NARROWEST) return undefined;
  return { operators: `${matrix.draw(left, best.bottom)}\n${bars.draw(LEFT, barsBottom)}`, scales: best.scales };
}
