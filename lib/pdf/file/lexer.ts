import { tooComplex } from '../base/refusal.ts';

/** A name, as a class to distinguish it from keywords and strings. */
export class Name {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/** Strings are their bytes; dictionaries keep only the values under plain names; anything else is a keyword. */
export type Operand = number | Name | Uint8Array | string | Operand[] | Map<string, Operand>;

/** An operator of a content stream with its operands, and their positions. */
export interface Operation {
  operator: string;
  operands: Operand[];
  /** Byte range from the first operand to the end of the operator. */
  start: number;
  end: number;
}

const LIMITS = { operations: 2_000_000, stringBytes: 65_536, operands: 20_000, nesting: 64 };

const [LINE_FEED, CARRIAGE_RETURN, SLASH, PERCENT, BACKSLASH] = [0x0a, 0x0d, 0x2f, 0x25, 0x5c];
const [PAREN_OPEN, PAREN_CLOSE, LESS, GREATER, BRACKET_OPEN, BRACKET_CLOSE] = [0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d];

/** The kinds of characters outside of strings and streams (ISO 32000-1, 7.2.2). */
export const [REGULAR, WHITE_SPACE, DELIMITER] = [0, 1, 2];
/** The kind of every byte: a table, since each byte of a file and of a page is looked up. */
export const KIND = new Uint8Array(256).fill(REGULAR);
for (const character of '\0\t\n\f\r ') KIND[character.charCodeAt(0)] = WHITE_SPACE;
for (const character of '()<>[]{}/%') KIND[character.charCodeAt(0)] = DELIMITER;

const [ZERO, NINE, MINUS, POINT] = [0x30, 0x39, 0x2d, 0x2e];
/** Below 2^53. */
const MOST_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power);

const END = Symbol('end');
const CLOSE_ARRAY = Symbol('close array');
const CLOSE_DICTIONARY = Symbol('close dictionary');

/**
 * The operations of a content stream, or of a CMap, whose syntax is the same. Damage is skipped as viewers do.
 * @throws PdfRefused when the stream exceeds what a page of a letter can need.
 */
export function* operations(bytes: Uint8Array): Generator<Operation> {
  const lexer = new Lexer(bytes);
  for (let count = 0; ; count++) {
    if (count > LIMITS.operations) throw tooComplex('operators', LIMITS.operations);
    const operation = lexer.operation();
    if (!operation) return;
    yield operation;
  }
}

/** Whether a content stream ends within a string, an array, a dictionary or a picture, or with operands of no operator. */
export function isCutOff(bytes: Uint8Array): boolean {
  const lexer = new Lexer(bytes);
  for (let count = 0; count <= LIMITS.operations; count++) if (!lexer.operation()) return lexer.isCutOff;
  throw tooComplex('operators', LIMITS.operations);
}

/** All operators of content (ISO 32000-1, annex A). */
const OPERATORS =
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ' +
  'ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "';
const ENDS_WITH_OPERATOR = new RegExp(
  `(?:^|[\\0\\s()<>[\\]{}])(?:${OPERATORS.replaceAll('*', '\\*').replaceAll(' ', '|')})[\\0\\s]*$`,
);
const LONGEST_END = 32;

/**
 * Whether a content stream may be cut off: it does not end with an operator. Checking the end takes no time, but misses a
 * stream that ends within a string after a word that looks like an operator.
 */
export function mayBeCutOff(bytes: Uint8Array): boolean {
  const end = Buffer.from(bytes.subarray(-LONGEST_END)).toString('latin1');
  return bytes.length > 0 && !ENDS_WITH_OPERATOR.test(end);
}

class Lexer {
  readonly #bytes: Uint8Array;
  #at = 0;
  isCutOff = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  operation(): Operation | undefined {
    const operands: Operand[] = [];
    let start = -1;
    for (;;) {
      this.#skipSpace();
      const from = this.#at;
      const token = this.#token(0);
      if (token === END) {
        this.isCutOff ||= operands.length > 0;
        return undefined;
      }
      if (typeof token === 'symbol') continue;
      if (start < 0) start = from;
      if (typeof token === 'string') {
        if (token === 'ID') this.#skipInlineImage();
        return { operator: token, operands, start, end: this.#at };
      }
      if (operands.push(token) > LIMITS.operands) throw tooComplex('operands', LIMITS.operands);
    }
  }

  #token(depth: number): Operand | symbol {
    this.#skipSpace();
    const bytes = this.#bytes;
    const byte = bytes[this.#at];
    if (byte === undefined) return END;
    if (depth > LIMITS.nesting) throw tooComplex('nesting', LIMITS.nesting);
    if (byte === PAREN_OPEN) return this.#literalString();
    if (byte === SLASH) return this.#name();
    if (byte === BRACKET_OPEN) return this.#array(depth);
    if (byte === LESS) return bytes[this.#at + 1] === LESS ? this.#dictionary(depth) : this.#hexString();
    if (byte === BRACKET_CLOSE || byte === GREATER || KIND[byte] === DELIMITER) return this.#closing(byte);
    return this.#numberOrKeyword();
  }

  #closing(byte: number): symbol {
    const double = byte === GREATER && this.#bytes[this.#at + 1] === GREATER;
    this.#at += double ? 2 : 1;
    return double ? CLOSE_DICTIONARY : CLOSE_ARRAY;
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    for (; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at]!;
      if (byte === PERCENT) {
        while (this.#at < bytes.length && bytes[this.#at] !== LINE_FEED && bytes[this.#at] !== CARRIAGE_RETURN)
          this.#at++;
      } else if (KIND[byte] !== WHITE_SPACE) {
        return;
      }
    }
  }

  #regular(): string {
    const from = this.#at;
    while (this.#at < this.#bytes.length && KIND[this.#bytes[this.#at]!] === REGULAR) this.#at++;
    if (this.#at - from > LIMITS.stringBytes) throw tooComplex('string_bytes', LIMITS.stringBytes);
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + from, this.#at - from).toString('latin1');
  }

  #numberOrKeyword(): number | string {
    const plain = this.#plainNumber();
    if (plain !== undefined) return plain;
    const word = this.#regular();
    const first = word.charCodeAt(0);
    const numeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
    return numeric ? parseNumber(word) : word;
  }

  /**
   * A number in the usual form, digits with an optional point. Converting it through a string would take most of the reading
   * time. Integers and powers of ten with so few digits are exact, so their quotient is the nearest number.
   */
  #plainNumber(): number | undefined {
    const bytes = this.#bytes;
    const sign = bytes[this.#at] === MINUS ? -1 : 1;
    const from = sign < 0 ? this.#at + 1 : this.#at;
    let [at, digits, point] = [from, 0, -1];
    for (; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte >= ZERO && byte <= NINE) digits = 10 * digits + byte - ZERO;
      else if (byte === POINT && point < 0) point = at;
      else if (KIND[byte] === REGULAR) return undefined;
      else break;
    }
    const written = at - from - (point < 0 ? 0 : 1);
    if (written < 1 || written > MOST_DIGITS) return undefined;
    this.#at = at;
    return (sign * digits) / (point < 0 ? 1 : POWERS_OF_TEN[at - point - 1]!);
  }

