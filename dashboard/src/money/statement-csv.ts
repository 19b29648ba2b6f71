import type { BalanceTransaction } from '../api/objects.ts';

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text of somebody else's is never a formula in the reader's spreadsheet: an apostrophe makes it text. */
function text(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[";\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Centavos with a decimal comma, as Brazilian spreadsheets read numbers. */
function amount(centavos: number): string {
  const sign = centavos < 0 ? '-' : '';
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

export interface StatementTexts {
  columns: readonly [string, string, string, string, string, string, string];
  types: Record<BalanceTransaction['type'], string>;
}

/** A statement for spreadsheets: semicolons and a byte order mark, as they expect it in Brazil. */
export function statementCsv(
  transactions: readonly BalanceTransaction[],
  { columns, types }: StatementTexts,
  instant: (iso: string) => string,
): string {
  const lines = transactions.map(({ id, type, amount: moved, balance_after, source_id, description, created_at }) =>
    [
      text(instant(created_at)),
      text(types[type] ?? type),
      text(description ?? ''),
      text(source_id ?? ''),
      amount(moved),
      amount(balance_after),
      text(id),
    ].join(';'),
  );
  return `\uFEFF${[columns.map(text).join(';'), ...lines].join('\r\n')}\r\n`;
}
