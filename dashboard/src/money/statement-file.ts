import type { Activity, BalanceTransaction, Letter, Verification } from '../api/objects.ts';
import { actBehind, actorIn, MAIL_MERGE_ROW } from '../parts/act.ts';
import { csvAmount, csvFile, csvText } from '../parts/csv.ts';
import { BRASILIA_MS, WORKBOOK_TYPE } from '../parts/mailing-file.ts';

/** A mailing, as far as a statement tells of it. */
export type Paid = Pick<Letter | Verification, 'id' | 'to' | 'reference' | 'metadata'>;

export interface StatementTexts {
  sheet: string;
  /** When, type, description, recipient, reference, spreadsheet, person, mailing, amount, balance, id. */
  columns: readonly string[];
  types: Readonly<Record<string, string>>;
  instant: (iso: string) => string;
}

interface StatementOf {
  transactions: readonly BalanceTransaction[];
  mailings: ReadonlyMap<string, Paid>;
  /** What people did, the newest first. */
  activity: readonly Activity[];
  /** Keys of metadata that get a column each, such as a cost center. */
  keys: readonly string[];
}

/** Keys of metadata that customers gave the mailings, in alphabetical order. */
export function metadataKeys(mailings: ReadonlyMap<string, Paid>): string[] {
  const keys = new Set([...mailings.values()].flatMap(({ metadata }) => Object.keys(metadata)));
  keys.delete(MAIL_MERGE_ROW);
  return [...keys].sort((one, other) => one.localeCompare(other, 'pt-BR'));
}

/** Who ordered what was charged, or canceled what was refunded; null for API keys and for whatever nobody did. */
export function personBehind(transaction: BalanceTransaction, { mailings, activity }: Omit<StatementOf, 'keys'>) {
  const act = actBehind(transaction, mailings.get(transaction.source_id ?? ''));
  return act && actorIn(activity, act);
}

function textsOf(transaction: BalanceTransaction, of: StatementOf, words: StatementTexts) {
  const { type, source_id, description } = transaction;
  const paid = of.mailings.get(source_id ?? '');
  return [
    words.types[type] ?? type,
    description ?? '',
    paid?.to.name ?? '',
    paid?.reference ?? '',
    paid?.metadata[MAIL_MERGE_ROW]?.split('/')[0] ?? '',
    personBehind(transaction, of) ?? '',
    source_id ?? '',
    ...of.keys.map((key) => paid?.metadata[key] ?? ''),
  ];
}

const columnsOf = ({ keys }: StatementOf, { columns }: StatementTexts) => [
  ...columns.slice(0, 8),
  ...keys,
  ...columns.slice(8),
];

/** A statement for spreadsheets. */
export function statementCsv(of: StatementOf, words: StatementTexts): string {
  const rows = of.transactions.map((transaction) => [
    csvText(words.instant(transaction.created_at)),
    ...textsOf(transaction, of, words).map(csvText),
    csvAmount(transaction.amount),
    csvAmount(transaction.balance_after),
    csvText(transaction.id),
  ]);
  return csvFile(columnsOf(of, words), rows);
}

/** The same as XLSX, with true dates, in Brasília, and amounts. SheetJS loads when it is first needed. */
export async function statementWorkbook(of: StatementOf, words: StatementTexts): Promise<Blob> {
  const { workbookOf } = await import('@malote/spreadsheet/write-workbook.ts');
  const rows = of.transactions.map((transaction) => [
    new Date(Date.parse(transaction.created_at) + BRASILIA_MS),
    ...textsOf(transaction, of, words),
    transaction.amount / 100,
    transaction.balance_after / 100,
    transaction.id,
  ]);
  return new Blob([workbookOf(words.sheet, columnsOf(of, words), rows)], { type: WORKBOOK_TYPE });
}

/** What a month cost: charges without refunds, and what was paid in. Amounts in centavos. */
export interface Month {
  /** `YYYY-MM` in Brasília. */
  month: string;
  letters: number;
  verifications: number;
  refunds: number;
  paidIn: number;
}

const NONE = { letters: 0, verifications: 0, refunds: 0, paidIn: 0 };

const kinds: Readonly<Record<string, keyof typeof NONE>> = {
  letter: 'letters',
  verification: 'verifications',
  refund: 'refunds',
};

/** The totals of each month, the newest first. */
export function monthsOf(transactions: readonly BalanceTransaction[]): Month[] {
  const months = new Map<string, Month>();
  for (const { type, amount, created_at } of transactions) {
    const month = new Date(Date.parse(created_at) + BRASILIA_MS).toISOString().slice(0, 7);
    const sums = months.get(month) ?? { month, ...NONE };
    const kind = kinds[type] ?? 'paidIn';
    months.set(month, { ...sums, [kind]: sums[kind] + amount });
  }
  return [...months.values()].sort((one, other) => other.month.localeCompare(one.month));
}

/** What mailings cost by the value of a metadata key, refunds deducted, the most first. */
export function costsBy(
  key: string,
  { transactions, mailings }: Pick<StatementOf, 'transactions' | 'mailings'>,
): [value: string, cost: number][] {
  const costs = new Map<string, number>();
  for (const { type, amount, source_id } of transactions) {
    if (!(type in kinds)) continue;
    const value = mailings.get(source_id ?? '')?.metadata[key] ?? '';
    costs.set(value, (costs.get(value) ?? 0) - amount);
  }
  return [...costs].sort(([, one], [, other]) => other - one);
}
