import { readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { someOf } from '../../support/cases.ts';
import { fixture, REQUEST } from './fixture-letters.ts';
import { RENDERERS } from './renderers.ts';
import type { Raster } from './tools.ts';
import { compressedParts, damaged } from './transfer-damage.ts';

const COPIES = 4_000;
const COPIES_OF_ONE_COMMIT = 160;
const DPI = 60;

/** Files that print. */
const names = readdirSync(new URL('../../support/fixtures/pdf/', import.meta.url))
  .filter((name) => /\.pdf$/.test(name) && !/letter-13|landscape|us-letter|print-low|print-none|user-aes/.test(name))
  .map((name) => name.replace('.pdf', ''))
  .sort();

/** Programs are named first; of two that wrote one file, the last one counts. `encrypted` files are LibreOffice's, by qpdf. */
const programOf = (name: string) =>
  name.replace(/-(letter|table|auto|pictures|verification|chromium|libreoffice|object|owner|rc4).*$/, '');

const printed = async (file: Uint8Array): Promise<Raster[] | undefined> => {
  const result = await prepareLetter(file, REQUEST);
  return result.ok ? RENDERERS.poppler(result.file, DPI) : undefined;
};

const isSame = (one: Raster[], other: Raster[]) =>
  one.length === other.length && one.every(({ pixels }, index) => pixels.equals(other[index]!.pixels));

test('thirty programs wrote the files', () => {
  expect(new Set(names.map(programOf)).size).toBeGreaterThanOrEqual(30);
});

const copies = Array.from({ length: COPIES }, (_, seed) => ({ seed, name: names[seed % names.length]! }));
const chosen = Map.groupBy(someOf(copies, COPIES_OF_ONE_COMMIT), ({ name }) => name);

describe('a copy that was damaged on its way is refused, prints as before, or is damaged where nothing can be checked', () => {
  test.each([...chosen])('%s', async (name, ofName) => {
    const sound = fixture(name);
    const expected = (await printed(sound))!;
    // PDFium decrypts object streams, and reports no checksum.
    const parts = name === 'encrypted-object-streams' ? [] : compressedParts(sound);
    for (const { seed } of ofName) {
      const { bytes, places } = damaged(sound, seed);
      const pages = await printed(bytes);
      const isChecked = places.some((place) => parts.some(([start, end]) => start <= place && place < end));
      const outcome = !pages ? 'refused' : isSame(pages, expected) ? 'the same' : 'other';
      if (isChecked) expect({ seed, outcome }).not.toEqual({ seed, outcome: 'other' });
    }
  });
});
