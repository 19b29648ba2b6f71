import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Activity, BalanceTransaction, MailMergeRow } from '../../dashboard/src/api/objects.ts';
import { formats } from '../../dashboard/src/language/formats.ts';
import { explaining } from '../../dashboard/src/language/problems.ts';
import { pt } from '../../dashboard/src/language/pt.ts';
import { resultCsv } from '../../dashboard/src/mail-merge/result-file.ts';
import { type Paid, statementCsv, statementWorkbook } from '../../dashboard/src/money/statement-file.ts';
import { type Exported, mailingsCsv, mailingsWorkbook } from '../../dashboard/src/parts/mailing-file.ts';
import { exportedData, type Exporting } from '../../dashboard/src/settings/data-export.ts';
import { dashboardOperations } from '../../lib/core/domain/dashboard-operations.ts';
import { readSpreadsheet } from '../../lib/spreadsheet/read-spreadsheet.ts';
import { exportedAnswers, ownFiles, rightsToExports } from '../support/rights/exports.ts';
import { readersOf } from '../support/rights/fields.ts';

/** Every column of every file that the dashboard saves shows exactly what its right says, to those who may read it. */

const root = resolve(import.meta.dirname, '../..');

/** Objects whose values all differ, so that each cell tells where it comes from. */
const mailing = {
  id: 'valor-id',
  to: { name: 'valor-nome', postal_code: 'valor-cep', city: 'valor-cidade', state: 'valor-uf' },
  status: 'valor-status',
  reference: 'valor-referencia',
  price: { total: 123_456 },
  created_at: '2031-02-03T04:05:06Z',
};
const letter = { ...mailing, tracking_code: 'valor-rastreio' };
const transaction = {
  id: 'valor-lancamento',
  object: 'balance_transaction',
  type: 'valor-tipo',
  amount: -2_345_67,
  currency: 'BRL',
  balance_after: 7_654_321,
  source_id: 'valor-id',
  description: 'valor-descricao',
  created_at: '2032-03-04T05:06:07Z',
} as unknown as BalanceTransaction;
const paid = { ...mailing, metadata: { mail_merge_row: 'valor-planilha/1', centro: 'valor-centro' } };
const row = {
  object: 'mail_merge_row',
  row: 31,
  line: 32,
  state: 'refused',
  letter_id: 'valor-carta',
  letter: { recipient: 'valor-nome', reference: 'valor-referencia', status: 'posted' },
  total: 4_321,
  problems: [{ param: 'valor-campo', code: 'valor-codigo', message: 'valor-mensagem' }],
} as unknown as MailMergeRow;

/** What stands in a cell for a field. */
const shown: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['letter', 'verification'].flatMap((object) =>
      Object.entries({
        created_at: mailing.created_at,
        'price.total': '1234,56',
        status: mailing.status,
        'to.name': 'valor-nome',
        'to.postal_code': 'valor-cep',
        'to.city': 'valor-cidade',
        'to.state': 'valor-uf',
        reference: 'valor-referencia',
        recipient: 'valor-nome',
        tracking_code: 'valor-rastreio',
        id: 'valor-id',
      }).map(([field, text]) => [`${object}.${field}`, text]),
    ),
  ),
  'balance_transaction.created_at': transaction.created_at,
  'balance_transaction.type': 'valor-tipo',
  'balance_transaction.description': 'valor-descricao',
  'balance_transaction.source_id': 'valor-id',
  'balance_transaction.amount': '-2345,67',
  'balance_transaction.balance_after': '76543,21',
  'balance_transaction.id': 'valor-lancamento',
  'activity.person.name': 'valor-pessoa',
  'mail_merge_row.line': '32',
  'mail_merge_row.state': 'valor-estado',
  'mail_merge_row.letter_id': 'valor-carta',
  'mail_merge_row.total': '43,21',
};

const instant = (iso: string) => iso;
const lists = { sheet: 'Lista', columns: pt.lists.columns, status: ({ status }: Exported) => status, instant };
const money = { sheet: 'Extrato', columns: pt.money.columns, types: {}, instant };
const statement = {
  transactions: [transaction],
  activity: [
    {
      object_id: 'valor-planilha',
      operation: 'letters-create',
      person: { name: 'valor-pessoa' },
    } as unknown as Activity,
  ],
  mailings: new Map([['valor-id', paid as unknown as Paid]]),
  keys: ['centro'],
};
const results = {
  resultColumns: Array.from({ length: rightsToExports.results.columns.length }, (_, at) => `coluna ${at}`),
  counts: { refused: 'valor-estado' },
  letters: { posted: 'valor-status' },
} as unknown as Parameters<typeof resultCsv>[1];

