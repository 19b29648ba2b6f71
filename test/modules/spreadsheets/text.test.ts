import { describe, expect, test } from '@jest/globals';
import type { Choices, Encoding, Unusable } from '../../../lib/spreadsheet/cells.ts';
import { readSpreadsheet, readText } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import { usable } from './reading.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0)!);
const utf16 = (text: string, littleEndian = true) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  Array.from({ length: text.length }, (_, index) => bytes.setUint16(index * 2, text.charCodeAt(index), littleEndian));
  return new Uint8Array(bytes.buffer);
};
const joined = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const pasted = (text: string, choices: Choices = {}) => usable(readText(text, '', choices));
const readBytes = async (bytes: Uint8Array, choices: Choices = {}) =>
  usable(await readSpreadsheet(bytes, 'a.csv', choices));

describe('separators and quotes', () => {
  test.each([';', ',', '\t', '|'])('the separator is %j, with quotes and line breaks in cells', (separator) => {
    const text = [`Nome${separator}CEP`, `"Silva${separator} ""Zé""\nFilho"${separator}01310-100`].join('\r\n');
    expect(pasted(text).cells).toEqual({
      name: '',
      columns: ['Nome', 'CEP'],
      rows: [{ line: 2, values: [`Silva${separator} "Zé"\nFilho`, '01310-100'] }],
    });
  });

  test.each(['\n', '\r\n', '\r'])('lines end with %j', (end) => {
    expect(pasted(['Nome;CEP', '"Ana\rSouza";1', 'Bia;2'].join(end)).cells.rows).toEqual([
      { line: 2, values: ['Ana\nSouza', '1'] },
      { line: 3, values: ['Bia', '2'] },
    ]);
  });

  test('line ends of several systems in one file end its lines', () => {
    expect(pasted('Nome;CEP\r\nAna;1\nBia;2\rCaio;3').cells.rows.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  test('of two separators, the one that yields the same cells in each row wins; a person can choose the other', () => {
    const text = 'Nome;Valor\nSouza, Ana;R$ 10,00\nLima, Bia;R$ 5\nReis, Caio;R$ 7,50';
    expect(pasted(text).text).toMatchObject({ separator: ';' });
    expect(pasted(text, { separator: ',' }).text).toMatchObject({ separator: ',' });
  });

  test.each(['sep=,\n', '"sep=,"\r\n', 'SEP=,\r\n'])('Excel hides a first line %j', (hint) => {
    const { text, cells } = pasted(`${hint}Nome,CEP\nAna,1`);
    expect(text).toMatchObject({ separator: ',' });
    expect(cells).toMatchObject({ columns: ['Nome', 'CEP'], rows: [{ line: 2 }] });
  });

  test.each([
    ['that does not end', 'Nome;CEP\n"Silva;1\nBia;2'],
    ['that ends within its cell', 'Nome;CEP\n"Loja" Central;1\nBia;2'],
  ])('a quotation %s moves the borders of cells', (_, text) => {
    expect(readText(text, '')).toBe('open_quote');
  });

  test('a quotation mark within a cell is a character', () => {
    expect(pasted('Nome;CEP\nTV 32";1').cells.rows[0]!.values).toEqual(['TV 32"', '1']);
  });
});

describe('encodings', () => {
  const word = 'Endereço;Nº\nSão João;12';
  const mark = '\uFEFF';
  const macintosh = joined(
    latin('Endere'), [0x8d], latin('o;N'), [0xbc], latin('\rS'), [0x8b], latin('o Jo'), [0x8b], latin('o;12'),
  ); // prettier-ignore

  test.each<[Encoding, Uint8Array, Choices]>([
    ['utf-8', utf8(word), {}],
    ['utf-8', utf8(mark + word), {}],
    ['windows-1252', latin(word), {}],
    ['utf-16le', utf16(mark + word), {}],
    ['utf-16be', utf16(mark + word, false), {}],
    ['utf-16le', utf16(word), {}],
    ['utf-16be', utf16(word, false), {}],
    ['macintosh', macintosh, { encoding: 'macintosh' }],
  ])('%s', async (encoding, bytes, choices) => {
    expect(await readBytes(bytes, choices)).toMatchObject({
      text: { encoding },
      cells: { columns: ['Endereço', 'Nº'], rows: [{ values: ['São João', '12'] }] },
    });
  });

  test('each line of two systems is read in its own', async () => {
    const { text, cells } = await readBytes(
      joined(utf8('Nome;CEP\nJoão;1\n'), latin('José;2\n'), utf8('Ana;3\nÍris “Íris”;4\n')),
    );
    expect(text?.encoding).toBe('mixed');
    expect(cells.rows.map(({ values, faults }) => [values[0], faults])).toEqual(
      ['João', 'José', 'Ana', 'Íris “Íris”'].map((name) => [name, undefined]),
    );
  });

  test.each(['JoÃ£o', 'ConceiÃ§Ã£o', 'NÂº 5', 'Cora\ufffd\ufffdo', 'AntÃ´nio', 'â€œAspasâ€', 'JosÃ©'])(
    '%j was read wrongly before, and stops its row',
    (text) => {
      expect(pasted(`Nome;CEP\n${text};1\nAna;2`).cells.rows).toEqual([
        { line: 2, values: [text, '1'], faults: { 0: 'garbled' } },
        { line: 3, values: ['Ana', '2'] },
      ]);
    },
  );

  test.each([
    'SÃO JOÃO',
    'MÃE',
    'IRMÃ',
    'CÂMARA',
    'Nº 5 – 2ª',
    'Ângela d’Oeste',
    '½ × 5 m²',
    '“Casa” · fundos',
    'Malote™',
  ])('%s is a text', (text) => {
    expect(pasted(`Nome;CEP\n${text};1`).cells.rows).toEqual([{ line: 2, values: [text, '1'] }]);
  });

  test('letters of DOS (CP850) show that no letter of the file beyond ASCII is certain', async () => {
    const { cells } = await readBytes(
      joined(
        latin('Nome;CEP\nJos'),
        [0x82],
        latin(' Concei'),
        [0x87, 0xc6],
        latin('o;1\nM'),
        [0xa0],
        latin('rcia;2\nAna;3'),
      ),
    );
    expect(cells.rows.map(({ faults }) => faults)).toEqual([{ 0: 'garbled' }, { 0: 'garbled' }, undefined]);
  });
});

describe('rows', () => {
  test('blank ones are skipped, and the others keep their numbers', () => {
    expect(pasted('a;b\n;\n1;2\n\n3;4\n').cells.rows.map(({ line }) => line)).toEqual([3, 5]);
  });

  test('blank cells at the end of a row or of the heading are harmless', () => {
    const { columns, rows } = pasted('Nome;CEP;;\nAna;1;;;;\nBia;2').cells;
    expect(columns).toEqual(['Nome', 'CEP']);
    expect(rows).toEqual([
      { line: 2, values: ['Ana', '1'] },
      { line: 3, values: ['Bia', '2'] },
    ]);
  });

  test('one with other cells than the heading does not fit', () => {
    expect(pasted('Nome;CEP;Valor\nAna;1\nBia;2;3;4\nCaio;5;').cells.rows.map(({ misfit }) => misfit)).toEqual([
      { cells: 2, columns: 3 },
      { cells: 4, columns: 3 },
      undefined,
    ]);
  });

  test('headings are distinct', () => {
    expect(pasted('Nome;;Nome\n1;2;3').cells.columns).toEqual(['Nome', '#2', 'Nome (2)']);
  });
});

describe('a file', () => {
  const html = '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Nome</td></tr></table></html>';
  const compound = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  const photo = [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0];

  test.each<[Unusable, string, Uint8Array]>([
    ['empty', 'a.csv', utf8('')],
    ['empty', 'a.csv', utf8('Nome;CEP\n;\n')],
    ['too_many_rows', 'a.csv', utf8(`Nome\n${'x\n'.repeat(10_001)}`)],
    ['too_large', 'a.csv', new Uint8Array(5 * 1024 * 1024 + 1)],
    ['web_page', 'clientes.xls', utf8(html)],
    ['web_page', 'clientes.xls', utf8('\uFEFF\r\n<?xml version="1.0"?><Workbook/>')],
    ['not_text', 'foto.csv', Uint8Array.from(photo)],
    ['old_workbook', 'antiga.xls', joined(compound, utf16('Workbook'))],
    ['locked', 'a.xlsx', joined(compound, utf16('EncryptedPackage'))],
    ['damaged', 'a.xlsx', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0, 0, 0, 0])],
  ])('is %s: %s', async (reason, name, bytes) => {
    expect(await readSpreadsheet(bytes, name)).toBe(reason);
  });

  test('is CSV by its content, whatever its name says', async () => {
    expect(await readSpreadsheet(utf8('Nome;CEP\nAna;1'), 'clientes.xls')).toMatchObject({
      cells: { columns: ['Nome', 'CEP'] },
    });
  });
});
