import { unreadable } from './domain/problems.ts';

/** The deepest documented body has four levels; much deeper ones only exhaust a stack. */
const MAX_DEPTH = 32;
/** The largest documented body has about 300 values; the violations of a million would fill a function's memory. */
const MAX_VALUES = 10_000;
/** Maximum characters of a name that a message shows. */
const LONGEST_NAME = 60;

/**
 * JSON of RFC 8259 that every reader understands alike (I-JSON, RFC 7493): no repeated names in an object, no half of a
 * surrogate pair in a string. Depth and number of values are limited (RFC 8259 §9).
 * @param maxValues more than a body may have, for a file that is validated part by part
 * @throws Problem invalid_json
 */
export function parseStrictJson(text: string, maxValues = MAX_VALUES): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable({ reason: 'syntax' }, cause);
  }
  inspect(text, maxValues);
  return value;
}

/** Scans valid JSON text: a string before a colon is a name, and brackets outside strings nest. */
function inspect(text: string, maxValues: number): void {
  const open: Set<string>[] = [];
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') {
      open.push(new Set());
      if (open.length > MAX_DEPTH) throw unreadable({ reason: 'too_deep', maximum: MAX_DEPTH });
    } else if (character === ',') {
      // The first value of each bracket is not counted: depth limits those.
      if (++values > maxValues) throw unreadable({ reason: 'too_many_values', maximum: maxValues });
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = closingQuote(text, at);
      const string = decode(text.slice(at, end + 1));
      if (!string.isWellFormed()) throw unreadable({ reason: 'half_character' });
      if (isBeforeColon(text, end + 1)) claimName(open.at(-1)!, string);
      at = end;
    }
  }
}

function claimName(names: Set<string>, name: string): void {
  if (names.has(name)) throw unreadable({ reason: 'repeated_name', name: cut(name) });
  names.add(name);
}

/** The message quotes the name. */
function cut(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}

function decode(literal: string): string {
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

/** A quote ends the string unless an odd number of backslashes precedes it. */
function closingQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === '\\') before--;
    if ((at - before) % 2 === 0) return at;
  }
}

function isBeforeColon(text: string, at: number): boolean {
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at] === ':';
}