type Name = keyof typeof rightsToExports;
const files: Record<Name, { csv: string; workbook?: () => Promise<Blob> }> = {
  letters: { csv: mailingsCsv([letter], lists), workbook: () => mailingsWorkbook([letter], lists) },
  verifications: { csv: mailingsCsv([mailing], lists), workbook: () => mailingsWorkbook([mailing], lists) },
  statement: { csv: statementCsv(statement, money), workbook: () => statementWorkbook(statement, money) },
  results: { csv: resultCsv([row], results, explaining(pt, formats('pt-BR'))) },
};

/** A column has the text of its field, or a text of several sources that contains it. */
function expectedCells(name: Name): string[] {
  return rightsToExports[name].columns.map((field, at) => {
    if (field === 'mail_merge_row.problems.message') return 'valor-mensagem';
    if (field === 'letter.metadata') return at === 5 ? 'valor-planilha' : 'valor-centro';
    return shown[field] ?? `nothing is known of ${field}`;
  });
}

const names = Object.keys(rightsToExports) as Name[];

describe.each(names)('the file of %s', (name) => {
  test('shows in each column what the table says', () => {
    const [heading, line] = files[name].csv.replace('\uFEFF', '').split('\r\n') as [string, string];
    // A letter's tracking code has a column in the list of verifications, which is empty.
    const cells = line.split(';').filter((cell, at) => !(name === 'verifications' && at === 8 && cell === ''));
    expect(cells).toEqual(expectedCells(name));
    expect(heading.split(';')).toHaveLength(line.split(';').length);
  });

  test('has the same texts as a workbook', async () => {
    const { csv, workbook } = files[name];
    if (!workbook) return;
    const read = await readSpreadsheet(new Uint8Array(await (await workbook()).arrayBuffer()), 'arquivo.xlsx');
    if (typeof read === 'string') throw new Error(read);
    const texts = (cells: readonly string[]) => cells.filter((cell) => cell.startsWith('valor-'));
    expect(texts(read.cells.rows[0]!.values)).toEqual(texts(csv.split('\r\n')[1]!.split(';')));
  });

  test('shows nothing that a role with its page may not read', () => {
    const { page, columns } = rightsToExports[name];
    const wrong = dashboardOperations[page].roles.flatMap((role) =>
      columns.filter((column) => {
        const [object, ...field] = column.split('.');
        return !readersOf(object!, field.join('.')).includes(role);
      }),
    );
    expect(wrong).toEqual([]);
  });
});

test('the export of an account asks for nothing else than its row says', async () => {
  const asked: string[] = [];
  const api = new Proxy({} as Exporting, {
    get: (_, method) => async () => {
      asked.push(String(method));
      return { data: [], next_cursor: null };
    },
  });
  await exportedData(api, () => undefined);
  const methods: Readonly<Record<string, string>> = {
    account: 'account-show',
    people: 'people-list',
    transactions: 'balance-transactions-list',
    letters: 'letters-list',
    verifications: 'verifications-list',
    events: 'events-list',
  };
  expect(asked.map((method) => methods[method] ?? method)).toEqual(
    exportedAnswers['dashboard/src/settings/settings-page.tsx'],
  );
});

test('each place of the dashboard that saves a file has its row', () => {
  const helpers = ['dashboard/src/parts/save-file.ts', 'dashboard/src/mail-merge/workbook-file.ts'];
  const saving = globSync('dashboard/src/**/*.{ts,tsx}', { cwd: root }).filter((path) =>
    /\b(saveFile|saveBlob|saveWorkbook)\(|\bdownload ?=/.test(readFileSync(resolve(root, path), 'utf8')),
  );
  const rows = names.map((name) => rightsToExports[name].savedBy);
  const known = new Set<string>([...rows, ...Object.keys(exportedAnswers), ...ownFiles, ...helpers]);
  expect(saving.filter((path) => !known.has(path))).toEqual([]);
  expect([...known].filter((path) => !saving.includes(path))).toEqual([]);
});
