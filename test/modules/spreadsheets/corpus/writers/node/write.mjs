// Writes the books (books.ts) with a library of npm: write.mjs LIBRARY BOOKS FOLDER.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [library, books, folder] = process.argv.slice(2);

const letters = (column) =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const writers = {
  async exceljs(book, path) {
    const { default: ExcelJS } = await import('exceljs');
    const workbook = new ExcelJS.Workbook();
    for (const sheet of book.sheets) {
      const page = workbook.addWorksheet(sheet.name, { state: sheet.hidden ? 'hidden' : 'visible' });
      sheet.rows.forEach((row, line) =>
        row.forEach(({ value, format, formula }, column) => {
          const cell = page.getCell(line + 1, column + 1);
          if (formula !== undefined) cell.value = { formula };
          else if (value !== null) cell.value = value;
          if (format !== undefined) cell.numFmt = format;
        }),
      );
      for (const row of sheet.hiddenRows ?? []) page.getRow(row + 1).hidden = true;
      if (sheet.titleColumns) page.mergeCells(1, 1, 1, sheet.titleColumns);
    }
    await workbook.xlsx.writeFile(path);
  },

  async sheetjs(book, path) {
    const { utils, write } = await import('@e965/xlsx');
    const workbook = utils.book_new();
    workbook.Workbook = { Sheets: book.sheets.map(({ hidden }) => ({ Hidden: hidden ? 1 : 0 })) };
    for (const sheet of book.sheets) {
      const page = {};
      sheet.rows.forEach((row, line) =>
        row.forEach(({ value, format, formula }, column) => {
          if (value === null && formula === undefined) return;
          const t = formula !== undefined || typeof value === 'number' ? 'n' : typeof value === 'boolean' ? 'b' : 's';
          page[`${letters(column)}${line + 1}`] = {
            t,
            ...(formula === undefined ? { v: value } : { f: formula }),
            ...(format ? { z: format } : {}),
          };
        }),
      );
      page['!ref'] = `A1:${letters(Math.max(...sheet.rows.map((row) => row.length)) - 1)}${sheet.rows.length}`;
      page['!rows'] = sheet.rows.map((_, row) => ({ hidden: sheet.hiddenRows?.includes(row) }));
      if (sheet.titleColumns) page['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: sheet.titleColumns - 1 } }];
      utils.book_append_sheet(workbook, page, sheet.name);
    }
    writeFileSync(
      path,
      write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: book.name.length % 2 === 0 }),
    );
  },

  async hucre(book, path) {
    const { writeXlsx } = await import('hucre/xlsx');
    const bytes = await writeXlsx({
      sheets: book.sheets.map((sheet) => ({
        name: sheet.name,
        hidden: sheet.hidden ?? false,
        rows: sheet.rows.map((row) => row.map(({ value }) => value)),
        cells: new Map(
          sheet.rows.flatMap((row, line) =>
            row.flatMap(({ value, format, formula }, column) =>
              format === undefined && formula === undefined
                ? []
                : [
                    [
                      `${line},${column}`,
                      { value, ...(formula ? { formula } : {}), style: format ? { numFmt: format } : {} },
                    ],
                  ],
            ),
          ),
        ),
        rowDefs: new Map((sheet.hiddenRows ?? []).map((row) => [row, { hidden: true }])),
        ...(sheet.titleColumns
          ? { merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: sheet.titleColumns - 1 }] }
          : {}),
      })),
    });
    writeFileSync(path, bytes);
  },

  async excel4node(book, path) {
    const { default: xl } = await import('excel4node');
    const workbook = new xl.Workbook();
    for (const sheet of book.sheets) {
      const page = workbook.addWorksheet(sheet.name, { hidden: sheet.hidden ?? false });
      sheet.rows.forEach((row, line) =>
        row.forEach(({ value, format, formula }, column) => {
          if (value === null && formula === undefined) return;
          const cell = page.cell(line + 1, column + 1);
          if (formula !== undefined) cell.formula(formula);
          else if (typeof value === 'number') cell.number(value);
          else if (typeof value === 'boolean') cell.bool(value);
          else cell.string(value);
          if (format !== undefined && format !== 'General') cell.style({ numberFormat: format });
        }),
      );
      for (const row of sheet.hiddenRows ?? []) page.row(row + 1).hide();
    }
    writeFileSync(path, await workbook.writeToBuffer());
  },

  async 'xlsx-populate'(book, path) {
    const { default: populate } = await import('xlsx-populate');
    const workbook = await populate.fromBlankAsync();
    book.sheets.forEach((sheet, index) => {
      const page = index === 0 ? workbook.sheet(0).name(sheet.name) : workbook.addSheet(sheet.name);
      sheet.rows.forEach((row, line) =>
        row.forEach(({ value, format, formula }, column) => {
          const cell = page.cell(line + 1, column + 1);
          if (formula !== undefined) cell.formula(formula);
          else if (value !== null) cell.value(value);
          if (format !== undefined) cell.style('numberFormat', format);
        }),
      );
      for (const row of sheet.hiddenRows ?? []) page.row(row + 1).hidden(true);
      if (sheet.titleColumns) page.range(1, 1, 1, sheet.titleColumns).merged(true);
    });
    for (const sheet of book.sheets) if (sheet.hidden) workbook.sheet(sheet.name).hidden(true);
    workbook.activeSheet(book.sheets.find(({ hidden }) => !hidden).name);
    await workbook.toFileAsync(path);
  },

  async 'write-excel-file'(book, path) {
    const { default: writeXlsxFile } = await import('write-excel-file/node');
    const seen = book.sheets.filter(({ hidden }) => !hidden);
    const cells = (sheet) =>
      sheet.rows.map((row) =>
        row.map(({ value, format, formula }) =>
          formula !== undefined
            ? { type: 'Formula', value: `=${formula}`, ...(format ? { format } : {}) }
            : value === null || value === ''
              ? null
              : {
                  type: typeof value === 'number' ? Number : typeof value === 'boolean' ? Boolean : String,
                  value,
                  ...(format && typeof value === 'number' ? { format } : {}),
                },
        ),
      );
    await writeXlsxFile(seen.map((sheet) => ({ data: cells(sheet), sheet: sheet.name }))).toFile(path);
  },
};

let failed = 0;
for (const book of JSON.parse(readFileSync(books, 'utf8'))) {
  try {
    await writers[library](book, join(folder, `${book.name}.xlsx`));
  } catch (error) {
    // A library that cannot write a format leaves the book out.
    failed += 1;
    console.error(`${library} ${book.name}: ${error.message}`);
  }
}
process.exitCode = failed > 10 ? 1 : 0;
