import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream } from 'pdf-lib';
import { once } from '../../core/once.ts';
import type { Budget } from '../base/budgets.ts';
import { PdfRefused, tooComplex } from '../base/refusal.ts';
import { decodeStream } from '../file/filters.ts';
import {
  arrayEntry,
  asDict,
  dictEntry,
  entry,
  nameEntry,
  numberEntry,
  numbersEntry,
  resolve,
} from '../file/objects.ts';
import { type CMap, readCMap, spendEntries } from './cmap.ts';
import { type Encoding, ENCODINGS, plainLetters, textOfGlyphName } from './encodings.ts';
import { closestTo } from './fallback-fonts.ts';
import { fontFile } from './font-files.ts';
import { type FontStyle, readFontStyle, readGlyphTexts } from './true-type.ts';

/** A code of a font, the same object wherever it is shown. */
export interface Code {
  /** Its bytes, in hexadecimal. */
  hex: string;
  /** Empty when the font does not tell. */
  text: string;
  /** Advance in text space units for a font of size 1. */
  width: number;
  /** The single-byte code 32, the only one word spacing applies to (ISO 32000-1, 9.3.3). */
  isWordSpace: boolean;
  /** Whether it draws its text: not when the maps of a font that is not embedded contradict each other, nor as a missing glyph. */
  isSure: boolean;
  timesDrawn: number;
}

const STANDARD = ENCODINGS.get('StandardEncoding')!;

/** The remaining budget for reading a file's fonts. */
export interface FontBudgets {
  bytes: Budget;
  /** Entries of all font tables of one file, each time they are read; a long range counts as one. */
  entries: Budget;
}

/** A font of the file, for reading and writing its text. */
export interface TextFont {
  /** Without the subset tag. */
  name: string;
  flags: number;
  /** 400 is normal, 700 bold. */
  weight: number;
  /** The style that its program states, which says more than a name that its producer chose; read at the first call. */
  statedStyle(): FontStyle | undefined;
  isType3: boolean;
  isVertical: boolean;
  /** An em in text space for a font of size 1: 1, except for Type 3 fonts of another size. */
  em: number;
  decode(bytes: Uint8Array): Code[];
  /** The code that draws a character, if the font is sure to have it: known from the font itself or from having been drawn. */
  codeFor(character: string): Code | undefined;
  /** The characters drawn so far, with their widths. */
  drawn(): Iterable<{ text: string; width: number }>;
  /** Records a drawn code: its characters are in the subset. */
  noteDrawn(code: Code): void;
}

interface Decoder {
  /** Length in bytes of the code that starts with this byte. */
  lengthOf(firstByte: number): number;
  textOf(code: number): string;
  widthOf(code: number): number;
  isSure(code: number): boolean;
  /** Characters that are available without having been drawn: those of a font that is not embedded. */
  guaranteed: ReadonlyMap<string, number>;
}

/** Reads a font dictionary. A damaged font gives empty texts, never an error. */
export function readFont(context: PDFContext, dict: PDFDict, budgets: FontBudgets): TextFont {
  const subtype = nameEntry(context, dict, 'Subtype');
  const toUnicode = readMap(context, entry(context, dict, 'ToUnicode'), budgets);
  const isComposite = subtype === 'Type0';
  const decoder = isComposite
    ? compositeDecoder(context, dict, toUnicode, budgets)
    : simpleDecoder(context, dict, toUnicode, budgets);
  const descriptor = descriptorOf(context, dict);
  const drawn = new Map<string, Code>();
  const codes = codesOf(decoder, !isComposite);
  return {
    name: nameOf(context, dict, descriptor).replace(/^[A-Z]{6}\+/, ''),
    flags: (descriptor && numberEntry(context, descriptor, 'Flags')) ?? 0,
    weight: (descriptor && numberEntry(context, descriptor, 'FontWeight')) ?? NORMAL_WEIGHT,
    statedStyle: once(() => styleOfProgram(context, descriptor, budgets)),
    isType3: subtype === 'Type3',
    isVertical: isComposite && /(^|-)V$/.test(nameEntry(context, dict, 'Encoding') ?? ''),
    em: subtype === 'Type3' ? drawnEm(context, dict) : 1,
    decode: (bytes) => decodeCodes(bytes, decoder, codes),
    codeFor: (character) => drawn.get(character) ?? guaranteedCode(decoder, codes, character),
    drawn: () => [...drawn].map(([text, { width }]) => ({ text, width })),
    noteDrawn: (code) => {
      if (code.text.length !== 1 || code.width <= 0 || !code.isSure) return;
      code.timesDrawn++;
      const known = drawn.get(code.text);
      if (!known || isUsual(code, known)) drawn.set(code.text, code);
    },
  };
}

const NORMAL_WEIGHT = 400;

