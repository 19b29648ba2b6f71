import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Problem } from '../../dashboard/src/api/objects.ts';
import { en } from '../../dashboard/src/language/en.ts';
import { formats } from '../../dashboard/src/language/formats.ts';
import { explaining } from '../../dashboard/src/language/problems.ts';
import { pt } from '../../dashboard/src/language/pt.ts';
import { blankLetter } from '../../dashboard/src/letters/letter-form.ts';
import {
  blankMarkers,
  cellProblems,
  formOfRow,
  isMisfit,
  matchColumns,
  type Matches,
  targetOfParam,
  unmatched,
} from '../../dashboard/src/mail-merge/columns.ts';
import { type Flaw, judgedRows } from '../../dashboard/src/mail-merge/judged-rows.ts';
import {
  correctedTable,
  linesBy,
  problemsCsv,
  shownTargets,
  tableLines,
} from '../../dashboard/src/mail-merge/lines.ts';
import { eachRow, retryUntilResponse } from '../../dashboard/src/mail-merge/rows-in-turn.ts';
import { editedCells, type Setup, withEdits, withMatches } from '../../dashboard/src/mail-merge/setup.ts';
import { splitAddress, withAddressColumns } from '../../dashboard/src/mail-merge/split-address.ts';
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
    const folder = new URL('../support/fixtures/spreadsheets/cases/', import.meta.url);
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

test('a cell that is not certain is found in the used columns, until a person types its text', () => {
  const sheet = cells(
    'Nome;CEP;Valor;Livre\nAna;1310100;#DIV/0!;#N/D\nBia;1310100;#1;#REF!\nEva;#VALOR!;1;1\nIvo;1;2;3;4\nJoÃ£o;1;#N/D;3',
  );
  const matches = { name: 'Nome', postal_code: 'CEP', city: '', x: 'Valor' };
  expect(sheet.rows.map((row) => cellProblems(sheet, row, matches))).toEqual([
    [{ kind: 'error', target: 'x' }],
    [],
    [{ kind: 'error', target: 'postal_code' }],
    [],
    [
      { kind: 'garbled', target: 'name' },
      { kind: 'error', target: 'x' },
    ],
  ]);
  expect(sheet.rows.map((row) => isMisfit(row, matches))).toEqual([false, false, false, true, false]);
  const [first, , , shifted] = sheet.rows;
  expect(cellProblems(sheet, { ...first!, typed: { x: 'R$ 1' } }, matches)).toEqual([]);
  expect(isMisfit({ ...shifted!, typed: { name: 'Ivo', postal_code: '01310100' } }, matches)).toBe(true);
  expect(isMisfit({ ...shifted!, typed: { name: 'Ivo', postal_code: '01310100', x: '2' } }, matches)).toBe(false);
});

const fine = {
  price: {
    currency: 'BRL' as const,
    total: 690,
    items: [{ type: 'base' as const, quantity: 1, unit_amount: 690, amount: 690 }],
  },
  warnings: [],
};
const none = { currency: 'BRL', total: 0, items: [] };
const shifted = { flaws: [{ target: undefined, text: 'Sobra.' }] };

