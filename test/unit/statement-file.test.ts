import { expect, test } from '@jest/globals';
import type { Activity } from '../../dashboard/src/api/objects.ts';
import {
  costsBy,
  metadataKeys,
  monthsOf,
  type Paid,
  personBehind,
  statementCsv,
  type StatementTexts,
  statementWorkbook,
} from '../../dashboard/src/money/statement-file.ts';
import { readSpreadsheet } from '../../lib/spreadsheet/read-spreadsheet.ts';

const texts: StatementTexts = {
  sheet: 'Extrato',
  columns: [
    ...['Quando', 'Tipo', 'Descrição', 'Destinatário', 'Referência', 'Planilha', 'Pessoa', 'Origem'],
    ...['Valor', 'Saldo depois', 'Código'],
  ],
  types: { top_up: 'Pagamento', letter: 'Carta' },
  instant: (iso) => iso,
};

const entry = {
  id: 'btx_1',
  object: 'balance_transaction',
  type: 'letter',
  amount: -690,
  currency: 'BRL',
  balance_after: 5,
  source_id: 'ltr_1',
  description: null,
  created_at: '2026-11-22T12:00:00Z',
} as const;

const paid = (name: string, metadata: Record<string, string>) =>
  ({ id: 'ltr_1', to: { name }, reference: 'contrato-17', metadata }) as unknown as Paid;

const mailings = new Map([
  ['ltr_1', paid('Ana Souza', { mail_merge_row: 'mrg_1/3', centro_de_custo: 'Jurídico' })],
  ['ltr_2', paid('Bia Prado', { centro_de_custo: 'Cobrança' })],
]);

/** The newest first; Ana repeated what Rui had confirmed. */
const activity = [
  ['Bia Melo', 'letters-cancel', 'ltr_2'],
  ['Ana Prado', 'mail-merges-send', 'mrg_1'],
  ['Rui Lima', 'mail-merges-send', 'mrg_1'],
  ['Eva Reis', 'verifications-create', 'ver_1'],
  ['Eva Reis', 'letters-create', 'ltr_2'],
].map(([name, operation, object_id]) => ({ person: { name }, operation, object_id }) as Activity);

const rows = (description: string | null) =>
  statementCsv({ transactions: [{ ...entry, description }], mailings: new Map(), activity: [], keys: [] }, texts).split(
    '\r\n',
  );

test('a statement opens in a Brazilian spreadsheet: mark, semicolons, decimal comma', () => {
  const [head, row] = rows(null);
  expect(head).toBe(
    '\uFEFFQuando;Tipo;Descrição;Destinatário;Referência;Planilha;Pessoa;Origem;Valor;Saldo depois;Código',
  );
  expect(row).toBe('2026-11-22T12:00:00Z;Carta;;;;;;ltr_1;-6,90;0,05;btx_1');
});

test('it says who got the letter, its reference, spreadsheet and person, and each key of the metadata', () => {
  const keys = metadataKeys(mailings);
  expect(keys).toEqual(['centro_de_custo']);
  const [head, row] = statementCsv({ transactions: [entry], mailings, activity, keys }, texts).split('\r\n');
  expect(head).toContain(';Origem;centro_de_custo;Valor;');
  expect(row).toBe('2026-11-22T12:00:00Z;Carta;;Ana Souza;contrato-17;mrg_1;Rui Lima;ltr_1;Jurídico;-6,90;0,05;btx_1');
});

test('the workbook has a true date, in Brasília, and true amounts', async () => {
  const file = await statementWorkbook({ transactions: [entry], mailings, activity, keys: [] }, texts);
  const read = await readSpreadsheet(new Uint8Array(await file.arrayBuffer()), 'extrato.xlsx');
  if (typeof read === 'string') throw new Error(read);
  const [row] = read.cells.rows;
  expect(row!.faults).toBeUndefined();
  expect(row!.values.slice(0, 2)).toEqual(['22/11/2026 09:00', 'Carta']);
  expect(row!.values.slice(8)).toEqual(['-6,9', '0,05', 'btx_1']);
});

test.each([
  ['a letter of a spreadsheet', 'letter', 'ltr_1', 'Rui Lima'],
  ['a letter', 'letter', 'ltr_2', 'Eva Reis'],
  ['a verification', 'verification', 'ver_1', 'Eva Reis'],
  ['a refund of a canceled letter', 'refund', 'ltr_2', 'Bia Melo'],
  ['a refund of a failed letter', 'refund', 'ltr_1', null],
  ['a letter of an API key', 'letter', 'ltr_3', null],
  ['a payment', 'top_up', null, null],
] as const)('the person behind %s', (_, type, source_id, person) => {
  const moved = { ...entry, type, source_id };
  expect(personBehind(moved, { transactions: [], mailings, activity })).toBe(person);
});

test('months are those of Brasília, and costs have their refunds deducted', () => {
  const transactions = [
    { ...entry, type: 'top_up', amount: 10_000, source_id: null, created_at: '2026-12-01T02:59:59Z' } as const,
    entry,
    { ...entry, source_id: 'ltr_2' },
    { ...entry, type: 'refund', amount: 690, source_id: 'ltr_2', created_at: '2026-12-01T03:00:00Z' } as const,
    { ...entry, type: 'verification', amount: -900, source_id: 'ver_1', created_at: '2026-12-02T12:00:00Z' } as const,
  ];
  expect(monthsOf(transactions)).toEqual([
    { month: '2026-12', letters: 0, verifications: -900, refunds: 690, paidIn: 0 },
    { month: '2026-11', letters: -1380, verifications: 0, refunds: 0, paidIn: 10_000 },
  ]);
  expect(costsBy('centro_de_custo', { transactions, mailings })).toEqual([
    ['', 900],
    ['Jurídico', 690],
    ['Cobrança', 0],
  ]);
});

test.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1'])(
  '%j is not a formula',
  (text) => {
    expect(rows(text).slice(1).join('\r\n')).toMatch(/;"?'/);
  },
);

test('quotes, semicolons and line breaks stay within their cell', () => {
  expect(rows('a "b"; c\nd')[1]).toContain(';"a ""b""; c\nd";');
});

test.each(['a,=1+1', 'a\t=1+1', 'a,\t@SUM(A1)'])(
  'what follows another separator stays in the cell of %j, since not every program takes semicolons',
  (text) => {
    expect(rows(text).join('\r\n')).toContain(`;"${text}";`);
  },
);