/** Variable fonts become Type 3 fonts in Chromium: only their descriptor names them. */
const nameOf = (context: PDFContext, dict: PDFDict, descriptor: PDFDict | undefined): string =>
  nameEntry(context, dict, 'BaseFont') ??
  (descriptor && nameEntry(context, descriptor, 'FontName')) ??
  nameEntry(context, dict, 'Name') ??
  '';

/**
 * Of two codes for one character, the one that is not a superscript or a small capital, which many programs map to the same
 * character: the wider digit, and the letter that is drawn more often.
 */
const isUsual = (code: Code, other: Code) =>
  DIGIT.test(code.text) ? code.width > other.width : code.timesDrawn > other.timesDrawn;

const DIGIT = /^\d$/;

/** Letters are about half an em wide on average. */
const MEAN_LETTER = 0.5;
/** The few letters of a subset may be narrower or wider than that. */
const USUAL_EM = { least: 0.4, most: 2.5 };

/**
 * A Type 3 font may have letters of any size: Ghostscript keeps bitmap letters in pixels and sets a size of one pixel. Their
 * widths tell their size.
 */
function drawnEm(context: PDFContext, dict: PDFDict): number {
  const widths = (arrayEntry(context, dict, 'Widths') ?? []).flatMap((object) => {
    const width = resolve(context, object);
    return width instanceof PDFNumber && width.asNumber() > 0 ? [width.asNumber()] : [];
  });
  const sum = widths.reduce((total, width) => total + width, 0);
  const em = ((sum / widths.length) * glyphScale(context, dict)) / MEAN_LETTER;
  return em > 0 && (em < USUAL_EM.least || em > USUAL_EM.most) ? em : 1;
}

/** Text space units of one unit of a font's widths. */
const glyphScale = (context: PDFContext, dict: PDFDict): number =>
  nameEntry(context, dict, 'Subtype') === 'Type3'
    ? Math.abs(numbersEntry(context, dict, 'FontMatrix', 6)?.[0] ?? 0.001)
    : 0.001;

/** A code by its number and its length in bytes. */
type Codes = (code: number, length: number) => Code;

function codesOf(decoder: Decoder, isSimple: boolean): Codes {
  const byLength: Map<number, Code>[] = [];
  return (code, length) => {
    const known = (byLength[length] ??= new Map<number, Code>());
    let found = known.get(code);
    if (!found) {
      found = {
        hex: code.toString(16).padStart(2 * length, '0'),
        text: decoder.textOf(code),
        width: decoder.widthOf(code),
        isWordSpace: isSimple && code === 32,
        isSure: decoder.isSure(code),
        timesDrawn: 0,
      };
      known.set(code, found);
    }
    return found;
  };
}

function decodeCodes(bytes: Uint8Array, decoder: Decoder, codes: Codes): Code[] {
  const result: Code[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(start + decoder.lengthOf(bytes[start]!), bytes.length);
    let code = 0;
    for (let at = start; at < end; at++) code = code * 256 + bytes[at]!;
    result.push(codes(code, end - start));
    start = end;
  }
  return result;
}

function guaranteedCode({ guaranteed }: Decoder, codes: Codes, character: string): Code | undefined {
  const number = guaranteed.get(character);
  const code = number === undefined ? undefined : codes(number, 1);
  return code && code.width > 0 ? code : undefined;
}

function readMap(context: PDFContext, object: PDFObject | undefined, budgets: FontBudgets): CMap | undefined {
  if (!(object instanceof PDFRawStream)) return undefined;
  const bytes = decodeStream(context, object, budgets.bytes);
  return bytes && readCMap(bytes, budgets.entries);
}

/** Whether a font's own letters are in the file. */
export function isEmbedded(context: PDFContext, dict: PDFDict): boolean {
  if (nameEntry(context, dict, 'Subtype') === 'Type3') return true;
  const descriptor = descriptorOf(context, dict);
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor && entry(context, descriptor, key));
}

function descriptorOf(context: PDFContext, dict: PDFDict): PDFDict | undefined {
  return dictEntry(context, descendantOf(context, dict) ?? dict, 'FontDescriptor');
}

function descendantOf(context: PDFContext, dict: PDFDict): PDFDict | undefined {
  return asDict(resolve(context, arrayEntry(context, dict, 'DescendantFonts')?.[0]));
}

function simpleDecoder(context: PDFContext, dict: PDFDict, toUnicode: CMap | undefined, budgets: FontBudgets): Decoder {
  const encoding = encodingOf(context, dict, budgets);
  const descriptor = dictEntry(context, dict, 'FontDescriptor');
  const textOf = (code: number) => plainLetters(toUnicode?.texts.get(code) ?? encoding[code] ?? '');
  const isOwn = isEmbedded(context, dict);
  const baseFont = nameEntry(context, dict, 'BaseFont') ?? '';
  // A substitute draws what the encoding names; /ToUnicode is only for copying.
  const isSure = (code: number) => isOwn || textOf(code) === plainLetters(encoding[code] ?? '');
  return {
    lengthOf: () => 1,
    textOf,
    widthOf: simpleWidths(context, dict, descriptor, encoding, budgets.entries),
    isSure,
    guaranteed: isOwn ? new Map() : sureCodes(baseFont, (code) => (isSure(code) ? textOf(code) : '')),
  };
}

