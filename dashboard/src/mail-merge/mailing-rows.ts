import type { MailMergeRow } from '../api/objects.ts';

type AskRows = (
  id: string,
  cursor: string | undefined,
) => Promise<{ data: MailMergeRow[]; next_cursor: string | null }>;

/** Every row that has a result, with its letter as it is now. */
export async function allRows(ask: AskRows, id: string): Promise<MailMergeRow[]> {
  const rows: MailMergeRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(id, cursor);
    rows.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
