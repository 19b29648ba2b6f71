import { describe, expect, test } from '@jest/globals';
import { failedFormula, formOfRow, matchColumns, unmatched } from '../../dashboard/src/mail-merge/columns.ts';
import { builtInFormat, shownIsoDate, shownNumber } from '../../dashboard/src/mail-merge/number-formats.ts';
import { eachRow, retryUntilResponse } from '../../dashboard/src/mail-merge/rows-in-turn.ts';
import { type Cells, cellsOfFile, cellsOfText } from '../../dashboard/src/mail-merge/spreadsheet.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const cells = (text: string) => cellsOfText(text, 'a.csv') as Cells;

describe('a spreadsheet', () => {
  test.each([';', ',', '\t'])('is read with the separator %j, quotes and line breaks in cells', (separator) => {
    const text = [`Nome${separator}CEP`, `"Silva${separator} ""Zé""\nFilho"${separator}01310-100`].join('\r\n');
    expect(cells(text)).toEqual({
      name: 'a.csv',
      columns: ['Nome', 'CEP'],
      rows: [{ line: 2, values: [`Silva${separator} "Zé"\nFilho`, '01310-100'] }],
    });
  });

  test('is read in UTF-8 with its mark, and in Windows-1252', () => {
    const latin = Uint8Array.from([...'Endereço\nSão'].map((letter) => letter.codePointAt(0)!));
    for (const sent of [bytes('\uFEFFEndereço\nSão'), latin])
      expect(cellsOfFile(sent, 'a.csv')).toMatchObject({ columns: ['Endereço'], rows: [{ values: ['São'] }] });
  });

  test('skips blank rows and keeps the numbers of the others', () => {
    expect(cells('a;b\n;\n1;2\n\n3;4\n').rows.map(({ line }) => line)).toEqual([3, 5]);
  });

  test('has each heading once', () => {
    expect(cells('Nome;;Nome\n1;2;3').columns).toEqual(['Nome', '#2', 'Nome (2)']);
  });

  test.each([
    ['empty', bytes('')],
    ['empty', bytes('Nome;CEP\n;\n')],
    ['open_quote', bytes('Nome\n"Silva\n')],
    ['too_many_rows', bytes(`Nome\n${'x\n'.repeat(10_001)}`)],
    ['too_large', new Uint8Array(5 * 1024 * 1024 + 1)],
  ])('is rejected as %s', (reason, sent) => {
    expect(cellsOfFile(sent, 'a.csv')).toBe(reason);
  });
});

describe('columns', () => {
  const columns = ['NOME', 'C.E.P.', 'Cep', 'Número', 'Município', 'valor', 'Outra'];

  test('are matched by name, to markers as well; chosen ones stay', () => {
    expect(matchColumns(columns, ['valor', 'prazo'], { city: 'Outra', street: 'Sumida', name: '' })).toMatchObject({
      name: '',
      postal_code: 'Cep',
      number: 'Número',
      city: 'Outra',
      street: '',
      '{{valor}}': 'valor',
      '{{prazo}}': '',
    });
  });

  test.each(['Nº', 'N.º', 'N°', 'No.', 'NÚMERO', 'número'])('%s is the house number', (column) => {
    expect(matchColumns(['Nome', column], [], {})).toMatchObject({ number: column });
  });

  test('are required for the parts of an address, and for each marker', () => {
    expect(unmatched(matchColumns(columns, ['valor', 'prazo'], {}), ['valor', 'prazo'])).toEqual(['{{prazo}}']);
    expect(unmatched({}, [])).toEqual(['name', 'postal_code', 'number']);
  });

  test('make the letter of a row; a postal code gets back the zero that a spreadsheet removed', () => {
    const sheet = cells('Nome;CEP;Número;valor;ref\nAna;1310100;10;R$ 5;c-1');
    const matches = matchColumns(sheet.columns, ['valor'], {});
    const form = formOfRow({}, sheet, sheet.rows[0]!, matches, ['valor']);
    expect(form).toMatchObject({
      to: { name: 'Ana', postal_code: '01310100', number: '10', city: '' },
      variables: { valor: 'R$ 5' },
      reference: 'c-1',
    });
  });
});