/**
 * What a substitute for a font that is not embedded may draw wider or narrower than the font's widths say, which shifts
 * everything after it. Measured for PDFium over WinAnsiEncoding in the standard fonts, in thousandths of an em: the euro
 * sign, which is newer than those fonts, and Ÿ, 114 to 224 wider; in Helvetica « and » 56, ‹ and › 20 to 34; in its bold
 * and oblique @ 98; in its bold oblique 5 is 27 narrower and ø 89.
 */
const UNSURE: readonly { fonts: RegExp; characters: string }[] = [
  { fonts: /^/, characters: '€Ÿ' },
  { fonts: /^(Helvetica|Arial)/, characters: '«»‹›' },
  { fonts: /^(Helvetica|Arial).*(Bold|Oblique|Italic)/, characters: '@' },
  { fonts: /^(Helvetica|Arial).*Bold.*(Oblique|Italic)/, characters: '5ø' },
];

/** Characters, with their codes, that every substitute for a font that is not embedded draws in the font's widths. */
function sureCodes(baseFont: string, textOf: (code: number) => string): Map<string, number> {
  const unsure = UNSURE.flatMap(({ fonts, characters }) => (fonts.test(baseFont) ? [...characters] : []));
  const codes = new Map<string, number>();
  for (let code = 255; code >= 32; code--) {
    const text = textOf(code);
    if (text.length === 1 && !unsure.includes(text)) codes.set(text, code);
  }
  return codes;
}

/** The base encoding with its differences; a Type 1 font without one brings its own (ISO 32000-1, 9.6.6). */
function encodingOf(context: PDFContext, dict: PDFDict, budgets: FontBudgets): Encoding {
  const encoding = entry(context, dict, 'Encoding');
  if (encoding instanceof PDFName) return ENCODINGS.get(encoding.decodeText()) ?? STANDARD;
  const declared = encoding instanceof PDFDict ? nameEntry(context, encoding, 'BaseEncoding') : undefined;
  const result = [...(ENCODINGS.get(declared ?? '') ?? builtInEncoding(context, dict, budgets))];
  const differences = (encoding instanceof PDFDict && arrayEntry(context, encoding, 'Differences')) || [];
  spendEntries(budgets.entries, differences.length);
  let code = 0;
  for (const element of differences.map((object) => resolve(context, object))) {
    if (element instanceof PDFNumber) code = element.asNumber();
    else if (element instanceof PDFName && code >= 0 && code < 256) {
      const name = element.decodeText();
      // Names such as `a123` of bitmap fonts number the code itself.
      result[code] = textOfGlyphName(name) ?? result[code];
      code++;
    }
  }
  return result;
}

/** The clear text of a Type 1 program lists its encoding: `dup 65 /A put`. */
function builtInEncoding(context: PDFContext, dict: PDFDict, budgets: FontBudgets): Encoding {
  const descriptor = dictEntry(context, dict, 'FontDescriptor');
  const file = descriptor && entry(context, descriptor, 'FontFile');
  const program = file instanceof PDFRawStream ? decodeStream(context, file, budgets.bytes) : undefined;
  if (!program) return STANDARD;
  const clearText = Buffer.from(program.subarray(0, 65_536)).toString('latin1').split('eexec')[0]!;
  const entries = [...clearText.matchAll(/dup\s+(\d{1,3})\s*\/([^\s/]+)\s+put/g)];
  if (entries.length === 0) return STANDARD;
  const result: (string | undefined)[] = Array.from({ length: 256 }, () => undefined);
  for (const [, code, name] of entries) result[Number(code) & 255] = textOfGlyphName(name!);
  return result;
}

/** Widths are thousandths of an em, those of a Type 3 font in its own glyph space. */
function simpleWidths(
  context: PDFContext,
  dict: PDFDict,
  descriptor: PDFDict | undefined,
  encoding: Encoding,
  budget: Budget,
): (code: number) => number {
  const declared = arrayEntry(context, dict, 'Widths');
  spendEntries(budget, declared?.length ?? 0);
  const widths = declared?.map((object) => {
    const width = resolve(context, object);
    return width instanceof PDFNumber ? width.asNumber() : 0;
  });
  if (!widths) return standardWidths(nameEntry(context, dict, 'BaseFont') ?? '', encoding);
  const first = numberEntry(context, dict, 'FirstChar') ?? 0;
  const missing = (descriptor && numberEntry(context, descriptor, 'MissingWidth')) ?? 0;
  const scale = glyphScale(context, dict);
  return (code) => (widths[code - first] ?? missing) * scale;
}

