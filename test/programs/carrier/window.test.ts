import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Address } from '../../../lib/core/domain/addresses.ts';
import { type LetterRequest, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { LONGEST, RECIPIENT, SENDER } from '../pdf/addresses.ts';
import { complaintsOf, type Raster, rasterOf, run, wordsOf } from '../pdf/tools.ts';
import { letters, printed as printedTemplate } from '../pdf/verification-letters.ts';
import { addressed } from './make-batch.ts';
import { orders } from './orders.ts';
import { overlayOf, withCodes } from './with-codes.ts';

const CODES = {
  dataMatrix: `0501000000123045710100150040100675990790004200000000001101512260000000000841070000000000000008219999000000000000000|`,
  cepnet: '05010000',
};
const fixture = (name: string) => readFileSync(new URL(`../../support/fixtures/pdf/${name}.pdf`, import.meta.url));
const DPI = 100;
/** The address area in pixels: left, top, right, bottom. */
const AREA = [20, 45, 110, 90].map((side) => Math.round((side * DPI) / 25.4)) as [number, number, number, number];

async function printed(changes: Partial<LetterRequest>): Promise<Uint8Array> {
  const request: LetterRequest = {
    placement: 'first_page',
    doubleSided: false,
    to: RECIPIENT,
    from: SENDER,
    param: 'document',
    ...changes,
  };
  const result = await prepareLetter(fixture('chromium-letter-2'), request);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result.file;
}

const files: readonly [string, number, () => Promise<Uint8Array>][] = [
  ['a letter with the address on its first page', 1, () => printed({})],
  [
    'a letter on both sides with the address on a sheet of its own',
    1,
    () => printed({ placement: 'extra_page', doubleSided: true }),
  ],
  ['a letter with the address on the back of its first page', 2, () => printed({ placement: 'extra_page' })],
  ['a verification letter', 1, () => printedTemplate(letters['own-texts']!)],
];

describe.each(files)('%s', (_, addressPage, file) => {
  test('differs only within the window, where nothing that was printed goes (rule PRD-16)', async () => {
    const before = await file();
    const after = await withCodes(before, { addressPage, to: RECIPIENT, codes: CODES });
    expect(complaintsOf(after)).toEqual([]);
    const pages = pagesOf(before);
    expect(pagesOf(after)).toBe(pages);
    for (let page = 1; page <= pages; page++) {
      const changed = changesBetween(rasterOf(before, page, DPI), rasterOf(after, page, DPI));
      expect(changed.lighter).toBe(0);
      expect(changed.outside).toBe(0);
      expect(changed.darker > 0).toBe(page === addressPage);
    }
  });

  test('has equal bytes for equal codes', async () => {
    const before = await file();
    const letter = { addressPage, to: RECIPIENT, codes: CODES };
    expect(Buffer.from(await withCodes(before, letter)).equals(await withCodes(before, letter))).toBe(true);
  });
});

/** The sizes of the recipient's letters, and its lines by their places; null where nothing of it is on the page. */
function recipientOf(file: Uint8Array, { name }: Address): { sizes: Set<number>; lines: number } | null {
  const words = wordsOf(file, 1);
  if (words.length === 0) return null;
  const first = words.findIndex(({ text, top }) => text === name.normalize('NFC').split(' ')[0] && top > 52);
  const own = words.slice(first);
  return {
    sizes: new Set(own.map(({ top, bottom }) => Math.round((bottom - top) * 100) / 100)),
    lines: new Set(own.map(({ bottom }) => bottom.toFixed(1))).size,
  };
}

test('of ordinary addresses every letter keeps its size, and none has more than six lines', async () => {
  let kept = 0;
  const ordinary = orders(60, 5).filter(({ to, from }) => to.name.length <= 40 && from!.name.length <= 40);
  for (const mailing of ordinary) {
    const before = await addressed(mailing);
    const overlay = await overlayOf(before, { addressPage: 1, to: mailing.to, codes: CODES });
    const was = recipientOf(before, mailing.to)!;
    const is = recipientOf(overlay, mailing.to) ?? was;
    expect(is.lines).toBeLessThanOrEqual(6);
    if (is.sizes.size === was.sizes.size && [...is.sizes].every((size) => was.sizes.has(size))) kept++;
  }
  // The others have two long lines for street and complement under the longest city of the directory.
  expect(kept / ordinary.length).toBeGreaterThanOrEqual(0.9);
});

test('the longest address leaves room for both codes', async () => {
  const mailing = { to: LONGEST, from: LONGEST };
  const overlay = await overlayOf(await addressed(mailing), { addressPage: 1, to: LONGEST, codes: CODES });
  expect(recipientOf(overlay, LONGEST)!.lines).toBeLessThanOrEqual(6);
});

const pagesOf = (file: Uint8Array) =>
  Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', file, ['FILE']).output.toString())![1]);

/** Pixels that differ by more than the rounding of a renderer. */
function changesBetween(before: Raster, after: Raster) {
  const count = { lighter: 0, darker: 0, outside: 0 };
  for (const [at, was] of before.pixels.entries()) {
    const is = after.pixels[at]!;
    if (Math.abs(is - was) <= 2) continue;
    count[is > was ? 'lighter' : 'darker']++;
    const [x, y] = [at % before.width, Math.floor(at / before.width)];
    if (x < AREA[0] || x >= AREA[2] || y < AREA[1] || y >= AREA[3]) count.outside++;
  }
  return count;
}
