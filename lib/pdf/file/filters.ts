import type { PDFDict } from 'pdf-lib';
import { PDFArray, PDFBool, type PDFContext, PDFName, type PDFObject, type PDFRawStream } from 'pdf-lib';
import { type Budget, tooManyBytes } from '../base/budgets.ts';
import { invalidPdf, tooComplex } from '../base/refusal.ts';
import { inflate, type InflatedEnd, measureInflated } from './inflate.ts';
import { asDict, entry, numberEntry, resolve } from './objects.ts';

/** Parameters of filters, with their defaults. */
export interface Parameters {
  predictor: number;
  colors: number;
  bitsPerComponent: number;
  columns: number;
  earlyChange: number;
  /** Facsimile: negative for group 4. */
  k: number;
  /** Facsimile: whether the data end with an end-of-block mark. */
  hasEndOfBlock: boolean;
}
/**
 * An irregular end of data: without the end mark of the filter, which some writers omit; in the middle of an element; or with
 * proof that they are not the data that were written.
 */
export type IrregularEnd = 'unmarked' | Exclude<InflatedEnd, 'whole'>;
type OnOddEnd = (end: IrregularEnd) => void;
type Filter = (data: Uint8Array, budget: Budget, parameters: Parameters, onOddEnd: OnOddEnd) => Uint8Array;

/** The filters of text, fonts and CMaps (ISO 32000-1, 7.4), under their long and short names. Picture filters are not decoded. */
const FILTERS: ReadonlyMap<string, Filter> = new Map(
  Object.entries<Filter>({
    FlateDecode: (data, budget, parameters, onOddEnd) => {
      const { bytes, end } = inflate(data, budget);
      if (end !== 'whole') onOddEnd(end);
      return unpredict(bytes, parameters);
    },
    LZWDecode: (data, budget, parameters, onOddEnd) =>
      unpredict(expandLzw(data, budget, parameters.earlyChange, onOddEnd), parameters),
    ASCII85Decode: (data, budget, _, onOddEnd) => decodeAscii85(data, budget, onOddEnd),
    ASCIIHexDecode: (data, budget, _, onOddEnd) => decodeAsciiHex(data, budget, onOddEnd),
    RunLengthDecode: (data, budget, _, onOddEnd) => expandRuns(data, budget, onOddEnd),
  }),
);
const SHORT_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    Fl: 'FlateDecode',
    LZW: 'LZWDecode',
    A85: 'ASCII85Decode',
    AHx: 'ASCIIHexDecode',
    RL: 'RunLengthDecode',
    CCF: 'CCITTFaxDecode',
    DCT: 'DCTDecode',
  }),
);
const LONGEST_FILTER_CHAIN = 4;
/** Fixed cost of decoding a stream, beside its bytes: a page may refer to an empty stream a million times. */
const BYTES_PER_STREAM = 4096;

/** One filter of a stream. */
interface Step {
  /** Its long name. */
  name: string;
  parameters: Parameters;
}

/** @throws PdfRefused if there are more filters than any writer uses */
function stepsOf(context: PDFContext, dict: PDFDict): Step[] {
  const names = listEntry(context, dict, 'Filter');
  const parameters = listEntry(context, dict, 'DecodeParms');
  if (names.length > LONGEST_FILTER_CHAIN) throw tooComplex('filters', LONGEST_FILTER_CHAIN);
  return names.map((name, index) => {
    const key = name instanceof PDFName ? name.decodeText() : '';
    return { name: SHORT_NAMES.get(key) ?? key, parameters: readParameters(context, asDict(parameters[index])) };
  });
}

/**
 * The decoded bytes of a stream, or undefined when one of its filters is for pictures or unknown. Damaged data are
 * decoded as far as possible.
 * @param onOddEnd called when the data are damaged, or do not end as their filter says
 * @throws PdfRefused when the budget does not suffice.
 */
export const decodeStream = (
  context: PDFContext,
  stream: PDFRawStream,
  budget: Budget,
  onOddEnd: OnOddEnd = () => undefined,
): Uint8Array | undefined => decoded(stream.contents, stepsOf(context, stream.dict), budget, onOddEnd);

function decoded(data: Uint8Array, steps: readonly Step[], budget: Budget, onOddEnd: OnOddEnd): Uint8Array | undefined {
  if (budget.remaining < BYTES_PER_STREAM) throw tooManyBytes(budget);
  budget.remaining -= BYTES_PER_STREAM;
  let result = data;
  for (const { name, parameters } of steps) {
    const filter = FILTERS.get(name);
    if (!filter) return undefined;
    result = filter(result, budget, parameters, onOddEnd);
    budget.remaining -= result.length;
    if (budget.remaining < 0) throw tooManyBytes(budget);
  }
  return result;
}

