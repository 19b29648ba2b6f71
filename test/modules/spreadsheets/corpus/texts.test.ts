import { expect, test } from '@jest/globals';
import { type Encoding, type Separator, SEPARATORS } from '../../../../lib/spreadsheet/cells.ts';
import { readSpreadsheet } from '../../../../lib/spreadsheet/read-spreadsheet.ts';
import { usable } from '../reading.ts';
import { booksOf } from './books.ts';

/**
 * Texts with the values of the corpus, in each encoding, separator and line end, with and without quotes. Their content
 * is known, so nobody has to judge: each cell is equal.
 */
const encodings: readonly (Encoding | 'utf-8 with mark')[] = [
  'utf-8',
  'utf-8 with mark',
  'windows-1252',
  'utf-16le',
  'utf-16be',
];
const ends = ['\n', '\r\n', '\r'] as const;

/** The bytes 80 to 9F of Windows-1252. */
const upper = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index));

function encoded(text: string, encoding: Encoding | 'utf-8 with mark'): Uint8Array {
  const utf16 = (littleEndian: boolean) => {
    const bytes = new DataView(new ArrayBuffer((text.length + 1) * 2));
    Array.from({ length: text.length + 1 }, (_, index) =>
      bytes.setUint16(index * 2, `\uFEFF${text}`.charCodeAt(index), littleEndian),
    );
    return new Uint8Array(bytes.buffer);
  };
  switch (encoding) {
    case 'utf-16le':
    case 'utf-16be':
      return utf16(encoding === 'utf-16le');
    case 'windows-1252':
      return Uint8Array.from(text, (letter) => {
        const at = upper.indexOf(letter);
        return at >= 0 ? 0x80 + at : letter.charCodeAt(0);
      });
    default:
      return new TextEncoder().encode(encoding === 'utf-8' ? text : `\uFEFF${text}`);
  }
}

function separated(
  rows: readonly (readonly string[])[],
  separator: Separator,
  end: string,
  quotesAll: boolean,
): string {
  const cell = (value: string) =>
    quotesAll || value.includes(separator) || /["\r\n]/.test(value) || value.startsWith('"')
      ? `"${value.replaceAll('"', '""')}"`
      : value;
  return rows.map((row) => row.map(cell).join(separator) + end).join('');
}

/** The clients of a seed as texts, without what the encoding lacks. */
function clients(seed: number, isNarrow: boolean): string[][] {
  const book = booksOf(seed).find(({ name }) => name === 'clientes-3')!;
  return book.sheets[0]!.rows.map((row) =>
    row.map(({ value }) => {
      const text = String(value ?? '');
      return isNarrow ? text.replace(/\p{Extended_Pictographic}/gu, '') : text;
    }),
  );
}

const cases = encodings.flatMap((encoding) =>
  SEPARATORS.flatMap((separator) =>
    ends.flatMap((end) => [false, true].map((quotesAll) => ({ encoding, separator, end, quotesAll }))),
  ),
);

test.each(cases.map((each, seed) => ({ ...each, seed })))(
  '$encoding, separator "$separator", quotes $quotesAll, seed $seed',
  async ({ encoding, separator, end, quotesAll, seed }) => {
    const rows = clients(seed, encoding === 'windows-1252');
    const bytes = encoded(separated(rows, separator, end, quotesAll), encoding);
    const { text, cells } = usable(await readSpreadsheet(bytes, 'a.csv'));
    expect(text).toEqual({ encoding: encoding.replace(' with mark', ''), separator });
    const meant = rows.map((row) => row.map((value) => value.replaceAll('\r', '\n').trim()));
    expect([cells.columns, ...cells.rows.map(({ values }) => values)]).toEqual(meant);
    expect(cells.rows.filter(({ faults, misfit }) => faults ?? misfit)).toEqual([]);
  },
);
