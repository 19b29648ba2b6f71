import { type Budget, spend } from './budgets.ts';
import { type Operand, operations } from './lexer.ts';

/** A character map of the file (ISO 32000-1, 9.7.5 and 9.10.3). */
export interface CMap {
  /** Code length in bytes, by the first byte of the code; 0 when no code begins with the byte. */
  codeLength: Uint8Array;
  /** Code → text, of a ToUnicode map. */
  texts: Map<number, string>;
  /** Code → character identifier, of an encoding. */
  identifiers: Map<number, number>;
}

/** @throws PdfRefused when the maps of the file hold more than any font needs. */
export function readCMap(bytes: Uint8Array, budget: Budget): CMap {
  const map: CMap = { codeLength: new Uint8Array(256), texts: new Map(), identifiers: new Map() };
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
        if (isCode(low) && isCode(high)) setRange(map.texts, codeOf(low), codeOf(high), target, budget);
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
        const [first, last] = [codeOf(low), codeOf(high)];
        spendEntries(budget, last - first + 1);
        for (let code = first; code <= last; code++) map.identifiers.set(code, cid + code - first);
      }
    },
  }),
);

/** The target is the text of the first code, whose last unit counts up, or a list of texts. */
function setRange(
  texts: Map<number, string>,
  first: number,
  last: number,
  target: Operand | undefined,
  budget: Budget,
): void {
  spendEntries(budget, last - first + 1);
  for (let code = first; code <= last; code++) {
    const text = Array.isArray(target) ? target[code - first] : target;
    if (!(text instanceof Uint8Array)) continue;
    const start = utf16(text);
    const end = start.charCodeAt(start.length - 1) + code - first;
    texts.set(code, Array.isArray(target) ? start : start.slice(0, -1) + String.fromCharCode(end));
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