/** The data of a picture, decoded by all filters but the last. */
export interface EncodedPicture {
  data: Uint8Array;
  /** The long name of that filter; empty when there is none. */
  filter: string;
  parameters: Parameters;
  /** Decodes that filter without its predictor; undefined for a picture filter. */
  decode: () => Uint8Array | undefined;
}

/**
 * The data of a picture; undefined if a picture filter is not the last one.
 * @throws PdfRefused when the budget does not suffice
 */
export function encodedPicture(context: PDFContext, stream: PDFRawStream, budget: Budget): EncodedPicture | undefined {
  const steps = stepsOf(context, stream.dict);
  const last = steps.pop();
  const { name: filter, parameters } = last ?? { name: '', parameters: readParameters(context, undefined) };
  const ignore = () => undefined;
  const data = decoded(stream.contents, steps, budget, ignore);
  if (!data) return undefined;
  const unpredicted = { name: filter, parameters: { ...parameters, predictor: 1 } };
  return { data, filter, parameters, decode: () => decoded(data, [unpredicted], budget, ignore) };
}

/** How the compressed data of a stream end. */
export interface Measured {
  end: InflatedEnd;
  /** Of all its data decoded, before their predictor; undefined when more filters follow. */
  length: number | undefined;
}

/**
 * Inflates the data of a stream without keeping them. Undefined for a stream that is not deflated, or when the budget, which
 * this spends, does not suffice.
 * @throws PdfRefused when the budget does not suffice for the filters before that
 */
export async function measureStream(
  context: PDFContext,
  stream: PDFRawStream,
  budget: Budget,
): Promise<Measured | undefined> {
  const steps = stepsOf(context, stream.dict);
  const first = steps.findIndex(({ name }) => name === 'FlateDecode');
  if (first < 0) return undefined;
  const data = decoded(stream.contents, steps.slice(0, first), budget, () => undefined);
  const measured = data && (await measureInflated(data, budget));
  return measured && { end: measured.end, length: first === steps.length - 1 ? measured.length : undefined };
}

/** The length of rows with the byte that a PNG predictor adds to each. */
export function withPredictors(bytes: number, { predictor, colors, bitsPerComponent, columns }: Parameters): number {
  if (predictor < FIRST_PNG_PREDICTOR) return bytes;
  return bytes + Math.floor(bytes / Math.max(bytesOfRow(colors * bitsPerComponent * columns), 1));
}

const FIRST_PNG_PREDICTOR = 10;

/** Rows begin at whole bytes. */
export const bytesOfRow = (bits: number): number => Math.ceil(bits / 8);

/** An entry that is either one object or an array of them. */
function listEntry(context: PDFContext, dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const value = entry(context, dict, key);
  if (value instanceof PDFArray) return value.asArray().map((element) => resolve(context, element));
  return value ? [value] : [];
}

function readParameters(context: PDFContext, dict: PDFDict | undefined): Parameters {
  const read = (key: string, fallback: number) => (dict && numberEntry(context, dict, key)) ?? fallback;
  return {
    predictor: read('Predictor', 1),
    colors: read('Colors', 1),
    bitsPerComponent: read('BitsPerComponent', 8),
    columns: read('Columns', 1),
    earlyChange: read('EarlyChange', 1),
    k: read('K', 0),
    hasEndOfBlock: !dict || entry(context, dict, 'EndOfBlock') !== PDFBool.False,
  };
}

/** Undoes the PNG and TIFF predictors (ISO 32000-1, 7.4.4.4). Rows that lack bytes at the end are left out. */
function unpredict(data: Uint8Array, { predictor, colors, bitsPerComponent, columns }: Parameters): Uint8Array {
  if (predictor < 2) return data;
  const pixelBytes = Math.max(1, Math.ceil((colors * bitsPerComponent) / 8));
  const rowBytes = bytesOfRow(colors * bitsPerComponent * columns);
  if (!(rowBytes >= 1)) throw invalidPdf({ reason: 'damaged' }, 'predictor without columns');
  return predictor === 2 ? undoTiff(data, rowBytes, pixelBytes) : undoPng(data, rowBytes, pixelBytes);
}

/** Only whole-byte samples: others do not occur outside pictures. */
function undoTiff(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const result = Uint8Array.from(data);
  for (let at = 0; at < result.length; at++) {
    if (at % rowBytes >= pixelBytes) result[at] = result[at]! + result[at - pixelBytes]!;
  }
  return result;
}

