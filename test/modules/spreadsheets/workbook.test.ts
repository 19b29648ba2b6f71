import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { strFromU8 } from 'fflate';
import type { Choices } from '../../../lib/spreadsheet/cells.ts';
import { readSpreadsheet } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import { usable } from './reading.ts';
import { workbook } from './workbook-by-hand.ts';

const fixture = (name: string) =>
  readFileSync(resolve(import.meta.dirname, '../../support/fixtures/spreadsheets', name));

const read = (bytes: Uint8Array, choices: Choices = {}) => readSpreadsheet(bytes, 'a.xlsx', choices);

describe('a workbook', () => {
  test('of openpyxl: visible sheets, texts in cells, formats, and a formula that was never computed', async () => {
    const first = usable(await read(fixture('openpyxl.xlsx')));
    expect(first.sheets).toEqual(['Clientes', 'Outra']);
    expect(first.cells).toEqual({
      name: 'a.xlsx',
      columns: ['Nome', 'CEP', 'Número', 'Valor', 'Vencimento', 'CNPJ', 'Ativo', 'Soma'],
      rows: [
        {
          line: 2,
          // The writer's own format of dates is shown as it is.
          values: ['Ana Müller 😀', '01310-100', '10', 'R$ 1.234,50', '2026-11-30', '11.222.333/0001-81', 'VERDADEIRO'],
          faults: { 7: 'not_computed' },
        },
        {
          line: 4,
          values: [
            '=1+1 é texto',
            '01310-100',
            '10-A',
            '-R$ 5,00',
            '2026-01-02 13:45:00',
            '00.000.000/0000-07',
            'FALSO',
            '0,3',
          ],
        },
      ],
    });
    expect(usable(await read(fixture('openpyxl.xlsx'), { sheet: 1 })).cells).toMatchObject({
      columns: ['Nome'],
      rows: [{ line: 2, values: ['Bia'] }],
    });
  });

  test.each([
    ['as XlsxWriter writes it', 'xlsxwriter.xlsx'],
    ['with a prefix before each element', 'prefixed.xlsx'],
    ['in Strict Open XML and UTF-16', 'strict.xlsx'],
  ])('%s: shared texts with their runs, days from 1904, and values to be computed again', async (_, name) => {
    expect(usable(await read(fixture(name))).cells).toMatchObject({
      columns: ['Nome', 'CEP', 'Data', 'Total', 'Erro'],
      rows: [
        {
          line: 2,
          values: ['Zé & <Filhos>', '1310100', '28/02/2026'],
          faults: { 3: 'not_computed', 4: 'not_computed' },
        },
        { line: 3, values: ['Maria da Silva'] },
      ],
    });
  });
});

describe('a file', () => {
  test.each([
    ['inflates', 'bomb.xlsx'],
    ['other_archive', 'open-document.ods'],
    ['other_archive', 'document.docx'],
  ])('is %s: %s', async (reason, name) => {
    expect(await read(fixture(name))).toBe(reason);
  });

  test.each([
    ['damaged', 'entities.xlsx'],
    ['damaged', 'wrong-xml.xlsx'],
    ['damaged', 'wrong-text.xlsx'],
    ['too_many_columns', 'far-column.xlsx'],
    ['too_large', 'long-texts.xlsx'],
  ])('is %s in its first visible sheet: %s', async (reason, name) => {
    expect(await read(fixture(name))).toBe(reason);
  });

  test('of too many parts is not unpacked', async () => {
    expect(await read(gunzipSync(fixture('many-parts.xlsx.gz')))).toBe('inflates');
  });

  test('truncated at any byte is reported as damaged', async () => {
    const whole = fixture('openpyxl.xlsx');
    for (const share of [0.02, 0.3, 0.6, 0.9, 0.999])
      expect(await read(whole.subarray(0, Math.floor(whole.length * share)))).toBe('damaged');
  });

  test('with changed bytes is reported or read, and nothing is thrown', async () => {
    const whole = fixture('xlsxwriter.xlsx');
    for (let place = 60; place < whole.length; place += 211) {
      const changed = Buffer.from(whole);
      changed[place]! ^= 0x5a;
      const found = await read(changed);
      expect(typeof found === 'string' || Array.isArray(found.sheets)).toBe(true);
    }
  });

  test('that declares a smaller size than it has does not evade the limit', async () => {
    const bomb = fixture('bomb.xlsx');
    const path = Buffer.from('xl/worksheets/sheet2.xml');
    const header = bomb.lastIndexOf(path) - 46;
    bomb.writeUInt32LE(1_000, header + 24);
    expect(await read(bomb)).toBe('damaged');
  });
});

const ana = '<c r="A2" t="s"><v>2</v></c>';
const rowWith = (cell: string) => `<row r="2">${ana}${cell}</row></sheetData></worksheet>`;
const rowOf = async (bytes: Uint8Array) => usable(await read(bytes)).cells.rows[0]!;

