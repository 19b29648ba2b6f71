import type { BalanceTransaction } from '../api/objects.ts';
import { csvAmount, csvFile, csvText } from '../parts/csv.ts';

export interface StatementTexts {
  columns: readonly [string, string, string, string, string, string, string];
  types: Record<BalanceTransaction['type'], string>;
}

/** A statement for spreadsheets. */
export function statementCsv(
  transactions: readonly BalanceTransaction[],
  { columns, types }: StatementTexts,
  instant: (iso: string) => string,
): string {
  const rows = transactions.map(({ id, type, amount, balance_after, source_id, description, created_at }) => [
    csvText(instant(created_at)),
    csvText(types[type] ?? type),
    csvText(description ?? ''),
    csvText(source_id ?? ''),
    csvAmount(amount),
    csvAmount(balance_after),
    csvText(id),
  ]);
  return csvFile(columns, rows);
}