test('a blank cell of a marker is a problem until a person accepts it or types a text', () => {
  const sheet = cells('Nome;Valor;Prazo\nAna;R$ 1;\nBia;;\nEva;R$ 2;5 dias\nIvo;1;2;3');
  const matches = { name: 'Nome', '{{valor}}': 'Valor', '{{prazo}}': 'Prazo' };
  expect([...blankMarkers(sheet, matches, ['valor', 'prazo'])]).toEqual([
    ['{{valor}}', 1],
    ['{{prazo}}', 2],
  ]);
  const results = [fine, fine, fine, shifted];
  const judged = { cells: sheet, matches };
  const gap = (target: string) => ({ target, text: 'Em branco.' });
  expect(judgedRows(results, judged, ['{{valor}}', '{{prazo}}'], 'Em branco.')).toEqual({
    done: 4,
    isWhole: true,
    sound: [2],
    wrong: new Map<number, readonly Flaw[]>([
      [0, [gap('{{prazo}}')]],
      [1, [gap('{{valor}}'), gap('{{prazo}}')]],
      [3, shifted.flaws],
    ]),
    price: fine.price,
    common: [],
    doubtful: new Map(),
  });
  expect(judgedRows(results, judged, ['{{valor}}'], '').sound).toEqual([0, 2]);
  expect(judgedRows([undefined, ...results.slice(1)], judged, [], '')).toMatchObject({ done: 3, isWhole: false });
  const typed = { ...sheet, rows: sheet.rows.map((row) => ({ ...row, typed: { '{{prazo}}': 'hoje' } })) };
  expect([...blankMarkers(typed, matches, ['valor', 'prazo'])]).toEqual([['{{valor}}', 1]]);
  expect(judgedRows([], judged, [], '').price).toEqual(none);
});

test('the total has the sum of each line of the prices', () => {
  const sheet = cells('Nome\nAna\nBia\nEva');
  const color = { type: 'color' as const, quantity: 2, unit_amount: 110, amount: 220 };
  const colored = { ...fine, price: { ...fine.price, total: 910, items: [...fine.price.items, color] } };
  expect(judgedRows([fine, colored, colored], { cells: sheet, matches: {} }, [], '').price).toEqual({
    currency: 'BRL',
    total: 2510,
    items: [
      { type: 'base', quantity: 3, unit_amount: 690, amount: 2070 },
      { type: 'color', quantity: 4, unit_amount: 110, amount: 440 },
    ],
  });
});

test('a warning of every row is about the PDF, and another stands beside its row', () => {
  const sheet = cells('Nome;Valor\nAna;1\nBia;2\nEva;3');
  const thin = { code: 'hairline', page: 2 } as const;
  const city = { code: 'city_is_neighborhood', page: 1, name: 'to' } as const;
  const over = { code: 'value_over_text', page: 1, name: 'valor' } as const;
  const results = [{ ...fine, warnings: [thin] }, { ...fine, warnings: [city, { ...thin }, over] }, shifted];
  expect(judgedRows(results, { cells: sheet, matches: {} }, [], '')).toMatchObject({
    sound: [0, 1],
    common: [thin],
    doubtful: new Map([[1, [city, over]]]),
  });
});