describe('a cell', () => {
  test.each([
    ['a formula without a value', '<c r="B2"><f>1+1</f></c>', 'not_computed'],
    ['a formula with an empty value', '<c r="B2"><f>1+1</f><v/></c>', 'not_computed'],
    ['a text formula without a value', '<c r="B2" t="str"><f>A2</f></c>', 'not_computed'],
    ['a shared formula without a value', '<c r="B2"><f t="shared" si="0"/></c>', 'not_computed'],
    ['the error of a formula', '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', 'error'],
    ['a style that does not exist', '<c r="B2" s="9"><v>1</v></c>', 'unclear'],
    ['a type that does not exist', '<c r="B2" t="x"><v>1</v></c>', 'unclear'],
    ['a number that is none', '<c r="B2"><v>1,5</v></c>', 'unclear'],
    ['an escaped character', '<c r="B2" t="inlineStr"><is><t>_x005F_x0041_</t></is></c>', 'unclear'],
    ['an escaped character of a formula', '<c r="B2" t="str"><f>A2</f><v>_x0041_</v></c>', 'unclear'],
    ['a text twice encoded', '<c r="B2" t="inlineStr"><is><t>JoÃ£o</t></is></c>', 'garbled'],
  ])('with %s is refused', async (_, cell, fault) => {
    expect(await rowOf(workbook(rowWith(cell)))).toMatchObject({ line: 2, faults: { 1: fault } });
  });

  test.each([
    ['a text formula whose result is empty', '<c r="B2" t="str"><f>A2</f><v/></c>', undefined],
    ['no value', '<c r="B2" s="1"/>', undefined],
    ['a text formula', '<c r="B2" t="str"><f>A2</f><v>Ana_x000D_</v></c>', 'Ana'],
    [
      'a text in runs',
      '<c r="B2" t="inlineStr"><is><r><t>An</t></r><r><t xml:space="preserve">a </t></r></is></c>',
      'Ana',
    ],
    ['a number', '<c r="B2" s="1"><v>1234.5</v></c>', '1234,50'],
    ['a truth', '<c r="B2" t="b"><v>1</v></c>', 'VERDADEIRO'],
  ])('with %s is shown', async (_, cell, shown) => {
    expect(await rowOf(workbook(rowWith(cell)))).toEqual({
      line: 2,
      values: shown === undefined ? ['Ana'] : ['Ana', shown],
    });
  });

  test.each(['<calcPr fullCalcOnLoad="1"/>', '<calcPr fullCalcOnLoad="true"/>', '<calcPr calcCompleted="0"/>'])(
    'of a formula has no result where the workbook has %s',
    async (calculation) => {
      const cell = '<c r="B2"><f>1+1</f><v>0</v></c>';
      expect(await rowOf(workbook(rowWith(cell)))).toEqual({ line: 2, values: ['Ana', '0'] });
      expect(await rowOf(workbook(rowWith(cell), { workbook: calculation }))).toMatchObject({
        faults: { 1: 'not_computed' },
      });
      // A number without a formula is what it is.
      expect(await rowOf(workbook(rowWith('<c r="B2"><v>0</v></c>'), { workbook: calculation }))).toEqual({
        line: 2,
        values: ['Ana', '0'],
      });
    },
  );

  test('in the range of an array formula is a formula, too', async () => {
    const rows = (value: string) =>
      `<row r="2">${ana}<c r="B2"><f t="array" ref="B2:B3">1+1</f><v>0</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3">${value}</c></row></sheetData></worksheet>`;
    const bytes = workbook(rows('<v>0</v>'), { workbook: '<calcPr fullCalcOnLoad="1"/>' });
    expect(usable(await read(bytes)).cells.rows.map(({ faults }) => faults)).toEqual([
      { 1: 'not_computed' },
      { 1: 'not_computed' },
    ]);
  });

  test('beneath a merged cell is not shown, so its row is refused', async () => {
    const sheet = `<row r="2">${ana}<c r="B2"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A2:B2"/></mergeCells></worksheet>`;
    expect(await rowOf(workbook(sheet))).toMatchObject({ values: ['Ana'], faults: { 1: 'unclear' } });
  });

  test.each(['3', '-1', '1.5', 'x'])(
    'that refers to the shared text %s makes the file damaged or its row refused',
    async (index) => {
      const found = await read(workbook(rowWith(`<c r="B2" t="s"><v>${index}</v></c>`)));
      if (typeof found !== 'string') expect(found.cells.rows[0]!.faults).toEqual({ 1: 'unclear' });
      else expect(found).toBe('damaged');
    },
  );

  test.each(['<row r="2" hidden="1">', '<row r="2" ht="0" customHeight="1">'])('in %s is hidden', async (row) => {
    expect(await rowOf(workbook(`${row}${ana}</row></sheetData></worksheet>`))).toMatchObject({ hidden: true });
  });
});

test('a part with a changed byte is not read as another text', async () => {
  const whole = workbook(rowWith('<c r="B2"><v>1000</v></c>'));
  const changed = Uint8Array.from(whole);
  const at = strFromU8(whole, true).indexOf('<v>1000</v>') + 3;
  changed[at] = '9'.charCodeAt(0);
  expect(await read(changed)).toBe('damaged');
});