describe('a number of a workbook', () => {
  test.each([
    [1310100, 'General', '1310100'],
    [0.1 + 0.2, 'General', '0,3'],
    [-12.5, 'General', '-12,5'],
    [11222333000181, '0', '11222333000181'],
    [1310100, '00000000', '01310100'],
    [1310100, '00000\\-000', '01310-100'],
    [123456789012, '00\\-00', '1234567890-12'],
    [1.005, '0.00', '1,01'],
    [1234567.5, '#,##0.00', '1.234.567,50'],
    [1234.5, '_-"R$"\\ * #,##0.00_-;\\-"R$"\\ * #,##0.00_-;_-"R$"\\ * "-"??_-;_-@_-', 'R$ 1.234,50'],
    [-1234.5, '"R$ "#,##0.00;[Red]("R$ "#,##0.00)', '(R$ 1.234,50)'],
    [1234.5, '[$R$-416] #,##0.00', 'R$ 1.234,50'],
    [0.125, '0.0%', '12,5%'],
    [1_500_000, '0.0,,"M"', '1,5M'],
    [1234.5, '[>1000]0.0;0', '1234,5'],
    [0.5, '# ?/?', '0,5'],
    [46_356, 'dd/mm/yyyy', '30/11/2026'],
    [46_356, '[$-416]d "de" mmmm "de" yyyy', '30/11/2026'],
    [46_356.5, 'yyyy-mm-dd hh:mm', '30/11/2026 12:00'],
    [46_356.9999999, 'dd/mm/yy hh:mm:ss', '01/12/2026 00:00:00'],
    [59, 'dd/mm/yyyy', '28/02/1900'],
    [61, 'dd/mm/yyyy', '01/03/1900'],
    [0.75, 'h:mm AM/PM', '18:00'],
    [1.5, '[h]:mm', '36:00'],
    [46_356, 'mmm/yy', '11/2026'],
  ])('%d as %s is %s', (value, format, shown) => {
    expect(shownNumber(value, format, false).replaceAll('\u00a0', ' ')).toBe(shown);
  });

  test('counts its days from 1904 where the workbook says so', () => {
    expect(shownNumber(0, 'dd/mm/yyyy', true)).toBe('01/01/1904');
  });

  test('has the built-in format of its number', () => {
    expect([14, 4, 0, 999].map(builtInFormat)).toEqual(['dd/mm/yyyy', '#,##0.00', 'General', 'General']);
  });

  test('may be an ISO 8601 date', () => {
    expect(shownIsoDate('2026-11-30')).toBe('30/11/2026');
    expect(shownIsoDate('2026-11-30T08:15:00')).toBe('30/11/2026 08:15');
  });
});

test('a formula without a result is found in the used columns, in both languages', () => {
  const sheet = cells('Nome;CEP;Valor;Livre\nAna;1310100;#DIV/0!;#N/D\nBia;1310100;#1;#REF!\nEva;#VALOR!;1;1');
  const found = sheet.rows.map((row) => failedFormula(sheet, row, { name: 'Nome', postal_code: 'CEP', x: 'Valor' }));
  expect(found).toEqual(['Valor', undefined, 'CEP']);
});

const failure = (status: number, code: string) => Object.assign(new Error(code), { status, code, problems: [] });

test('rows are read at no more than 40 a second', async () => {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  let atOnce = 0;
  let most = 0;
  const act = async () => {
    most = Math.max(most, ++atOnce);
    await Promise.resolve();
    atOnce -= 1;
  };
  await eachRow(
    Array.from({ length: 30 }, (_, row) => row),
    act,
    () => false,
    wait,
  );
  expect(waits).toHaveLength(30);
  expect((most * 1_000) / Math.min(...waits)).toBeLessThanOrEqual(40);
});

test('a request is retried until it has a response, and no longer', async () => {
  const answers = [failure(0, 'no_answer'), failure(503, 'service_unavailable'), failure(429, 'rate_limit_exceeded')];
  const waits: number[] = [];
  const ask = async () => {
    const next = answers.shift();
    if (next) throw next;
    return 'answer';
  };
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  expect(await retryUntilResponse(ask, wait)).toBe('answer');
  expect(waits).toEqual([1_000, 2_000, 4_000]);
  await expect(
    retryUntilResponse(() => Promise.reject(failure(422, 'invalid_parameters')), wait),
  ).rejects.toMatchObject({
    status: 422,
  });
  expect(waits).toHaveLength(3);
});
