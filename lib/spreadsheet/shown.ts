import { format as formatted, getFormatFromId, isDateFormat, round, tokenize } from 'numfmt';
import type { CellFault } from './cells.ts';

/** A number format: its number, and its code if the workbook has one for it. */
export interface NumberFormat {
  id: number;
  code: string | undefined;
}

/** The text of a cell, or why it is not certain. */
export type Shown = { text: string } | { fault: CellFault };

const LOCALE = { locale: 'pt-BR' } as const;
const GENERAL = /^general$/i;

/** Days from which Excel's calendar is the real one, and the first day that it does not have. */
const FIRST_DAY = 61;
const AFTER_LAST_DAY = 2_958_466;
/** A duration beyond is no duration, and LibreOffice shows none. */
const LONGEST_DAYS = 50_000;
const DAY_SECONDS = 86_400;

/** Formats of dates and amounts that are chosen by number alone, and depend on the computer's settings. */
const SHORT_DATES = [15, 16];
const AMOUNTS = [5, 6, 7, 8, 37, 38, 39, 40, 41, 42, 43, 44];

/** Kinds of pieces (`tokenize` of numfmt) whose text Excel, LibreOffice and numfmt agree about. */
const CERTAIN = new Set(
  'CHAR COLOR CONDITION CURRENCY DATETIME DURATION ESCAPED EXP FILL GENERAL GROUP HASH LOCALE MINUS PAREN PERCENT PLUS POINT QMARK SCALE SKIP SLASH SPACE STRING TEXT ZERO DIGIT AMPM BREAK'.split(
    ' ',
  ),
);

interface Compiled {
  code: string;
  isCertain: boolean;
  isDate: boolean;
  /** A day, month or year. */
  hasDay: boolean;
  /** Hours, minutes or seconds that are not cut at a day. */
  isElapsed: boolean;
  hasFraction: boolean;
  hasCondition: boolean;
  isPercent: boolean;
  isGeneral: boolean;
  hasDigits: boolean;
}

/**
 * The text of a number as its cell shows it in Brazil (ECMA-376 part 1, 18.8.31), by numfmt. Where programs disagree
 * about a format or a value (docs/decisions/spreadsheets.md), it is a fault: another text is never shown.
 * @param offset days from the workbook's first day to the one of 1900
 */