describe('what a person types in place of cells', () => {
  const sheet = cells('Nome;CEP;Valor\nAna;1;R$ 1\nBia;2;=2');
  const setup: Setup = {
    file: null,
    markers: ['valor'],
    cells: sheet,
    matches: matchColumns(sheet.columns, ['valor'], {}),
    form: blankLetter,
  };

  test('is what the letter takes; the file stays, and rows that nobody edited are the same objects', () => {
    const edited = withEdits(setup, 2, { name: 'Ana Souza', number: '10' });
    const rows = editedCells(edited)!;
    expect(formOfRow({}, rows, rows.rows[0]!, edited.matches, ['valor'])).toMatchObject({
      to: { name: 'Ana Souza', number: '10', postal_code: '1' },
      variables: { valor: 'R$ 1' },
    });
    expect(rows.rows[0]!.values).toEqual(['Ana', '1', 'R$ 1']);
    expect(rows.rows[1]).toBe(sheet.rows[1]);
    expect(editedCells(edited)!.rows[0]).toBe(rows.rows[0]);
    expect(editedCells(withEdits(edited, 2, { name: undefined, number: undefined }))).toEqual(sheet);
  });

  test('belongs to its column', () => {
    const edited = withEdits(withEdits(setup, 2, { name: 'Eva', number: '10' }), 3, { name: 'Ivo' });
    const other = withMatches(edited, { ...edited.matches, name: 'Valor' });
    expect(other.edits).toEqual({ 2: { number: '10' } });
  });

  test('is in the corrected spreadsheet, where a field without a column gets one', () => {
    const edited = withEdits(withEdits(setup, 2, { name: 'Ana Souza', number: '10' }), 3, { '{{valor}}': 'R$ 2' });
    expect(correctedTable(edited, editedCells(edited)!, (target) => target)).toEqual({
      columns: ['Nome', 'CEP', 'Valor', 'number'],
      rows: [
        ['Ana Souza', '1', 'R$ 1', '10'],
        ['Bia', '2', 'R$ 2', ''],
      ],
    });
  });

  test('stands in the table beside the text of the file, with what is wrong', () => {
    const edited = withEdits(setup, 2, { name: 'Ana Souza', number: '10' });
    const rows = editedCells(edited)!;
    const flaws = [{ target: 'city', text: 'Errada.' }];
    const judged = judgedRows([fine, { flaws }], { cells: rows, matches: edited.matches }, [], '');
    const lines = tableLines(edited, rows, judged);
    expect(lines).toMatchObject([
      { line: 2, typedOver: { name: 'Ana', number: '' }, flaws: [], isCorrected: true },
      { line: 3, typedOver: {}, flaws, isCorrected: false },
    ]);
    expect(linesBy(lines, 'wrong').map(({ line }) => line)).toEqual([3]);
    expect(linesBy(lines, 'edited').map(({ line }) => line)).toEqual([2]);
    expect(shownTargets(edited, lines)).toEqual(['name', 'postal_code', 'number', 'city', '{{valor}}']);
    // A formula of the file is no formula in the reader's program.
    expect(problemsCsv(rows, lines, { columns: ['Linha', 'Problema'], nameOf: () => 'Cidade' })).toBe(
      "\uFEFFLinha;Problema;Nome;CEP;Valor\r\n3;Cidade: Errada.;Bia;2;'=2\r\n",
    );
  });
});

test('the parts of an address get columns of their own, and a cell that is not certain makes them uncertain', () => {
  const sheet = cells(
    'Nome;CEP;Endereço completo\nAna;05010000;Rua Caiubi, 100, Apto 1\nBia;1;Sítio\nEva;2;Rua JoÃ£o, 5',
  );
  const matches = matchColumns(sheet.columns, [], {});
  expect(matches).toMatchObject({ street: 'Endereço completo', number: '' });
  const split = sheet.rows.map(({ values }) => splitAddress(values[2]!));
  const result = withAddressColumns({ cells: sheet, matches }, 'Endereço completo', split, (part) => part);
  expect(result.cells.columns.slice(3)).toEqual([
    'Endereço completo: street',
    'Endereço completo: number',
    'Endereço completo: complement',
  ]);
  expect(result.matches).toMatchObject({ street: 'Endereço completo: street', number: 'Endereço completo: number' });
  expect(result.cells.rows.map(({ values }) => values.slice(3))).toEqual([
    ['Rua Caiubi', '100', 'Apto 1'],
    ['', '', ''],
    ['Rua JoÃ£o', '5', ''],
  ]);
  expect(cellProblems(result.cells, result.cells.rows[2]!, result.matches).map(({ target }) => target)).toEqual([
    'street',
    'number',
    'complement',
  ]);
});

test('a warning of every row that says by how much says the most', () => {
  const wide = (over_mm: number) => ({ code: 'value_too_wide', page: 1, name: 'valor', over_mm }) as const;
  const sheet = cells('Nome;Valor\nAna;1\nBia;2\nEva;3');
  const results = [0.3, 41.5, 7].map((over) => ({ ...fine, warnings: [wide(over)] }));
  expect(judgedRows(results, { cells: sheet, matches: {} }, [], '')).toMatchObject({
    common: [wide(41.5)],
    doubtful: new Map(),
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
  expect(explain.row({ problems }, (param) => (matches as Matches)[targetOfParam(param) ?? ''] || undefined)).toBe(
    expected,
  );
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
