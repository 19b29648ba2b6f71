import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { fields, table, wrapped } from '../../../lib/programs/command-line/text.ts';
import { moment } from '../../../lib/programs/operator/text.ts';

const columns = [
  { heading: 'NAME', cell: ({ name }: Row) => name },
  { heading: 'SUM', cell: ({ sum }: Row) => sum, right: true },
];
interface Row {
  name: string | null;
  sum: number;
}

describe('a table', () => {
  test('has columns as wide as needed, with numbers aligned', () => {
    const rows = [
      { name: 'Conceição', sum: 5 },
      { name: null, sum: 12_345 },
    ];
    expect(lines(table(rows, columns, 'none', Infinity))).toEqual([
      'NAME         SUM', //
      'Conceição      5',
      '-          12345',
    ]);
  });

  test('counts accents as the letters they belong to', () => {
    const [heading, row] = lines(table([{ name: 'ação'.normalize('NFD'), sum: 1 }], columns, 'none', Infinity));
    expect(row!.normalize('NFC')).toHaveLength(heading!.length);
  });

  test('says so when there are no rows', () => {
    expect(table([], columns, 'There are none.', Infinity)).toBe('There are none.');
  });

  test('continues below, indented, on a narrow screen, and cuts nothing off', () => {
    const wide = [...columns, { heading: 'REASON', cell: () => 'Cortesia pelo atraso' }];
    const rows = [
      { name: 'Conceição', sum: 5 },
      { name: 'Ana', sum: 12_345 },
    ];
    expect(lines(table(rows, wide, 'none', 24))).toEqual([
      'NAME         SUM', //
      '    REASON',
      'Conceição      5',
      '    Cortesia pelo atraso',
      'Ana        12345',
      '    Cortesia pelo atraso',
    ]);
    expect(lines(table(rows, wide, 'none', 10)).slice(0, 3)).toEqual(['NAME', '      SUM', '    REASON']);
    expect(lines(table(rows, wide, 'none', 38))[0]).toBe('NAME         SUM  REASON');
  });

  test('does not let the text of a customer move the cursor or color the terminal', () => {
    const shown = table([{ name: 'a\u001b[2Jb\u0007\u009b1mc\nd\te', sum: 1 }], columns, 'none', Infinity);
    expect(lines(shown)[1]).toMatch(/^a\[2Jb1mc de +1$/);
  });
});

describe('names and values', () => {
  test('are aligned; undefined is omitted, null is a dash', () => {
    const shown = fields([
      ['Id', 'ltr_1'],
      ['Reference', null],
      ['Batch', undefined],
    ]);
    expect(shown.split('\n')).toEqual(['  Id         ltr_1', '  Reference  -']);
  });

  test('keep the lines of an address, and strip other control characters', () => {
    expect(fields([['To', 'Ana\nRua \u001b[31mUm']]).split('\n')).toEqual(['  To  Ana', '      Rua [31mUm']);
  });
});

test('prose is wrapped between words, and no word is cut', () => {
  expect(wrapped('Rua das Laranjeiras, nos fundos', 12, '  ').split('\n')).toEqual([
    'Rua das',
    '  Laranjeiras,',
    '  nos fundos',
  ]);
});

test('instants are shown in Brasília time', () => {
  expect(moment('2026-11-20T02:30:00Z')).toBe('2026-11-19 23:30');
  expect(moment(null)).toBeNull();
});

const lines = (text: string) => stripVTControlCharacters(text).split('\n');
