import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Layout } from '../../../lib/core/domain/sheets.ts';
import { type LetterRequest, type Prepared, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { documentOf } from '../../../lib/pdf/print/reprint.ts';
import { LONGEST, RECIPIENT, SENDER } from './addresses.ts';
import { complaintsOf, pageSizesOf, rasterOf, textOf } from './tools.ts';

const fixture = (name: string) => readFileSync(new URL(`../../support/fixtures/pdf/${name}.pdf`, import.meta.url));

const REQUEST: LetterRequest = {
  placement: 'first_page',
  doubleSided: false,
  to: RECIPIENT,
  from: SENDER,
  param: 'document',
};

async function prepared(bytes: Uint8Array, changes: Partial<LetterRequest> = {}): Promise<Prepared> {
  const result = await prepareLetter(bytes, { ...REQUEST, ...changes });
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result;
}

type Print = Pick<LetterRequest, 'placement' | 'doubleSided'>;
const prints: Print[] = [
  { placement: 'first_page', doubleSided: false },
  { placement: 'first_page', doubleSided: true },
  { placement: 'extra_page', doubleSided: false },
  { placement: 'extra_page', doubleSided: true },
];
const layoutOf = ({ placement, doubleSided }: Print, pages: number): Layout => ({
  pages,
  doubleSided,
  addressPlacement: placement,
});

describe.each(['libreoffice-letter-3', 'chromium-letter-2', 'weasyprint-letter'])('the print file of %s', (name) => {
  test.each(prints)('gives the document back, without the address: %j', async (print) => {
    const source = fixture(name);
    const { file, pages } = await prepared(source, print);
    const document = await documentOf(file, layoutOf(print, pages));
    expect(complaintsOf(document)).toEqual([]);
    expect(pageSizesOf(document)).toHaveLength(pages);
    expect(textOf(document).split(/\s+/)).toEqual(textOf(source).split(/\s+/));
  });

  test.each(prints.map((print, index) => [print, prints[(index + 1) % prints.length]!] as const))(
    'reprints like the document itself: %j to %j',
    async (print, next) => {
      const source = fixture(name);
      const { file, pages } = await prepared(source, print);
      const again = await prepared(await documentOf(file, layoutOf(print, pages)), { ...next, to: LONGEST });
      const direct = await prepared(source, { ...next, to: LONGEST });
      const sides = pageSizesOf(direct.file);
      expect(pageSizesOf(again.file)).toEqual(sides);
      for (const side of sides.keys()) {
        const [seen, wanted] = [rasterOf(again.file, side + 1, 40), rasterOf(direct.file, side + 1, 40)];
        expect(difference(seen.pixels, wanted.pixels)).toBeLessThan(2);
      }
    },
  );
});

test('marker values stay, and a letter can be reprinted any number of times', async () => {
  let { file } = await prepared(fixture('libreoffice-letter-1'), { to: { ...RECIPIENT, name: 'Primeira' } });
  const sizes: number[] = [];
  for (let round = 0; round < 5; round++) {
    const document = await documentOf(file, layoutOf(REQUEST, 1));
    ({ file } = await prepared(document, { to: { ...RECIPIENT, name: `Pessoa ${round}` } }));
    sizes.push(file.byteLength);
  }
  expect(textOf(file)).toContain('Pessoa 4');
  for (const name of ['Primeira', 'Pessoa 3']) expect(textOf(file)).not.toContain(name);
  expect(sizes.at(-1)! - sizes[0]!).toBeLessThan(4 * 1_000);
});

test('a file of another layout is not taken apart', async () => {
  const { file } = await prepared(fixture('libreoffice-letter-2'));
  await expect(documentOf(file, layoutOf(REQUEST, 3))).rejects.toThrow('a print file of 3 sides has 2');
});

/** The largest difference between the gray of two pixels. */
function difference(a: Buffer, b: Buffer): number {
  let largest = 0;
  for (let index = 0; index < Math.max(a.length, b.length); index++)
    largest = Math.max(largest, Math.abs((a[index] ?? 0) - (b[index] ?? 0)));
  return largest;
}