  #name(): Name {
    this.#at++;
    return new Name(
      this.#regular().replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    );
  }

  #array(depth: number): Operand[] {
    this.#at++;
    const elements: Operand[] = [];
    for (let token = this.#token(depth + 1); token !== CLOSE_ARRAY && token !== END; token = this.#token(depth + 1)) {
      if (typeof token !== 'symbol' && elements.push(token) > LIMITS.operands)
        throw tooComplex('operands', LIMITS.operands);
    }
    this.isCutOff ||= this.#isAtEnd(BRACKET_CLOSE);
    return elements;
  }

  #dictionary(depth: number): Map<string, Operand> {
    this.#at += 2;
    const entries = new Map<string, Operand>();
    let key: string | undefined;
    for (
      let token = this.#token(depth + 1);
      token !== CLOSE_DICTIONARY && token !== END;
      token = this.#token(depth + 1)
    ) {
      if (typeof token === 'symbol') continue;
      if (key === undefined) key = token instanceof Name ? token.value : undefined;
      else {
        entries.set(key, token);
        key = undefined;
      }
    }
    this.isCutOff ||= this.#isAtEnd(GREATER);
    return entries;
  }

  /** Its length is checked before it is decoded: the decoded codes are what costs memory. */
  #literalString(): Uint8Array {
    const bytes = this.#bytes;
    const from = ++this.#at;
    for (let depth = 1; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at];
      if (byte === BACKSLASH) this.#at++;
      else if (byte === PAREN_OPEN) depth++;
      else if (byte === PAREN_CLOSE && --depth === 0) break;
    }
    this.isCutOff ||= this.#at >= bytes.length;
    const to = Math.min(this.#at++, bytes.length);
    if (to - from > LIMITS.stringBytes) throw tooComplex('string_bytes', LIMITS.stringBytes);
    return unescape(bytes.subarray(from, to));
  }

  #hexString(): Uint8Array {
    const from = this.#at + 1;
    const end = this.#bytes.indexOf(GREATER, from);
    this.isCutOff ||= end < 0;
    const to = end < 0 ? this.#bytes.length : end;
    this.#at = to + 1;
    if (to - from > 2 * LIMITS.stringBytes) throw tooComplex('string_bytes', LIMITS.stringBytes);
    const digits = Buffer.from(this.#bytes.subarray(from, to))
      .toString('latin1')
      .replace(/[^0-9A-Fa-f]/g, '');
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
  }

  /** The data of an inline picture end at `EI` between white space; nothing in it is text. */
  #skipInlineImage(): void {
    const bytes = this.#bytes;
    for (let at = this.#at + 1; at < bytes.length - 1; at++) {
      const found = bytes[at] === 0x45 && bytes[at + 1] === 0x49 && KIND[bytes[at - 1]!] === WHITE_SPACE;
      if (found && (at + 2 >= bytes.length || KIND[bytes[at + 2]!] !== REGULAR)) {
        this.#at = at + 2;
        return;
      }
    }
    this.#at = bytes.length;
    this.isCutOff = true;
  }

  /** True when the bytes ended before the closing delimiter. */
  #isAtEnd(closing: number): boolean {
    return this.#at >= this.#bytes.length && this.#bytes.at(-1) !== closing;
  }
}

/** Reads damaged numbers as viewers do: ignores characters after the number, and reads missing digits as zero. */
function parseNumber(word: string): number {
  const value = Number.parseFloat(word.replace(/^([+-])[+-]+/, '$1'));
  return Number.isFinite(value) ? value : 0;
}

const ESCAPES: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c };

function unescape(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(BACKSLASH)) return bytes;
  const result: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== BACKSLASH) {
      result.push(bytes[at]!);
      continue;
    }
    const character = String.fromCharCode(bytes[++at] ?? 0);
    const octal = /^[0-7]{1,3}/.exec(String.fromCharCode(...bytes.subarray(at, at + 3)))?.[0];
    if (octal) {
      result.push(parseInt(octal, 8) & 255);
      at += octal.length - 1;
    } else if (character === '\r') {
      if (bytes[at + 1] === LINE_FEED) at++;
    } else if (character !== '\n') {
      result.push(ESCAPES[character] ?? character.charCodeAt(0));
    }
  }
  return Uint8Array.from(result);
}
