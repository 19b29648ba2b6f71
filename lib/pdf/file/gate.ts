import { MEGABYTE } from '../../core/domain/units.ts';
import { type Budget, budgetOf } from '../base/budgets.ts';
import { invalidPdf, tooComplex } from '../base/refusal.ts';
import { inflate, type InflatedEnd } from './inflate.ts';
import { DELIMITER, KIND, REGULAR, WHITE_SPACE } from './lexer.ts';

/**
 * Limits on a file before any parser reads it. A letter needs a hundredth of them; of 971 public PDFs, one had more than
 * 40,000 objects. The parser builds every object of the file in memory, so these limits bound memory and time.
 */
const LIMITS = {
  objects: 40_000,
  /** Elements of the structure tree, which never prints: the parser reads and drops them. */
  structure: 120_000,
  /** Numbers, names, strings and keywords outside streams: about 100 bytes of memory each. */
  tokens: 3_000_000,
  /** Nesting depth of arrays and dictionaries: the parser is recursive. */
  nesting: 1_000,
  /** Beginnings of strings and streams that may never end: the parser reads each to the end of the file. */
  leftOpen: 100,
  /** Numbers beyond the range of readers; the parser logs a line for each. */
  hugeNumbers: 100,
  /** Total inflated size of object streams and cross-reference streams. */
  inflatedBytes: 48 * MEGABYTE,
};

const HEADER_WITHIN_BYTES = 1024;

interface Tally {
  /** Without `structure`. */
  objects: number;
  structure: number;
  tokens: number;
  hugeNumbers: number;
  inflated: Budget;
}

/**
 * Reads the raw bytes once and refuses what would exhaust the parser: object floods, deep nesting, object-stream bombs.
 * It errs on the strict side where a parser would recover from damage in its own way.
 * @throws PdfRefused `document_invalid`
 */
export function passGate(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!/%PDF-\d\.\d/.test(file.toString('latin1', 0, HEADER_WITHIN_BYTES)))
    throw invalidPdf({ reason: 'not_pdf' }, 'no PDF header');
  const tally: Tally = {
    objects: 0,
    structure: 0,
    tokens: 0,
    hugeNumbers: 0,
    inflated: budgetOf(LIMITS.inflatedBytes),
  };
  // Encrypted data inflate to nothing.
  const isPlain = !file.includes('/Encrypt');
  scan(file, tally, (dictionary, data) => {
    if (weighObjectStream(dictionary, data, tally) !== 'whole' && isPlain)
      throw invalidPdf({ reason: 'damaged' }, 'an object stream is damaged');
  });
}

/** In characters of an object stream's dictionary: a longer text would be searched repeatedly. */
const LONGEST_DICTIONARY = 65_536;

/**
 * The parser inflates object streams and cross-reference streams by itself; all other streams stay compressed.
 * @returns how its data end
 */
function weighObjectStream(dictionary: string, data: Buffer, tally: Tally): InflatedEnd {
  const names = dictionary.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  // A /Type that is not a plain name may be a reference to one of the two.
  if (!/\/(ObjStm|XRef)\b/.test(names) && !/\/Type\b(?!\s*\/)/.test(names)) return 'whole';
  if (dictionary.length > LONGEST_DICTIONARY)
    throw invalidPdf({ reason: 'damaged' }, 'object stream with an unusual dictionary');
  const filter = /\/Filter\b\s*(\[[^\]]*\]|\/[^\s/<>[\]()]+|[^/[\s]+)/.exec(names)?.[1];
  if (filter && !/^\[?\s*\/(FlateDecode|Fl)\s*\]?$/.test(filter))
    throw invalidPdf({ reason: 'damaged' }, 'object stream with an unusual filter');
  const { bytes: content, end } = filter ? inflate(data, tally.inflated) : { bytes: data, end: 'whole' as const };
  tally.inflated.remaining -= content.length;
  const count = Number(/\/N\s+(\d+)/.exec(names)?.[1] ?? 0);
  if (/\/XRef\b/.test(names)) {
    countObjects(tally, count);
    return end;
  }
  const elements = Math.min(occurrences(content, STRUCTURE_ELEMENT), count);
  countObjects(tally, count - elements);
  countStructure(tally, elements);
  scan(content, tally, () => undefined);
  return end;
}

const STRUCTURE_ELEMENT = '/StructElem';

function occurrences(content: Buffer, text: string): number {
  let count = 0;
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) count++;
  return count;
}

const [PAREN_OPEN, PAREN_CLOSE, LESS, GREATER, BRACKET_OPEN, BRACKET_CLOSE] = [0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d];
const [SLASH, PERCENT, BACKSLASH, CARRIAGE_RETURN, LINE_FEED] = [0x2f, 0x25, 0x5c, 0x0d, 0x0a];