/** One of the standard fonts, whose widths every reader knows: they are those of the Liberation fonts. */
function standardWidths(name: string, encoding: Encoding): (code: number) => number {
  const font = fontFile(closestTo(name, 0)[0]);
  return (code) => font.advanceOf(font.glyphOf((encoding[code] ?? ' ').codePointAt(0)!)) / 1000;
}

function compositeDecoder(
  context: PDFContext,
  dict: PDFDict,
  toUnicode: CMap | undefined,
  budgets: FontBudgets,
): Decoder {
  const descendant = descendantOf(context, dict);
  const encoding = readMap(context, entry(context, dict, 'Encoding'), budgets);
  const encodingName = nameEntry(context, dict, 'Encoding') ?? '';
  const identifierOf = (code: number) => encoding?.identifiers.get(code) ?? code;
  const ownTexts = toUnicode ? undefined : textsOfProgram(context, descendant, budgets);
  const textOf = (code: number) => {
    if (/UCS2|UTF16/.test(encodingName)) return String.fromCharCode(code);
    return toUnicode?.texts.get(code) ?? ownTexts?.get(identifierOf(code)) ?? '';
  };
  const lengths = encoding?.codeLength;
  const widths = compositeWidths(context, descendant, budgets.entries);
  return {
    lengthOf: (byte) => lengths?.[byte] || 2,
    textOf: (code) => plainLetters(textOf(code)),
    widthOf: (code) => widths(identifierOf(code)),
    // The glyph of identifier 0 stands for missing ones: programs that lack a letter draw it, and map it to the letter.
    isSure: (code) => identifierOf(code) !== 0,
    guaranteed: new Map(),
  };
}

/** Glyph → text from an embedded TrueType font's own character map; the glyph numbers of a PDF are often those of the font. */
function textsOfProgram(
  context: PDFContext,
  descendant: PDFDict | undefined,
  budgets: FontBudgets,
): Map<number, string> | undefined {
  const descriptor = descendant && dictEntry(context, descendant, 'FontDescriptor');
  const program = trueTypeProgram(context, descriptor, budgets);
  return program && readGlyphTexts(program);
}

/** Undefined also when the program is larger than a letter needs: its name still tells something. */
function styleOfProgram(
  context: PDFContext,
  descriptor: PDFDict | undefined,
  budgets: FontBudgets,
): FontStyle | undefined {
  try {
    const program = trueTypeProgram(context, descriptor, budgets);
    return program && readFontStyle(program);
  } catch (error) {
    if (error instanceof PdfRefused) return undefined;
    throw error;
  }
}

function trueTypeProgram(
  context: PDFContext,
  descriptor: PDFDict | undefined,
  budgets: FontBudgets,
): Buffer | undefined {
  const file = descriptor && entry(context, descriptor, 'FontFile2');
  const bytes = file instanceof PDFRawStream ? decodeStream(context, file, budgets.bytes) : undefined;
  return bytes && Buffer.from(bytes);
}

const MOST_RANGES = 2_000;

/** /W holds `first [w w …]` and `first last w` (ISO 32000-1, 9.7.4.3). */
function compositeWidths(
  context: PDFContext,
  descendant: PDFDict | undefined,
  budget: Budget,
): (identifier: number) => number {
  const fallback = (descendant && numberEntry(context, descendant, 'DW')) ?? 1000;
  const widths = new Map<number, number>();
  const ranges: { first: number; last: number; width: number }[] = [];
  const elements = (descendant && arrayEntry(context, descendant, 'W')) ?? [];
  for (let at = 0; at < elements.length;) {
    const [first, second, third] = [0, 1, 2].map((offset) => resolve(context, elements[at + offset]));
    if (!(first instanceof PDFNumber)) break;
    if (second instanceof PDFArray) {
      spendEntries(budget, second.size());
      second.asArray().forEach((object, index) => {
        const width = resolve(context, object);
        if (width instanceof PDFNumber) widths.set(first.asNumber() + index, width.asNumber());
      });
      at += 2;
    } else {
      if (!(second instanceof PDFNumber) || !(third instanceof PDFNumber)) break;
      // Each is tried for every glyph.
      if (ranges.push({ first: first.asNumber(), last: second.asNumber(), width: third.asNumber() }) > MOST_RANGES)
        throw tooComplex('font_entries', MOST_RANGES);
      at += 3;
    }
  }
  const inRange = (identifier: number) =>
    ranges.find(({ first, last }) => first <= identifier && identifier <= last)?.width;
  return (identifier) => (widths.get(identifier) ?? inRange(identifier) ?? fallback) / 1000;
}