export function shownNumber(value: number, format: NumberFormat, offset = 0): Shown {
  const compiled = compiledFormat(format);
  if (!compiled.isCertain) return { fault: 'format' };
  if (compiled.isDate) return shownDate(compiled.hasDay ? value + offset : value, compiled, format);
  if (value < 0 && (compiled.hasCondition || !compiled.hasDigits || isLocalAmount(format))) return { fault: 'format' };
  const text = formatted(compiled.code, value, LOCALE);
  if (compiled.isGeneral && isShortened(value)) return { fault: 'rounded' };
  // A share of exactly half a unit is rounded up or down, by how a program multiplies it.
  if (compiled.isPercent && text !== nudged(value, compiled)) return { fault: 'rounded' };
  // Excel shows the comma of `#.##` even if no digit follows it.
  if (/,(?!\d)/.test(text) && /\.[#?]/.test(compiled.code)) return { fault: 'format' };
  return { text: tidy(text) };
}

/** A text in its format: `"Sr. "@` adds to it, `;;;` hides it. */
export function shownText(text: string, format: NumberFormat): Shown {
  const { code, isCertain } = compiledFormat(format);
  if (GENERAL.test(code) || !/[@;]/.test(code)) return { text };
  // LibreOffice leaves the format out where a text has several lines.
  return isCertain && !text.includes('\n') ? { text: formatted(code, text, LOCALE) } : { fault: 'format' };
}

/** Spaces that fill a cell or align its digits are no text of their own. */
const tidy = (text: string) => text.replace(/[ \u00a0]+/g, ' ').trim();

function shownDate(value: number, compiled: Compiled, { id, code }: NumberFormat): Shown {
  const last = compiled.isElapsed ? LONGEST_DAYS : AFTER_LAST_DAY;
  if (value < 0 || value >= last || (compiled.hasDay && value < FIRST_DAY)) return { fault: 'date' };
  if (compiled.hasFraction) return { fault: 'format' };
  const seconds = value * DAY_SECONDS;
  // Binary fractions of a day miss the whole second by less than a millisecond.
  const exact = Math.abs(seconds - Math.round(seconds)) < 0.001;
  const at = (second: number) => tidy(formatted(compiled.code, second / DAY_SECONDS + 1e-10, LOCALE));
  const text = at(exact ? Math.round(seconds) : Math.floor(seconds));
  // Programs round a fraction of a second up, down, or not at all.
  if (!exact && text !== at(Math.ceil(seconds))) return { fault: 'rounded' };
  // Computers in Brazil show the first days of a month with or without a zero.
  if (code === undefined && SHORT_DATES.includes(id) && /^0/.test(text)) return { fault: 'format' };
  return { text };
}

/** Negative amounts have a sign or brackets, as the computer is set. */
const isLocalAmount = ({ id, code }: NumberFormat) => code === undefined && AMOUNTS.includes(id);

/** Excel's General has eleven characters at most, and rounds or changes to powers of ten beyond. */
function isShortened(value: number): boolean {
  const plain = Number(value.toPrecision(15));
  return Number(formatted('General', value).replace(/\s/g, '')) !== plain || Math.abs(value) >= 1e11;
}

const nudged = (value: number, { code }: Compiled) => formatted(code, round(value, 15) * (1 - 1e-14), LOCALE);

/** Compiling takes as long as formatting a hundred numbers. */
const compiledFormats = new Map<string, Compiled>();

function compiledFormat({ id, code }: NumberFormat): Compiled {
  const key = `${id} ${code ?? ''}`;
  const known = compiledFormats.get(key) ?? compile(code ?? getFormatFromId(id, 'pt-BR'));
  compiledFormats.set(key, known);
  return known;
}

function compile(given: string): Compiled {
  // The place in an amount's currency (`[$US$-409]`) changes nothing else; without currency it names a language.
  const code = given.replace(/\[\$([^\]-]+)-[^\]]*\]/g, (_, currency: string) => `"${currency}"`);
  const tokens = tokensOf(code);
  const has = (...types: string[]) => tokens.some(({ type }) => types.includes(type));
  const dates = tokens.filter(({ type }) => type === 'DATETIME').map(({ raw }) => raw.toLowerCase());
  const isDate = has('DATETIME', 'DURATION', 'AMPM');
  return {
    code,
    isCertain: tokens.length > 0 && isAccepted(code) && tokens.every(isCertain) && sectionsAreCertain(code, isDate),
    isDate,
    hasDay:
      dates.some((raw) => /[dy]/.test(raw) || /^m{3,}$/.test(raw)) ||
      (isDate && !hasClock(dates) && !has('DURATION', 'AMPM')),
    isElapsed: has('DURATION'),
    hasFraction: isDate && has('ZERO', 'HASH', 'QMARK'),
    hasCondition: has('CONDITION'),
    isPercent: has('PERCENT'),
    isGeneral: has('GENERAL', 'TEXT') && !has('ZERO', 'HASH', 'QMARK'),
    hasDigits: has('GENERAL', 'TEXT', 'ZERO', 'HASH', 'QMARK'),
  };
}

const hasClock = (dates: readonly string[]) => dates.some((raw) => /[hs]/.test(raw));

interface Token {
  type: string;
  raw: string;
}

function tokensOf(code: string): Token[] {
  try {
    return tokenize(code);
  } catch {
    return [];
  }
}

/** numfmt refuses what Excel refuses. */
function isAccepted(code: string): boolean {
  try {
    formatted(code, 1, LOCALE);
    isDateFormat(code);
    return true;
  } catch {
    return false;
  }
}

function isCertain({ type, raw }: Token): boolean {
  switch (type) {
    // Era and weekday of East Asia (`a`, `b`, `e`, `g`) mean something else to other programs.
    case 'DATETIME':
      return /^(d{1,4}|m{1,5}|y{2}|y{4}|h{1,2}|s{1,2})$/i.test(raw);
    // Portuguese of Brazil and Portugal, English; F800 and F400 are the computer's long date and time.
    case 'LOCALE':
      return /^\[\$-(1?0?0?416|816|409|F800|F400|pt-BR|en-US)\]$/i.test(raw);
    // A sign other than a space is repeated over the width of the cell.
    case 'FILL':
      return /^\*[ \u00a0]$/.test(raw);
    default:
      return CERTAIN.has(type);
  }
}

/** What Excel and LibreOffice read in another way: several decimal signs, odd places of commas, fractions, `0.0E+0`. */
function sectionsAreCertain(code: string, isDate: boolean): boolean {
  return code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';')
    .every((section) => {
      const bare = section.replace(/\[[^\]]*\]/g, '');
      if (isDate) return true;
      if (/\?\/|\/[?0-9#]|[#0?]{2,}\.[#0?]+E|[#?].*E|e[+-]/.test(bare)) return false;
      const [whole = '', ...fractions] = bare.split('.');
      if (fractions.length > 1 || fractions.some((fraction) => /,[^,]*[0#?]|[#?].*0/.test(fraction))) return false;
      return /^[^,]*(,[#0?]{3}[^#0?,]*)?,*[^,#0?]*$/.test(whole);
    });
}