function scan(file: Buffer, tally: Tally, onStream: (dictionary: string, data: Buffer) => void): void {
  const end = file.length;
  let depth = 0;
  let dictionaryStart = 0;
  // Strings and streams without an end would each cause a search to the end of the file.
  let stringsClose = true;
  let streamsClose = true;
  let leftOpen = 0;
  // Whether the object that is being read has not been counted yet as an element of the structure tree.
  let isPlain = false;

  for (let at = 0; at < end;) {
    const byte = file[at]!;
    if (KIND[byte] === WHITE_SPACE) {
      at++;
    } else if (byte === PERCENT) {
      at = lineEnd(file, at);
    } else if (byte === PAREN_OPEN) {
      const close: number = stringsClose ? stringEnd(file, at) : -1;
      stringsClose = close >= 0;
      at = stringsClose ? close : at + 1;
      countToken(tally);
      if (!stringsClose && ++leftOpen > LIMITS.leftOpen)
        throw invalidPdf({ reason: 'damaged' }, 'strings without an end');
    } else if (byte === BRACKET_OPEN || (byte === LESS && file[at + 1] === LESS)) {
      if (depth === 0) dictionaryStart = at;
      if (++depth > LIMITS.nesting) throw tooComplex('nesting', LIMITS.nesting);
      at += byte === LESS ? 2 : 1;
      countToken(tally);
    } else if (byte === BRACKET_CLOSE || (byte === GREATER && file[at + 1] === GREATER)) {
      depth = Math.max(depth - 1, 0);
      at += byte === GREATER ? 2 : 1;
    } else if (byte === LESS) {
      const close = file.indexOf(GREATER, at);
      at = (close < 0 ? at : close) + 1;
      countToken(tally);
      if (close < 0 && ++leftOpen > LIMITS.leftOpen) throw invalidPdf({ reason: 'damaged' }, 'strings without an end');
    } else if (KIND[byte] === DELIMITER && byte !== SLASH) {
      at++;
    } else {
      const start = at++;
      while (at < end && KIND[file[at]!] === REGULAR) at++;
      countToken(tally);
      if (at - start > LONGEST_SAFE_NUMBER && isNumeric(byte)) weighNumber(file.toString('latin1', start, at), tally);
      const keyword = byte === SLASH || isNumeric(byte) ? '' : file.toString('latin1', start, Math.min(at, start + 12));
      if (at - start >= 3 && endsObjectKeyword(file, start, at)) {
        countObjects(tally, 1);
        isPlain = true;
        depth = 0;
      } else if (
        isPlain &&
        byte === SLASH &&
        at - start === STRUCTURE_ELEMENT.length &&
        isStructureElement(file, start)
      ) {
        isPlain = false;
        countObjects(tally, -1);
        countStructure(tally, 1);
      } else if (keyword === 'endobj') {
        depth = 0;
      } else if (keyword.startsWith('stream') && depth === 0) {
        const dataStart = afterLineBreak(file, start + 6);
        const dataEnd: number = streamsClose ? file.indexOf('endstream', dataStart) : -1;
        streamsClose = dataEnd >= 0;
        if (!streamsClose && ++leftOpen > LIMITS.leftOpen)
          throw invalidPdf({ reason: 'damaged' }, 'streams without an end');
        if (!streamsClose) continue;
        onStream(file.toString('latin1', dictionaryStart, start), file.subarray(dataStart, dataEnd));
        at = dictionaryStart = dataEnd + 'endstream'.length;
      }
    }
  }
}

function countToken(tally: Tally): void {
  if (++tally.tokens > LIMITS.tokens) throw tooComplex('values', LIMITS.tokens);
}

/** In digits: any number this short is below 2^53. */
const LONGEST_SAFE_NUMBER = 15;

function weighNumber(digits: string, tally: Tally): void {
  if (Number.parseFloat(digits) <= Number.MAX_SAFE_INTEGER) return;
  if (++tally.hugeNumbers > LIMITS.hugeNumbers) throw tooComplex('huge_numbers', LIMITS.hugeNumbers);
}

function countObjects(tally: Tally, count: number): void {
  tally.objects += count;
  if (tally.objects > LIMITS.objects) throw tooComplex('objects', LIMITS.objects);
}

function countStructure(tally: Tally, count: number): void {
  tally.structure += count;
  if (tally.structure > LIMITS.structure) throw tooComplex('structure', LIMITS.structure);
}

const isStructureElement = (file: Buffer, at: number) =>
  file.toString('latin1', at, at + STRUCTURE_ELEMENT.length) === STRUCTURE_ELEMENT;

const isNumeric = (byte: number) => (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e;

/** `obj`, also glued to the number before it (`0obj`), as the parser accepts it; not `endobj`. */
function endsObjectKeyword(file: Buffer, start: number, end: number): boolean {
  if (file[end - 1] !== 0x6a || file[end - 2] !== 0x62 || file[end - 3] !== 0x6f) return false;
  return end - start === 3 || isNumeric(file[end - 4]!);
}

function lineEnd(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== LINE_FEED && file[at] !== CARRIAGE_RETURN) at++;
  return at;
}

function afterLineBreak(file: Buffer, at: number): number {
  if (file[at] === CARRIAGE_RETURN) return file[at + 1] === LINE_FEED ? at + 2 : at + 1;
  return file[at] === LINE_FEED ? at + 1 : at;
}

/** Offset after the closing parenthesis, or -1. */
function stringEnd(file: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < file.length; at++) {
    const byte = file[at];
    if (byte === BACKSLASH) at++;
    else if (byte === PAREN_OPEN) depth++;
    else if (byte === PAREN_CLOSE && --depth === 0) return at + 1;
  }
  return -1;
}