function undoPng(data: Uint8Array, rowBytes: number, pixelBytes: number): Uint8Array {
  const rows = Math.floor(data.length / (rowBytes + 1));
  const result = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const source = row * (rowBytes + 1);
    const target = row * rowBytes;
    const type = data[source]!;
    for (let column = 0; column < rowBytes; column++) {
      const left = column < pixelBytes ? 0 : result[target + column - pixelBytes]!;
      const up = row === 0 ? 0 : result[target + column - rowBytes]!;
      const upLeft = row === 0 || column < pixelBytes ? 0 : result[target + column - rowBytes - pixelBytes]!;
      result[target + column] = data[source + 1 + column]! + predicted(type, left, up, upLeft);
    }
  }
  return result;
}

function predicted(type: number, left: number, up: number, upLeft: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  return type === 4 ? paeth(left, up, upLeft) : 0;
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** A growing byte array with an upper bound. */
class Output {
  #bytes = new Uint8Array(1024);
  #length = 0;
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  push(bytes: ArrayLike<number>): void {
    const length = this.#length + bytes.length;
    if (length > this.#budget.remaining) throw tooManyBytes(this.#budget);
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(2 * length);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
  }

  result(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}

const [CLEAR_TABLE, END_OF_DATA, TABLE_SIZE] = [256, 257, 4096];

function expandLzw(data: Uint8Array, budget: Budget, earlyChange: number, onOddEnd: OnOddEnd): Uint8Array {
  const output = new Output(budget);
  const singles = Array.from({ length: 258 }, (_, code) => (code < 256 ? Uint8Array.of(code) : new Uint8Array(0)));
  let table = singles.slice();
  let previous: Uint8Array | undefined;
  let [bits, bitCount, width] = [0, 0, 9];
  for (const byte of data) {
    bits = (bits << 8) | byte;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    const code = (bits >> bitCount) & ((1 << width) - 1);
    bits &= (1 << bitCount) - 1;
    if (code === END_OF_DATA) return output.result();
    if (code === CLEAR_TABLE) {
      [table, previous, width] = [singles.slice(), undefined, 9];
      continue;
    }
    const known = table[code] ?? (previous && Uint8Array.of(...previous, previous[0]!));
    if (!known) {
      onOddEnd('cut');
      return output.result();
    }
    output.push(known);
    if (previous && table.length < TABLE_SIZE) table.push(Uint8Array.of(...previous, known[0]!));
    previous = known;
    const size = table.length + earlyChange;
    width = size >= 2048 ? 12 : size >= 1024 ? 11 : size >= 512 ? 10 : 9;
  }
  onOddEnd('unmarked');
  return output.result();
}

const TILDE = 0x7e;

function decodeAscii85(data: Uint8Array, budget: Budget, onOddEnd: OnOddEnd): Uint8Array {
  if (!data.includes(TILDE)) onOddEnd('unmarked');
  const output = new Output(budget);
  let group: number[] = [];
  for (const byte of data) {
    if (byte === TILDE) break;
    if (byte === 0x7a && group.length === 0) output.push([0, 0, 0, 0]);
    if (byte < 0x21 || byte > 0x75) continue;
    group.push(byte - 0x21);
    if (group.length < 5) continue;
    output.push(base85Bytes(group));
    group = [];
  }
  if (group.length > 1) output.push(base85Bytes([...group, 84, 84, 84, 84].slice(0, 5)).slice(0, group.length - 1));
  return output.result();
}

function base85Bytes(group: number[]): number[] {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
  return [value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map((part) => Math.floor(part) & 255);
}

function decodeAsciiHex(data: Uint8Array, budget: Budget, onOddEnd: OnOddEnd): Uint8Array {
  if (data.length > 2 * budget.remaining) throw tooManyBytes(budget);
  const end = data.indexOf(0x3e);
  if (end < 0) onOddEnd('unmarked');
  const text = Buffer.from(data.subarray(0, end < 0 ? data.length : end)).toString('latin1');
  const digits = text.replace(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
}

function expandRuns(data: Uint8Array, budget: Budget, onOddEnd: OnOddEnd): Uint8Array {
  const output = new Output(budget);
  let at = 0;
  while (at < data.length && data[at] !== 128) {
    const length = data[at]!;
    if (length < 128) output.push(data.subarray(at + 1, at + 2 + length));
    else output.push(new Uint8Array(257 - length).fill(data[at + 1] ?? 0));
    at += length < 128 ? length + 2 : 2;
  }
  if (at >= data.length) onOddEnd(at > data.length ? 'cut' : 'unmarked');
  return output.result();
}
