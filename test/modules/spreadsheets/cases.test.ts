import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Choices, Encoding } from '../../../lib/spreadsheet/cells.ts';
import { readSpreadsheet } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import { usable } from './reading.ts';

/** Files that readers have misread, each with what Excel in Brazil shows. */
const folder = resolve(import.meta.dirname, '../../support/fixtures/spreadsheets/cases');
const read = async (name: string, choices: Choices = {}) =>
  usable(await readSpreadsheet(readFileSync(resolve(folder, name)), name, choices));
const rowsOf = async (name: string, choices?: Choices) => (await read(name, choices)).cells.rows;

const ana = ['Ana Souza', '05010-000', '100'];

describe('a text', () => {
  test.each([
    ['S01-sep-hint.csv', ';', 'Valor', [...ana, 'R$ 10,00']],
    ['S02-commas-in-heading.csv', ';', 'Valor', [...ana, 'Rua Um', 'R$ 10,00']],
    [
      'S02b-more-commas-than-semicolons-in-heading.csv',
      ';',
      'Valor (em reais, sem centavos)',
      [...ana, 'Rua Um', 'R$ 10'],
    ],
    ['S11-pipe.csv', '|', 'Valor', [...ana, 'R$ 10,00']],
  ])('%s has the separator %s', async (name, separator, lastColumn, values) => {
    const { text, cells } = await read(name);
    expect(text).toMatchObject({ separator });
    expect(cells.columns.at(-1)).toBe(lastColumn);
    expect(cells.rows[0]).toEqual({ line: 2, values });
  });

  test.each([
    ['S03-utf16le-unicode-text.txt', 'utf-16le', '\t'],
    ['S03b-utf16be.csv', 'utf-16be', ';'],
  ])('%s is in %s', async (name, encoding, separator) => {
    expect(await read(name)).toMatchObject({
      text: { encoding, separator },
      cells: {
        columns: ['Nome', 'CEP', 'Numero', 'Valor'],
        rows: [{ line: 2, values: ['Ana Conceição', '05010-000', '100', 'R$ 10,00'] }],
      },
    });
  });

  test('S06 is in UTF-8 and in Windows-1252, line by line', async () => {
    expect(await read('S06-utf8-with-one-latin1-row.csv')).toMatchObject({
      text: { encoding: 'mixed' },
      cells: {
        rows: [
          { line: 2, values: ['João Conceição', '05010-000', '100', 'R$ 10,00'] },
          { line: 3, values: ['José', '05010-000', '100', 'R$ 1,00'] },
        ],
      },
    });
  });

  test('S06 in an encoding that a person has chosen wrongly stops its rows', async () => {
    const faults = async (encoding: Encoding) =>
      (await rowsOf('S06-utf8-with-one-latin1-row.csv', { encoding })).map((row) => row.faults);
    expect(await faults('windows-1252')).toEqual([{ 0: 'garbled' }, undefined]);
    expect(await faults('utf-8')).toEqual([undefined, { 0: 'garbled' }]);
  });

  test.each([
    ['S07-extra-cell-shifts.csv', { cells: 5, columns: 4 }],
    ['S07c-trailing-shift-all-valid.csv', { cells: 7, columns: 5 }],
  ])('%s has a row that does not fit its heading', async (name, misfit) => {
    expect((await rowsOf(name)).map((row) => [row.line, row.misfit])).toEqual([
      [2, misfit],
      [3, undefined],
    ]);
  });

  test.each(['S08-title-above-heading.csv', 'S08b-title-without-separators.csv'])(
    '%s has its heading below a title, and a person can choose another row',
    async (name) => {
      const { heading, headings, cells } = await read(name);
      expect(heading).toBe(3);
      expect(cells.columns).toEqual(['Nome', 'CEP', 'Numero', 'Valor']);
      expect(cells.rows).toEqual([{ line: 4, values: [...ana, 'R$ 10,00'] }]);
      expect(headings.map(({ line }) => line)).toEqual([1, 3, 4]);
      expect((await read(name, { heading: 1 })).cells.columns[0]).toMatch(/^Relatorio/);
    },
  );
});

describe('a workbook', () => {
  test.each<[string, [number, object | undefined][]]>([
    ['G1-exceljs-formulas.xlsx', [[2, { 0: 'not_computed', 3: 'not_computed' }]]],
    // The text of its third row has no characters: a blank cell.
    ['G6-excelize-formulas.xlsx', [[2, { 0: 'not_computed', 3: 'not_computed' }], [3, undefined]]], // prettier-ignore
    ['G7-rust-xlsxwriter-formulas.xlsx', [[2, { 0: 'not_computed', 3: 'not_computed' }]]],
    ['S31-string-formula-without-result.xlsx', [[2, { 4: 'not_computed' }]]],
    ['S31b-string-formula-with-empty-result.xlsx', [[2, undefined]]],
    ['S32-xlsxwriter-formulas-zero.xlsx', [[2, { 2: 'not_computed', 6: 'not_computed' }], [3, { 2: 'not_computed', 6: 'not_computed' }]]], // prettier-ignore
  ])('%s: a formula without a result is no value', async (name, faults) => {
    expect((await rowsOf(name)).map((row) => [row.line, row.faults])).toEqual(faults);
  });

  test('S26b has the texts that Excel in Brazil shows', async () => {
    const { cells } = await read('S26b-cpf-cnpj-conditional-mask.xlsx');
    const [row] = cells.rows;
    expect(row!.values).toEqual([
      'Ana Souza',
      '5010000',
      '100',
      '012.345.678-90',
      '(11) 98765-4321',
      'novembro',
      '05 de novembro de 2026',
      'Sim',
      '3o andar',
    ]);
    // The format `;;;` hides its number.
    expect([cells.columns[9], row!.faults]).toEqual(['oculto', undefined]);
  });

  test('S27 tells its filtered row', async () => {
    expect((await rowsOf('S27-filtered-rows.xlsx')).map(({ values, hidden }) => [values[0], hidden])).toEqual([
      ['Ana Souza', undefined],
      ['Bia Lima', true],
      ['Caio Reis', undefined],
    ]);
  });

  test('S28 has its heading below a merged title', async () => {
    expect(await read('S28-merged-title.xlsx')).toMatchObject({
      heading: 2,
      cells: { columns: ['Nome', 'CEP', 'Numero', 'Valor'], rows: [{ line: 3, values: [...ana, '10'] }] },
    });
  });
});
