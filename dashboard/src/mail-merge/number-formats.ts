/** Formats that a workbook refers to only by number (ECMA-376 part 1, 18.8.30), as Excel shows them in Brazil. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"R$ "#,##0',
  6: '"R$ "#,##0',
  7: '"R$ "#,##0.00',
  8: '"R$ "#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'dd/mm/yyyy',
  16: 'dd/mm',
  17: 'mm/yyyy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '"R$ "#,##0',
  43: '#,##0.00',
  44: '"R$ "#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

/** The code of a format that is not in the workbook; General if it is unknown. */
export const builtInFormat = (id: number) => builtIn[id] ?? 'General';

/** A piece of a format: literal text, or a sign with a meaning. */
type Piece = { text: string } | { sign: string };

const PIECES = /"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[(h+|m+|s+)\]|\[[^\]]*\]|am\/pm|a\/p|./gi;

function piecesOf(section: string): Piece[] {
  return Array.from(section.matchAll(PIECES), ([whole, quoted, escaped, currency, elapsed]): Piece => {
    const text = quoted ?? escaped ?? currency;
    if (text !== undefined) return { text };
    if (elapsed !== undefined) return { sign: whole };
    // Space as wide as a character, a fill character, a color: none of them is text.
    if (/^[_*[]/.test(whole)) return { text: '' };
    return /^([0#?.,%dmyhs]|a\/p|am\/pm)$/i.test(whole) ? { sign: whole } : { text: whole };
  });
}

/** Sections end at semicolons that are not quoted. */
const sectionsOf = (format: string) => format.match(/("[^"]*"|\\.|[^;"\\])+/g) ?? [];

/**
 * A number as its cell shows it in Brazil. Other parts of a format than dates, digits, separators, percent and texts
 * are ignored, and the number is shown whole.
 * @param since1904 whether days are counted from 1904, as old Macintosh versions did
 */
export function shownNumber(value: number, format: string, since1904: boolean): string {
  const sections = sectionsOf(format);
  const own = value < 0 ? sections[1] : value === 0 ? sections[2] : undefined;
  const section = own ?? sections[0] ?? 'General';
  const bare = section.replace(/"[^"]*"|\\./g, '');
  if (/general|^@$|[<>=]/i.test(bare)) return plainNumber(value);
  const pieces = piecesOf(section);
  const signs = pieces.flatMap((piece) => ('sign' in piece ? [piece.sign.toLowerCase()] : []));
  if (signs.some((sign) => /[dmyhs]/.test(sign))) return shownDate(value, signs, since1904);
  if (!signs.some((sign) => '0#?'.includes(sign)) || /e[+-]|\/|\?/i.test(bare)) return plainNumber(value);
  const sign = value < 0 && own === undefined ? '-' : '';
  return (sign + (digitsInMask(Math.abs(value), pieces) ?? digits(Math.abs(value), pieces, signs))).trim();
}

/** Excel shows 15 digits; the rest is binary rounding error. */
const exact = (value: number) => value.toPrecision(15) as Intl.StringNumericLiteral;

const plain = new Intl.NumberFormat('pt-BR', { useGrouping: false, maximumFractionDigits: 15 });
const plainNumber = (value: number) => plain.format(exact(value));

/** Creating one takes as long as formatting a hundred numbers. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.NumberFormat('pt-BR', options);
  formatters.set(key, made);
  return made;
}

const isSign = (piece: Piece, signs: string) => 'sign' in piece && signs.includes(piece.sign);

/** Postal codes and registration numbers: zeros with text between them, filled from the right. */
function digitsInMask(value: number, pieces: readonly Piece[]): string | undefined {
  const zeros = pieces.filter((piece) => isSign(piece, '0')).length;
  const isMask = pieces.every((piece) => 'text' in piece || piece.sign === '0');
  if (!isMask) return undefined;
  const all = value.toFixed(0).padStart(zeros, '0');
  let next = all.length - zeros;
  let first = true;
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const from = first ? 0 : next;
      first = false;
      next += 1;
      return all.slice(from, next);
    })
    .join('');
}

function digits(value: number, pieces: readonly Piece[], signs: readonly string[]): string {
  const at = (test: (piece: Piece) => boolean) => pieces.findIndex(test);
  const first = at((piece) => isSign(piece, '0#.'));
  const last = pieces.findLastIndex((piece) => isSign(piece, '0#.,'));
  const [before, after] = [pieces.slice(0, first), pieces.slice(last + 1)];
  const number = signs.join('').replace(/%/g, '');
  const [whole = '', fraction = ''] = number.split('.');
  const thousands = /,+$/.exec(number)?.[0].length ?? 0;
  const percents = signs.filter((sign) => sign === '%').length;
  const scaled = value * 100 ** percents * 1000 ** -thousands;
  const format = formatter({
    useGrouping: /,[0#]/.test(whole),
    minimumIntegerDigits: Math.max(1, whole.replace(/[^0]/g, '').length),
    minimumFractionDigits: fraction.replace(/[^0]/g, '').length,
    maximumFractionDigits: fraction.replace(/[^0#]/g, '').length,
  });
  const shown = (some: readonly Piece[]) => some.map((piece) => ('text' in piece ? piece.text : piece.sign)).join('');
  return shown(before) + format.format(exact(scaled)) + shown(after);
}

const two = (value: number) => String(value).padStart(2, '0');

function shownDate(serial: number, signs: readonly string[], since1904: boolean): string {
  const has = (letter: string) => signs.some((sign) => sign.includes(letter));
  const seconds = Math.round(serial * 86_400);
  const clock = (hours: number) =>
    [two(hours), two(Math.floor(seconds / 60) % 60), ...(has('s') ? [two(seconds % 60)] : [])].join(':');
  if (signs.some((sign) => sign.startsWith('['))) return clock(Math.floor(seconds / 3_600));
  const isTime = has('h') || has('s');
  const time = isTime ? [clock(Math.floor(seconds / 3_600) % 24)] : [];
  if (!has('d') && !has('y') && isTime) return time.join('');
  // Excel's 1900 has a 29 February, so earlier days count from a day later.
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const date = new Date(epoch + seconds * 1_000);
  if (serial < 0 || Number.isNaN(date.getTime())) return plainNumber(serial);
  const parts = [
    ...(has('d') ? [two(date.getUTCDate())] : []),
    ...(has('m') ? [two(date.getUTCMonth() + 1)] : []),
    ...(has('y') ? [String(date.getUTCFullYear())] : []),
  ];
  return [parts.join('/'), ...time].join(' ');
}

/** An ISO date or instant (cells of type `d`) in Brazilian notation. */
export function shownIsoDate(text: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d))?/.exec(text) ?? [];
  if (year === undefined) return text;
  const time = hour === undefined || (hour === '00' && minute === '00') ? '' : ` ${hour}:${minute}`;
  return `${day}/${month}/${year}${time}`;
}
