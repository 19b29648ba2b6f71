import { inflateSync } from 'node:zlib';
import type { PDFDict } from 'pdf-lib';
import { type PDFContext, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import type { Address } from '../core/domain/addresses.ts';
import { newTimeBudget } from '../pdf/base/budgets.ts';
import { type Box, format, intersect, mm } from '../pdf/base/geometry.ts';
import { dictEntry, entry, nameEntry, resolve } from '../pdf/file/objects.ts';
import { openDocument } from '../pdf/file/open.ts';
import { recipientLines, TEXT } from '../pdf/print/address-block.ts';
import { addressFont } from '../pdf/print/address-letters.ts';
import { composed } from '../pdf/print/address-side.ts';
import type { PrintPage, Resources } from '../pdf/print/print-page.ts';
import { drawLines, type TextLine } from '../pdf/print/text-line.ts';
import { writeFile } from '../pdf/print/write.ts';
import { EmbeddedFont } from '../pdf/text/embedded-font.ts';
import { advanceIn, widthOf } from '../pdf/text/font-text.ts';
import { cepnetSymbol, dataMatrixSymbol, type Symbol } from './draw-symbols.ts';
import type { WindowCodes } from './window-codes.ts';

/**
 * Codes in the address window of a print file: the Data Matrix at its right edge, CEPNet directly below the recipient's
 * lines. Where they fit beside the address as it is printed, no letter of it moves.
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

export interface CodedLetter {
  /** Page of the print file that shows in the window, from 1. */
  addressPage: number;
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
 * The print file with the codes in its window. Nothing else of it changes.
 * @param file of `prepareLetter`, `prepareVerification` or `prepareTemplate`
 * @throws NoRoomForCodes
 */
export async function withCodes(file: Uint8Array, letter: CodedLetter): Promise<Uint8Array> {
  const source = await openDocument(file, newTimeBudget());
  const { context, catalog } = source;
  const pages = source.pages.map(({ leaf }, index) => {
    const page = printedPage(context, leaf);
    return index + 1 === letter.addressPage ? coded(page, context, letter) : page;
  });
  const preferences = dictEntry(context, catalog, 'ViewerPreferences');
  const isDuplex = preferences !== undefined && nameEntry(context, preferences, 'Duplex') === 'DuplexFlipLongEdge';
  return writeFile(source, pages, isDuplex);
}

/** A page that `writeFile` wrote. */
function printedPage(context: PDFContext, leaf: PDFDict): PrintPage {
  const content = resolve(context, leaf.get(PDFName.of('Contents')));
  const resources = dictEntry(context, leaf, 'Resources');
  if (!(content instanceof PDFRawStream) || !resources) throw new Error('this page is not of a print file');
  const named = (key: keyof Resources): Record<string, PDFObject> => {
    const entries = dictEntry(context, resources, key)?.entries() ?? [];
    return Object.fromEntries(entries.map(([name, value]) => [name.decodeText(), value]));
  };
  return {
    content: inflateSync(content.contents).toString('latin1'),
    resources: { XObject: named('XObject'), Font: named('Font'), Properties: named('Properties') },
    group: entry(context, leaf, 'Group'),
  };
}

function coded(page: PrintPage, context: PDFContext, { to, codes }: CodedLetter): PrintPage {
  const [matrix, bars] = [dataMatrixSymbol(codes.dataMatrix), cepnetSymbol(codes.cepnet)];
  const { sender, recipient } = addressOf(page);
  const kept = place(sender, recipient, matrix, bars);
  if (kept) return { ...page, content: `${narrowed(page.content, recipient, kept.scales)}\n${kept.operators}` };
  const room = {
    width: RIGHT - matrix.width - QUIET - TEXT.left,
    bottom: TEXT.bottom + bars.height + GAP,
    lines: MOST_LINES,
  };
  const font = new EmbeddedFont(context, addressFont());
  const measure = (text: string) => widthOf(font.font, text);
  const lines = recipientLines(composed(to), sender.at(-1)!.y, measure, room);
  const moved = lines.map((line) => ({ ...line, width: measure(line.text) }));
  const placed = place(sender, moved, matrix, bars);
  if (!placed) throw new NoRoomForCodes();
  const drawn = drawLines({ ...page, content: without(page.content, recipient) }, font, lines);
  font.write();
  return { ...drawn, content: `${drawn.content}\n${placed.operators}` };
}

type Measured = Omit<TextLine, 'text'> & { width: number };
/** A line of the address on its page, with its number among the lines of the page's content. */
type Drawn = Measured & { at: number };

/** A line as `drawLines` writes it. */
const DRAWN = /^BT \/(Font\d+) (\S+) Tf (\S+) Tz (\S+) (\S+) Td <([0-9a-f]*)> Tj ET$/;

/** The lines of the address: those of the last font, since the address is drawn last and has a font of its own. */
function addressOf({ content }: PrintPage): { sender: Drawn[]; recipient: Drawn[] } {
  const matches = content.split('\n').map((text) => DRAWN.exec(text));
  const font = matches.findLast((match) => match)?.[1];
  const lines = matches.flatMap((match, at): Drawn[] => {
    if (!match || match[1] !== font) return [];
    const [size, narrowed, x, y] = match.slice(2, 6).map(Number) as [number, number, number, number];
    const glyphs = match[6]!.match(/.{4}/g) ?? [];
    const width = glyphs.reduce((sum, glyph) => sum + advanceIn(addressFont(), Number.parseInt(glyph, 16)), 0) / 1000;
    return [{ at, x, y, size, scale: narrowed / 100, width }];
  });
  const first = lines.findIndex(({ y }, index) => index > 0 && lines[index - 1]!.y - y > SENDER_PITCH);
  if (first === -1) throw new Error('there is no address on this page of a print file');
  return { sender: lines.slice(0, first), recipient: lines.slice(first) };
}

function without(content: string, lines: readonly Drawn[]): string {
  const gone = new Set(lines.map(({ at }) => at));
  return content
    .split('\n')
    .filter((_, at) => !gone.has(at))
    .join('\n');
}

/** The content with other horizontal scales of some lines. */
function narrowed(content: string, lines: readonly Drawn[], scales: readonly number[]): string {
  const all = content.split('\n');
  for (const [index, { at, scale }] of lines.entries())
    if (scales[index] !== scale) all[at] = all[at]!.replace(/ \S+ Tz /, ` ${format(100 * scales[index]!)} Tz `);
  return all.join('\n');
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
