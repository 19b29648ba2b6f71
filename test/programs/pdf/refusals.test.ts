import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { detailMessage } from '../../../lib/adapters/http/error-reply.ts';
import type { ComplexityLimit, Detail, DocumentFlaw } from '../../../lib/core/domain/problems.ts';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { PdfRefused } from '../../../lib/pdf/base/refusal.ts';
import { inspectLetter } from '../../../lib/pdf/letter-file.ts';
import { askPdfium } from '../../../lib/pdf/pdfium/pdfium.ts';
import { documentFlaws } from '../../../lib/texts/errors/error-catalogue.ts';
import { fixture, REQUEST } from './fixture-letters.ts';
import { A4_BOX, fileOf, handmade } from './handmade.ts';

async function detailOf(file: Uint8Array): Promise<Detail | undefined> {
  const result = await inspectLetter(file, { ...REQUEST, variables: {} });
  return result.ok ? undefined : result.details[0];
}

const PAGES = fixture('chromium-letter-3').toString('latin1');

const page = (content: number) => `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents ${content} 0 R >>`;
/** Readers show another page in its place. */
const WITH_A_PAGE_OF_NOTHING = fileOf([
  [1, '<< /Type /Catalog /Pages 2 0 R >>'],
  [2, '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 2 >>'],
  [3, page(6)],
  [4, 'null'],
  [5, page(7)],
  [6, ['', '100 100 50 50 re f']],
  [7, ['', '300 300 50 50 re f']],
]);

const CUT_OFF = deflateSync(Buffer.from('0 0 9 9 re f '.repeat(99))).subarray(0, 20);

/** A rejected file for each reason. */
const REFUSED: Readonly<Record<DocumentFlaw['reason'], () => Promise<Detail | undefined>>> = {
  not_pdf: () => detailOf(Buffer.from('PK\x03\x04 a document of a word processor')),
  damaged: () => detailOf(fixture('chromium-letter-1').subarray(0, 2_000)),
  too_complex: () => detailOf(handmade({ catalog: `/X ${'['.repeat(2_000)}${']'.repeat(2_000)}` })),
  undrawable: async () => {
    const broken = askPdfium('inkIn', { file: Buffer.from('no PDF'), page: 0, box: [0, 0, 9, 9] }, newTimeBudget());
    const error: unknown = await broken.catch((thrown: unknown) => thrown);
    return error instanceof PdfRefused ? error.detail('document.data') : undefined;
  },
  pages_missing: () => detailOf(Buffer.from(PAGES.replace(/\/Count 3\b/, '/Count 4'), 'latin1')),
  page_damaged: () =>
    detailOf(
      handmade({
        content: '/X Do',
        resources: '/XObject << /X 10 0 R >>',
        objects: [['/Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode', CUT_OFF]],
      }),
    ),
  prints_differently: () => detailOf(WITH_A_PAGE_OF_NOTHING),
  dynamic_form: () =>
    detailOf(handmade({ catalog: '/NeedsRendering true /AcroForm << /XFA 10 0 R >>', objects: [['', '<xdp/>']] })),
  portfolio: () => detailOf(handmade({ catalog: '/Collection << /View /D >>' })),
};

const ACTS = { 'pt-BR': /\b(exporte|imprima|envie|reduza)\b/i, en: /\b(export|print|send|reduce)\b/i } as const;

test.each(Object.entries(REFUSED))('%s: the message says why, and what to do', async (reason, refuse) => {
  const detail = (await refuse())!;
  expect(detail).toMatchObject({ code: 'document_invalid', values: { reason } });
  for (const locale of ['pt-BR', 'en'] as const) {
    const message = detailMessage(detail, locale);
    expect(message).toMatch(ACTS[locale]);
    expect(message).not.toMatch(/[{}[\]|]/);
    expect(message.length).toBeGreaterThan(documentFlaws[reason as DocumentFlaw['reason']][locale].length / 2);
  }
});

/** Each exceeds a limit of `LIMITS` or a budget, as its message says. */
test.each<[limit: ComplexityLimit, maximum: number, file: () => Uint8Array]>([
  ['nesting', 1_000, () => handmade({ catalog: `/X ${'['.repeat(2_000)}${']'.repeat(2_000)}` })],
  ['values', 3_000_000, () => handmade({ catalog: `/X [${'1 '.repeat(3_100_000)}]` })],
  ['huge_numbers', 100, () => handmade({ catalog: `/X [${'12345678901234567890 '.repeat(120)}]` })],
  ['operators', 2_000_000, () => handmade({ content: 'q Q '.repeat(1_100_000) })],
  ['operands', 20_000, () => handmade({ content: `${'1 '.repeat(20_100)}re` })],
  ['string_bytes', 65_536, () => handmade({ content: `BT /F1 9 Tf (${'a'.repeat(66_000)}) Tj ET` })],
  ['glyphs', 120_000, () => handmade({ content: `BT /F1 9 Tf ${`(${'a'.repeat(50_000)}) Tj `.repeat(6)} ET` })],
  ['annotations', 5_000, () => handmade({ page: `${A4_BOX} /Annots [${'10 0 R '.repeat(5_100)}]` })],
])('an exceeded limit is reported: %s', async (limit, maximum, file) => {
  const detail = (await detailOf(Buffer.from(file())))!;
  expect(detail).toMatchObject({ values: { reason: 'too_complex', limit, maximum } });
  for (const locale of ['pt-BR', 'en'] as const) expect(detailMessage(detail, locale)).toContain(`${maximum}`);
});

test('nothing else rejects a document as invalid', () => {
  const folder = new URL('../../../lib/pdf/', import.meta.url);
  const sources = globSync('**/*.ts', { cwd: folder }).map(
    (path) => [basename(path), readFileSync(new URL(path, folder), 'utf8')] as const,
  );
  const stated = sources.flatMap(([, text]) =>
    Array.from(text.matchAll(/invalidPdf\(\s*\{ reason: (?:'(\w+)'|packaged)/g), ([, reason]) => reason ?? 'portfolio'),
  );
  expect(stated.length).toBeGreaterThan(15);
  for (const reason of stated) expect(Object.keys(REFUSED)).toContain(reason);
  const elsewhere = sources.filter(([name, text]) => name !== 'refusal.ts' && text.includes("'document_invalid'"));
  expect(elsewhere.map(([name]) => name)).toEqual([]);
});
