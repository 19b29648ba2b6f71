import type { List } from '../api/objects.ts';
import { csvAmount, csvFile, csvText } from './csv.ts';

/** Brasília has no summer time (decree 9.772 of 2019). */
export const BRASILIA_MS = -3 * 3_600_000;

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Mailings of one request. */
const PAGE = 100;

export interface FileTexts {
  sheet: string;
  columns: readonly string[];
  status: (mailing: Exported) => string;
  instant: (iso: string) => string;
}

export interface Exported {
  id: string;
  to: { name: string; postal_code: string; city: string; state: string };
  status: string;
  reference: string | null;
  price: { total: number };
  created_at: string;
  tracking_code?: string | null;
}

/** Every mailing of a list, page by page, newest first. */
export async function everyMailing<M>(
  list: (page: { limit: number; cursor: string | undefined }) => Promise<List<M>>,
): Promise<M[]> {
  const all: M[] = [];
  let cursor: string | undefined;
  do {
    const next = await list({ limit: PAGE, cursor });
    all.push(...next.data);
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

const texts = (mailing: Exported, { status }: FileTexts) => [
  status(mailing),
  mailing.to.name,
  mailing.to.postal_code,
  mailing.to.city,
  mailing.to.state,
  mailing.reference ?? '',
  mailing.tracking_code ?? '',
  mailing.id,
];

/** A list of mailings for spreadsheets. */
export const mailingsCsv = (mailings: readonly Exported[], words: FileTexts): string =>
  csvFile(
    words.columns,
    mailings.map((mailing) => [
      csvText(words.instant(mailing.created_at)),
      csvAmount(mailing.price.total),
      ...texts(mailing, words).map(csvText),
    ]),
  );

/** The same as XLSX, with true dates, in Brasília, and amounts. SheetJS loads when it is first needed. */
export async function mailingsWorkbook(mailings: readonly Exported[], words: FileTexts): Promise<Blob> {
  const { workbookOf } = await import('@malote/spreadsheet/write-workbook.ts');
  const rows = mailings.map((mailing) => [
    new Date(Date.parse(mailing.created_at) + BRASILIA_MS),
    mailing.price.total / 100,
    ...texts(mailing, words),
  ]);
  return new Blob([workbookOf(words.sheet, words.columns, rows)], { type: WORKBOOK_TYPE });
}
