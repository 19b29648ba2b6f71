import { expect, test } from '@jest/globals';
import { everyMailing, mailingsCsv, mailingsWorkbook } from '../../dashboard/src/parts/mailing-file.ts';
import { readSpreadsheet } from '../../lib/spreadsheet/read-spreadsheet.ts';

const columns = 'Criada em,Valor (R$),Situação,Destinatário,CEP,Cidade,UF,Referência,Rastreio,Código'.split(',');
const words = { sheet: 'Cartas', columns, status: () => 'Na fila', instant: (iso: string) => iso };
const letter = {
  id: 'ltr_1',
  to: { name: '=José', postal_code: '05010-000', city: 'São Paulo', state: 'SP' },
  status: 'received',
  reference: null,
  price: { total: 690 },
  created_at: '2026-11-22T01:30:00Z',
  tracking_code: null,
};

test('a list of mailings opens in a Brazilian spreadsheet, and no name is a formula', () => {
  expect(mailingsCsv([letter], words)).toBe(
    `\uFEFF${columns.join(';')}\r\n2026-11-22T01:30:00Z;6,90;Na fila;'=José;05010-000;São Paulo;SP;;;ltr_1\r\n`,
  );
});

test('as XLSX it has true dates, in Brasília, and true amounts', async () => {
  const file = await mailingsWorkbook([letter], words);
  const read = await readSpreadsheet(new Uint8Array(await file.arrayBuffer()), 'cartas.xlsx');
  const text = JSON.stringify(read);
  for (const shown of ['Situação', '=José', '21/11/2026', '6,9', 'ltr_1']) expect(text).toContain(shown);
});

test('every page of the list is read once', async () => {
  const asked: unknown[] = [];
  const all = await everyMailing((page) => {
    asked.push(page);
    const last = page.cursor !== undefined;
    return Promise.resolve({ data: [page.cursor ?? 'first'], has_more: !last, next_cursor: last ? null : 'second' });
  });
  expect(all).toEqual(['first', 'second']);
  expect(asked).toEqual([
    { limit: 100, cursor: undefined },
    { limit: 100, cursor: 'second' },
  ]);
});
