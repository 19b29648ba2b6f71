import { type Budget, spend } from '../base/budgets.ts';
import { tooComplex } from '../base/refusal.ts';
import { type Operand, operations } from '../file/lexer.ts';

/** A character map of the file (ISO 32000-1, 9.7.5 and 9.10.3). */
export interface CMap {
  /** Code length in bytes, by the first byte of the code; 0 when no code begins with the byte. */
  codeLength: Uint8Array;
  /** Code → text, of a ToUnicode map. */
  texts: CodeTable<string>;
  /** Code → character identifier, of an encoding. */
  identifiers: CodeTable<number>;
}

/** Ranges of one table of which some overlap: each is tried for every code that a document draws. No program writes them. */
const MOST_OVERLAPPING = 200;

interface Range<Value> {
  first: number;
  last: number;
  /** Its place among all entries of the table. */
  order: number;
  valueOf: (code: number) => Value;
}

/** What codes mean; of several meanings the last counts. A range costs as much as one code: some programs map all 65,536. */
export class CodeTable<Value> {
  readonly #listed = new Map<number, { value: Value; order: number }>();
  readonly #ranges: Range<Value>[] = [];
  #order = 0;
  /** The ranges by their codes, or undefined when some overlap; made at the first question. */
  #sorted: { disjoint: readonly Range<Value>[] | undefined } | undefined;

  get(code: number): Value | undefined {
    const [listed, range] = [this.#listed.get(code), this.#rangeOf(code)];
    return range && range.order > (listed?.order ?? -1) ? range.valueOf(code) : listed?.value;
  }

  set(code: number, value: Value): void {
    this.#listed.set(code, { value, order: this.#order++ });
  }

  setRange(first: number, last: number, valueOf: (code: number) => Value): void {
    if (first > last) return;
    this.#ranges.push({ first, last, order: this.#order++, valueOf });
    this.#sorted = undefined;
  }

  #rangeOf(code: number): Range<Value> | undefined {
    this.#sorted ??= { disjoint: disjoint(this.#ranges) };
    const holds = ({ first, last }: Range<Value>) => first <= code && code <= last;
    const sorted = this.#sorted.disjoint;
    if (!sorted) return this.#ranges.findLast(holds);
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.last < code) low = middle + 1;
      else high = middle;
    }
    const found = sorted[low];
    return found && holds(found) ? found : undefined;
  }
}

/** @throws PdfRefused when many ranges overlap */
function disjoint<Value>(ranges: readonly Range<Value>[]): readonly Range<Value>[] | undefined {
  const sorted = ranges.toSorted((one, other) => one.first - other.first);
  if (sorted.every(({ first }, index) => index === 0 || first > sorted[index - 1]!.last)) return sorted;
  if (ranges.length > MOST_OVERLAPPING) throw tooComplex('font_entries', MOST_OVERLAPPING);
  return undefined;
}

/** @throws PdfRefused when the maps of the file hold more than any font needs. */
export function readCMap(bytes: Uint8Array, budget: Budget): CMap {
  const map: CMap = { codeLength: new Uint8Array(256), texts: new CodeTable(), identifiers: new CodeTable() };
  for (const { operator, operands } of operations(bytes)) SECTIONS.get(operator)?.(map, operands, budget);
  return map;
}

const SECTIONS: ReadonlyMap<string, (map: CMap, operands: Operand[], budget: Budget) => void> = new Map(
  Object.entries<(map: CMap, operands: Operand[], budget: Budget) => void>({
    endcodespacerange: (map, operands) => {
      for (const [low, high] of groups(operands, 2)) {
        if (!isCode(low) || !isCode(high)) continue;
        for (let byte = low[0] ?? 1; byte <= (high[0] ?? 0); byte++) map.codeLength[byte] = low.length;
      }
    },
    endbfchar: (map, operands, budget) => {
      spendEntries(budget, operands.length / 2);
      for (const [code, text] of groups(operands, 2)) {
        if (isCode(code) && text instanceof Uint8Array) map.texts.set(codeOf(code), utf16(text));
      }
    },
    endbfrange: (map, operands, budget) => {
      for (const [low, high, target] of groups(operands, 3)) {
        if (isCode(low) && isCode(high)) setTexts(map.texts, codeOf(low), codeOf(high), target, budget);
      }
    },
    endcidchar: (map, operands, budget) => {
      spendEntries(budget, operands.length / 2);
      for (const [code, cid] of groups(operands, 2)) {
        if (isCode(code) && typeof cid === 'number') map.identifiers.set(codeOf(code), cid);
      }
    },
    endcidrange: (map, operands, budget) => {
      for (const [low, high, cid] of groups(operands, 3)) {
        if (!isCode(low) || !isCode(high) || typeof cid !== 'number') continue;
        const first = codeOf(low);
        spendEntries(budget, 1);
        map.identifiers.setRange(first, codeOf(high), (code) => cid + code - first);
      }
    },
  }),
);

/** The target is the text of the first code, whose last unit counts up, or a list of texts. */
function setTexts(
  texts: CodeTable<string>,
  first: number,
  last: number,
  target: Operand | undefined,
  budget: Budget,
): void {
  if (Array.isArray(target)) {
    spendEntries(budget, target.length);
    for (const [index, text] of target.slice(0, Math.max(last - first + 1, 0)).entries())
      if (text instanceof Uint8Array) texts.set(first + index, utf16(text));
  } else if (target instanceof Uint8Array) {
    const start = utf16(target);
    const [head, unit] = [start.slice(0, -1), start.charCodeAt(start.length - 1)];
    spendEntries(budget, 1);
    texts.setRange(first, last, (code) => head + String.fromCharCode(unit + code - first));
  }
}

/** @throws PdfRefused when the fonts of the file have larger tables than those of a letter. */
export const spendEntries = (budget: Budget, entries: number): void =>
  spend(budget, Math.max(entries, 0), 'font_entries');

function* groups(operands: readonly Operand[], size: number): Generator<Operand[]> {
  for (let at = 0; at + size <= operands.length; at += size) yield operands.slice(at, at + size);
}

/** In bytes (ISO 32000-1, 9.7.6.2). Past 2^53 numbers no longer count up by one, and a range would never end. */
const LONGEST_CODE = 4;

const isCode = (operand: Operand | undefined): operand is Uint8Array =>
  operand instanceof Uint8Array && operand.length <= LONGEST_CODE;

const codeOf = (bytes: Uint8Array) => bytes.reduce((code, byte) => code * 256 + byte, 0);

function utf16(bytes: Uint8Array): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0]!);
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}
