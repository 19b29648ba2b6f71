import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../dashboard/src/api/objects.ts';
import { en } from '../../dashboard/src/language/en.ts';
import { formats } from '../../dashboard/src/language/formats.ts';
import { explaining } from '../../dashboard/src/language/problems.ts';
import { pt } from '../../dashboard/src/language/pt.ts';
import {
  blankColumns,
  columnOfParam,
  faultOfRow,
  formOfRow,
  matchColumns,
  unmatched,
} from '../../dashboard/src/mail-merge/columns.ts';
import { judgedRows } from '../../dashboard/src/mail-merge/judged-rows.ts';
import { eachRow, retryUntilResponse } from '../../dashboard/src/mail-merge/rows-in-turn.ts';
import { detailMessage } from '../../lib/adapters/http/error-reply.ts';
import type { Reading } from '../../lib/spreadsheet/cells.ts';
import { readText } from '../../lib/spreadsheet/read-spreadsheet.ts';

const cells = (text: string) => (readText(text, 'a.csv') as Reading).cells;

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

  test.each([
    ['name', 'Nome do cliente', ['Nome do cliente']],
    ['name', 'Nome do(a) destinatário(a)', ['Nome do(a) destinatário(a)']],
    ['name', 'Nome', ['Nome do cliente', 'Nome']],
    ['name', '', ['Nome da mãe', 'Código do cliente']],
    ['postal_code', 'CEP do cliente', ['CEP do cliente']],
    ['city', 'Cidade (destinatário)', ['Cidade (destinatário)']],
    ['number', '', ['Número do cliente', 'Número do contrato']],
  ])('the column of %s is %j', (field, found, all) => {
    expect(matchColumns(all, [], {})[field]).toBe(found);
  });

  test.each([
    ['05.010-000', '05010000'],
    ['05010 000', '05010000'],
    ['5010000', '05010000'],
    ['5010-000', '05010000'],
    ['05010\u2011000', '05010000'],
    ['05010–000', '05010000'],
    ['\u200b05010-000', '05010000'],
    ['05010-000\u202c', '05010000'],
    // A digit is missing, and not the first one.
    ['0501-000', '0501-000'],
    ['501000', '501000'],
    ['CEP 05010-000', 'CEP 05010-000'],
  ])('the postal code %j becomes %j', (text, postal_code) => {
    const sheet = cells(`Nome;CEP\nAna;${text}`);
    expect(formOfRow({}, sheet, sheet.rows[0]!, { postal_code: 'CEP' }, []).to.postal_code).toBe(postal_code);
  });

  test('the postal codes of a register in all its notations are whole, or wait for a person', () => {
    const folder = new URL('../fixtures/spreadsheets/cases/', import.meta.url);
    const sheet = cells(readFileSync(new URL('S10-cep-forms.csv', folder), 'utf8'));
    const codes = sheet.rows.map((row) => formOfRow({}, sheet, row, { postal_code: 'CEP' }, []).to.postal_code);
    expect(codes.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => '05010000'));
    // The service refuses these, with their row and column.
    expect(codes.slice(8).filter((code) => /^\d{8}$/.test(code))).toEqual(['05010000']);
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

test('a cell that is not certain is found in the used columns', () => {
  const sheet = cells(
    'Nome;CEP;Valor;Livre\nAna;1310100;#DIV/0!;#N/D\nBia;1310100;#1;#REF!\nEva;#VALOR!;1;1\nIvo;1;2;3;4\nJoÃ£o;1;2;3',
  );
  const matches = { name: 'Nome', postal_code: 'CEP', city: '', x: 'Valor' };
  expect(sheet.rows.map((row) => faultOfRow(sheet, row, matches))).toEqual([
    { kind: 'error', column: 'Valor' },
    undefined,
    { kind: 'error', column: 'CEP' },
    { kind: 'misfit', cells: 5, columns: 4 },
    { kind: 'garbled', column: 'Nome' },
  ]);
});

test('a blank cell of a marker is a problem until a person accepts it', () => {
  const sheet = cells('Nome;Valor;Prazo\nAna;R$ 1;\nBia;;\nEva;R$ 2;5 dias\nIvo;1;2;3');
  const matches = { name: 'Nome', '{{valor}}': 'Valor', '{{prazo}}': 'Prazo' };
  expect([...blankColumns(sheet, matches, ['valor', 'prazo'])]).toEqual([
    ['Valor', 1],
    ['Prazo', 2],
  ]);
  const fine = { total: 690, warnings: [] };
  const results = [fine, fine, fine, { message: 'Sobra.' }];
  expect(judgedRows(results, sheet, ['Valor', 'Prazo'], (columns) => `Sem ${columns}.`)).toEqual({
    done: 4,
    isWhole: true,
    sound: [2],
    wrong: [
      { row: 0, message: 'Sem Prazo.' },
      { row: 1, message: 'Sem Valor, Prazo.' },
      { row: 3, message: 'Sobra.' },
    ],
    total: 690,
    common: [],
    doubtful: [],
  });
  expect(judgedRows(results, sheet, ['Valor'], () => '').sound).toEqual([0, 2]);
  expect(judgedRows([undefined, ...results.slice(1)], sheet, [], () => '')).toMatchObject({ done: 3, isWhole: false });
});

test('a warning of every row is about the PDF, and another stands beside its row', () => {
  const sheet = cells('Nome;Valor\nAna;1\nBia;2\nEva;3');
  const thin = { code: 'hairline', page: 2 } as const;
  const city = { code: 'city_is_neighborhood', page: 1, name: 'to' } as const;
  const over = { code: 'value_over_text', page: 1, name: 'valor' } as const;
  const results = [
    { total: 690, warnings: [thin] },
    { total: 690, warnings: [city, { ...thin }, over] },
    { message: 'Sobra.' },
  ];
  expect(judgedRows(results, sheet, [], () => '')).toMatchObject({
    sound: [0, 1],
    common: [thin],
    doubtful: [{ row: 1, warnings: [city, over] }],
  });
});

test.each([
  [
    'pt-BR',
    pt,
    'Nº: Preencha este campo. Total: O PDF tem esta marcação, e falta o texto dela. Cidade: Este CEP é de Itu/SP. Corrija o CEP ou a cidade. Rua: O CEP não traz este dado. Preencha o campo. Dia do envio: Vai de 31/01/2027 a 29/07/2027.',
    'O serviço falhou agora. Tente de novo em instantes: nada é feito nem cobrado duas vezes.',
  ],
  [
    'en',
    en,
    'Nº: Fill in this field. Total: The PDF has this marker, and its text is missing. City: This postal code is in Itu/SP. Correct the postal code or the city. Rua: The postal code does not supply this. Fill in the field. Sending day: From 31 Jan 2027 to 29 Jul 2027.',
    'The service failed just now. Try again in a moment: nothing is done or charged twice.',
  ],
] as const)('problems of a row name their columns, in words for people: %s', (locale, texts, expected, failed) => {
  const matches = { name: 'Nome', number: 'Nº', '{{valor}}': 'Total', city: '', street: 'Rua' };
  const inPortuguese = locale === 'pt-BR';
  const problems = (
    [
      ['to.number', 'too_short', 'Abaixo do tamanho mínimo: envie pelo menos 1 caractere.'],
      ['document.variables.valor', 'variable_missing', ''],
      [
        'to.city',
        'invalid_value',
        detailMessage(
          { code: 'invalid_value', values: { reason: 'city_of_postal_code', city: 'Itu', state: 'SP' } },
          locale,
        ),
      ],
      ['to.street', 'address_incomplete', 'Envie-o na requisição.'],
      [
        'send_date',
        'out_of_range',
        inPortuguese ? 'Vai de 2027-01-31 a 2027-07-29.' : 'From 2027-01-31 to 2027-07-29.',
      ],
    ] as const
  ).map(([param, code, message]): Problem => ({ param, code, message }));
  const explain = explaining(texts, formats(locale));
  expect(explain.row({ problems }, (param) => columnOfParam(param, matches))).toBe(expected);
  expect(explain.row({ problems: [], code: 'internal_error', message: 'x' })).toBe(failed);
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
