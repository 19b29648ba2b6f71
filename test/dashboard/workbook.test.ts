import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import type { Cells, Unusable } from '../../dashboard/src/mail-merge/spreadsheet.ts';
import { launchChromium } from '../confirmation-page/chromium.ts';

const fixture = (name: string) => readFileSync(resolve(import.meta.dirname, '../fixtures/spreadsheets', name));

/** What the dashboard reads from a file: each visible sheet, or why it cannot. */
type Read = Unusable | { names: string[]; sheets: (Cells | Unusable)[] };

let browser: Browser;
let page: Page;

// The browser's XML parser reads workbooks, so a browser reads them here, too.
beforeAll(async () => {
  const [bundle, launched] = await Promise.all([
    build({
      entryPoints: [resolve(import.meta.dirname, '../../dashboard/src/mail-merge/sheets.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'spreadsheet',
    }),
    launchChromium(),
  ]);
  browser = launched;
  page = await browser.newPage();
  await page.addScriptTag({ content: bundle.outputFiles[0]!.text });
});

afterAll(() => browser?.close());

async function read(bytes: Buffer): Promise<Read> {
  return page.evaluate<Read>(`(async () => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0));
    const sheets = await spreadsheet.sheetsOfFile(bytes, 'a.xlsx');
    if (typeof sheets === 'string') return sheets;
    return { names: sheets.names, sheets: sheets.names.map((_, index) => sheets.cells(index)) };
  })()`);
}

describe('a workbook', () => {
  test('of openpyxl: visible sheets, texts in cells, formats, and a formula that was never computed', async () => {
    const found = await read(fixture('openpyxl.xlsx'));
    expect(found).toEqual({
      names: ['Clientes', 'Outra'],
      sheets: [
        {
          name: 'a.xlsx',
          columns: ['Nome', 'CEP', 'Número', 'Valor', 'Vencimento', 'CNPJ', 'Ativo', 'Soma'],
          rows: [
            {
              line: 2,
              values: [
                'Ana Müller 😀',
                '01310-100',
                '10',
                'R$ 1.234,50',
                '30/11/2026',
                '11.222.333/0001-81',
                'VERDADEIRO',
                '#N/D',
              ],
            },
            {
              line: 4,
              values: [
                '=1+1 é texto',
                '01310-100',
                '10-A',
                '-R$ 5,00',
                '02/01/2026 13:45:00',
                '00.000.000/0000-07',
                'FALSO',
                '0,3',
              ],
            },
          ],
        },
        { name: 'a.xlsx', columns: ['Nome'], rows: [{ line: 2, values: ['Bia'] }] },
      ],
    });
  });

  test.each([
    ['as XlsxWriter writes it', 'xlsxwriter.xlsx'],
    ['with a prefix before each element', 'prefixed.xlsx'],
    ['in Strict Open XML and UTF-16', 'strict.xlsx'],
  ])('%s: shared texts with their runs, days from 1904, computed values and an error', async (_, name) => {
    expect(await read(fixture(name))).toMatchObject({
      sheets: [
        {
          columns: ['Nome', 'CEP', 'Data', 'Total', 'Erro'],
          rows: [
            { line: 2, values: ['Zé & <Filhos>', '1310100', '28/02/2026', '42', '#N/A'] },
            { line: 3, values: ['Maria da Silva'] },
          ],
        },
      ],
    });
  });
});

describe('a file', () => {
  test.each([
    ['inflates', 'bomb.xlsx'],
    ['other_archive', 'open-document.ods'],
    ['other_archive', 'document.docx'],
  ])('is %s: %s', async (reason, name) => {
    expect(await read(fixture(name))).toBe(reason);
  });

  test.each([
    ['damaged', 'entities.xlsx'],
    ['damaged', 'wrong-xml.xlsx'],
    ['damaged', 'wrong-text.xlsx'],
    ['too_many_columns', 'far-column.xlsx'],
    ['too_large', 'long-texts.xlsx'],
  ])('has a sheet that is %s: %s', async (reason, name) => {
    expect(await read(fixture(name))).toMatchObject({ sheets: expect.arrayContaining([reason]) });
  });

  test('of too many parts is not unpacked', async () => {
    expect(await read(gunzipSync(fixture('many-parts.xlsx.gz')))).toBe('inflates');
  });

  test('truncated at any byte is reported as damaged', async () => {
    const whole = fixture('openpyxl.xlsx');
    for (const share of [0.02, 0.3, 0.6, 0.9, 0.999])
      expect(await read(whole.subarray(0, Math.floor(whole.length * share)))).toBe('damaged');
  });

  test('with changed bytes is reported or read, and nothing is thrown', async () => {
    const whole = fixture('xlsxwriter.xlsx');
    for (let place = 60; place < whole.length; place += 211) {
      const changed = Buffer.from(whole);
      changed[place]! ^= 0x5a;
      const found = await read(changed);
      expect(typeof found === 'string' || Array.isArray(found.names)).toBe(true);
    }
  });

  test('that declares a smaller size than it has does not evade the limit', async () => {
    const bomb = fixture('bomb.xlsx');
    const path = Buffer.from('xl/worksheets/sheet2.xml');
    const header = bomb.lastIndexOf(path) - 46;
    bomb.writeUInt32LE(1_000, header + 24);
    expect(await read(bomb)).toMatchObject({ sheets: expect.arrayContaining(['damaged']) });
  });

  test('with a password, or of Excel before 2007, is reported as locked', async () => {
    expect(await read(Buffer.from('d0cf11e0a1b11ae1'.padEnd(1_024, '0'), 'hex'))).toBe('locked');
  });

  test('of text has one table', async () => {
    expect(await read(Buffer.from('Nome;CEP\nAna;01310-100'))).toMatchObject({
      names: [''],
      sheets: [{ columns: ['Nome', 'CEP'], rows: [{ values: ['Ana', '01310-100'] }] }],
    });
  });
});
