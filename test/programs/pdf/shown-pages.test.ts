import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { RENDERER, shownPages } from '../../../lib/pdf/shown-pages.ts';
import { pdfFixture } from '../../support/letters.ts';

const letter = pdfFixture('libreoffice-letter-2');

test('names the very version that draws', async () => {
  const file = join(import.meta.dirname, '../../../node_modules/@embedpdf/pdfium/package.json');
  const { name, version } = JSON.parse(await readFile(file, 'utf8'));
  expect(RENDERER).toBe(`${name} ${version}`);
});

test('is one hash a page, the same however the file is saved', async () => {
  const first = await shownPages(letter);
  expect(first!.sha256).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
  const saved = await PDFDocument.load(letter).then((document) => document.save());
  expect(Buffer.compare(Buffer.from(saved), letter)).not.toBe(0);
  expect(await shownPages(saved)).toEqual(first);
});

test('changes with a page alone, and with the order of pages', async () => {
  const [one, two] = (await shownPages(letter))!.sha256;
  const document = await PDFDocument.load(letter);
  document.getPage(1).drawText('.', { x: 300, y: 300, size: 6 });
  const [same, changed] = (await shownPages(await document.save()))!.sha256;
  expect([same, changed === two]).toEqual([one, false]);
  const swapped = await PDFDocument.create();
  for (const page of await swapped.copyPages(await PDFDocument.load(letter), [1, 0])) swapped.addPage(page);
  expect((await shownPages(await swapped.save()))!.sha256).toEqual([two, one]);
});

test('is undefined for a file that PDFium does not open: the order is sound without it', async () => {
  expect(await shownPages(Buffer.from('not a PDF'))).toBeUndefined();
});
