import { WORKBOOK_TYPE } from '../parts/mailing-file.ts';
import { saveBlob } from '../parts/save-file.ts';

interface Table {
  sheet: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Saves a table of texts as XLSX. SheetJS loads when it is first needed. */
export async function saveWorkbook(name: string, { sheet, columns, rows }: Table): Promise<void> {
  const { workbookOf } = await import('@malote/spreadsheet/write-workbook.ts');
  saveBlob(new Blob([workbookOf(sheet, columns, rows)], { type: WORKBOOK_TYPE }), name);
}
