import { expect, test } from '@jest/globals';
import { statementCsv } from '../../dashboard/src/money/statement-csv.ts';

const texts = {
  columns: ['Quando', 'Tipo', 'Descrição', 'Origem', 'Valor', 'Saldo depois', 'Código'],
  types: { top_up: 'Pagamento', letter: 'Carta' },
} as unknown as Parameters<typeof statementCsv>[1];

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

const rows = (description: string | null) =>
  statementCsv([{ ...entry, description }], texts, (instant) => instant).split('\r\n');

test('a statement opens in a Brazilian spreadsheet: mark, semicolons, decimal comma', () => {
  const [head, row] = rows(null);
  expect(head).toBe('\uFEFFQuando;Tipo;Descrição;Origem;Valor;Saldo depois;Código');
  expect(row).toBe('2026-11-22T12:00:00Z;Carta;;ltr_1;-6,90;0,05;btx_1');
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
