import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { handmade } from './handmade.ts';
import { complaintsOf, pageSizesOf, textOf, wordsOf } from './tools.ts';

async function printed(page: string, content: string): Promise<{ source: Buffer; file: Uint8Array }> {
  const source = handmade({ page, content });
  const request = { placement: 'extra_page', doubleSided: false, to: RECIPIENT, from: SENDER, param: 'file' } as const;
  const result = await prepareLetter(source, request);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return { source, file: result.file };
}

const text = (x: number, y: number) => `BT /F1 12 Tf ${x} ${y} Td (Canto) Tj ET`;

describe('a page is printed upright, with its top left corner in place', () => {
  test.each([
    ['unchanged', '/MediaBox [0 0 595.28 841.89]', text(80, 700)],
    ['with another origin', '/MediaBox [-100 -200 495.28 641.89]', text(0, 500)],
    ['cropped', '/MediaBox [0 0 800 1000] /CropBox [100 80 695.28 921.89]', text(180, 800)],
    ['cropped beyond its paper', '/MediaBox [0 0 595.28 841.89] /CropBox [-50 -50 700 900]', text(80, 700)],
    ['with swapped corners', '/MediaBox [595.28 841.89 0 0]', text(80, 700)],
    ['rotated by 90', '/MediaBox [0 0 841.89 595.28] /Rotate 90', text(100, 400)],
    ['rotated by 180', '/MediaBox [0 0 595.28 841.89] /Rotate 180', text(300, 300)],
    ['rotated by 270', '/MediaBox [0 0 841.89 595.28] /Rotate 270', text(300, 200)],
    ['rotated backwards', '/MediaBox [0 0 841.89 595.28] /Rotate -90', text(300, 200)],
    ['a little smaller', '/MediaBox [0 0 595 839]', text(80, 700)],
    ['a little larger', '/MediaBox [0 0 600 845]', text(80, 700)],
  ])('%s', async (_, page, content) => {
    const { source, file } = await printed(page, content);
    expect(complaintsOf(file)).toEqual([]);
    expect(pageSizesOf(file)[0]).toBe('595.28 x 841.89');
    const [before, after] = [wordsOf(source, 1)[0]!, wordsOf(file, 1)[0]!];
    expect(after.left).toBeCloseTo(before.left, 1);
    expect(after.top).toBeCloseTo(before.top, 1);
  });

  test('in units of another size, which viewers ignore but printers apply', async () => {
    const { file } = await printed('/MediaBox [0 0 297.64 420.945] /UserUnit 2', text(40, 350));
    const [word] = wordsOf(file, 1);
    expect(word!.left).toBeCloseTo((80 * 25.4) / 72, 1);
    expect(word!.bottom - word!.top).toBeGreaterThan(7);
  });

  test('wherever its box is', async () => {
    const place = fc.record({
      left: fc.integer({ min: -5000, max: 5000 }),
      bottom: fc.integer({ min: -5000, max: 5000 }),
    });
    await fc.assert(
      fc.asyncProperty(place, async ({ left, bottom }) => {
        const { file } = await printed(
          `/MediaBox [${left} ${bottom} ${left + 595} ${bottom + 842}]`,
          text(left + 100, bottom + 500),
        );
        expect(wordsOf(file, 1)[0]!.left).toBeCloseTo((100 * 25.4) / 72, 1);
      }),
      { numRuns: 8 },
    );
  });
});

describe('an unbalanced operator of a page', () => {
  test.each([
    ['graphics states', 'q q q 0.5 0 0 0.5 0 0 cm 1 g'],
    ['too many restores', 'Q Q Q 0.5 0 0 0.5 0 0 cm 1 g'],
    ['text objects', 'BT /F1 40 Tf 0 0 1 rg 300 Tz 50 Tc'],
    ['clips', '0 0 1 1 re W n'],
    ['marked content', '/Span << /ActualText (outro) >> BDC'],
    ['a layer that is off', '/OC /L BDC'],
  ])('does not reach the address: %s', async (_, content) => {
    const source = handmade({
      content,
      resources: '/Properties << /L 10 0 R >>',
      objects: ['<< /Type /OCG /Name (Camada) >>'],
      catalog: '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>',
    });
    const plain = handmade({ content: 'q Q' });
    const request = {
      placement: 'first_page',
      doubleSided: false,
      to: RECIPIENT,
      from: SENDER,
      param: 'file',
    } as const;
    const [open, empty] = await Promise.all([source, plain].map((bytes) => prepareLetter(bytes, request)));
    if (!open?.ok || !empty?.ok) throw new Error('refused');
    expect(wordsOf(open.file, 1)).toEqual(wordsOf(empty.file, 1));
    expect(complaintsOf(open.file)).toEqual([]);
    expect(textOf(open.file)).toContain('Ana Souza');
  });
});
