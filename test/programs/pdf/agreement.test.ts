import { describe, expect, test } from '@jest/globals';
import { AGREED, agreementOn, differencesIn, drawingsOf, QR_CODE_DPI } from './agreement.ts';
import { handmade } from './handmade.ts';
import { LONG_FILES, VERIFICATION_FILES } from './print-files.ts';

const PLACEMENTS = ['first_page', 'extra_page'] as const;
const { 'chromium-verification': customersOwn, ...ownLetters } = VERIFICATION_FILES;

describe.each(Object.entries(LONG_FILES))('three renderers agree on %s', (_, print) => {
  test.each(PLACEMENTS)('with the address on the %s', async (placement) => {
    expect(await agreementOn(print, placement)).toEqual(AGREED);
  });
});

describe('three renderers agree on verifications', () => {
  test.each(PLACEMENTS)("of a customer's document, with the address on the %s", async (placement) => {
    expect(await agreementOn(customersOwn!, placement, QR_CODE_DPI)).toEqual(AGREED);
  });

  test.each(Object.entries(ownLetters))("of the service's own letter: %s", async (_, print) => {
    expect(differencesIn(drawingsOf(await print(), QR_CODE_DPI))).toEqual([]);
  });
});

describe('renderers are seen to differ', () => {
  const text = (shown: string, size = 9) => handmade({ content: `BT /F1 ${size} Tf 100 400 Td (${shown}) Tj ET` });

  test.each([
    ['7 points', 7],
    ['9 points', 9],
    ['12 points', 12],
  ])('in one digit of %s', (_, size) => {
    const [whole, cut] = [drawingsOf(text('R$ 1.234,56', size)), drawingsOf(text('R$ 1.234,5', size))];
    expect(differencesIn(whole)).toEqual([]);
    expect(differencesIn({ ...whole, mupdf: cut.mupdf })).not.toEqual([]);
  });

  // Within a knockout group the upper square replaces the lower one. PDFium blends it over that.
  test('in a transparency that one of them does not know', () => {
    const squares = '/Half gs 0 g 100 300 100 100 re f 150 350 100 100 re f';
    const group = (entries: string) =>
      handmade({
        content: '/Squares Do',
        resources: '/XObject << /Squares 10 0 R >>',
        objects: [
          [
            `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency ${entries} >> /Resources << /ExtGState << /Half << /ca 0.5 >> >> >>`,
            squares,
          ],
        ],
      });
    expect(differencesIn(drawingsOf(group('')))).toEqual([]);
    expect(differencesIn(drawingsOf(group('/K true')))).not.toEqual([]);
  });

  // MuPDF draws the screen version.
  test('in a layer that is for print alone', () => {
    const file = handmade({
      content: '/OC /Layer BDC BT /F1 11 Tf 100 400 Td (R$ 1.234,56) Tj ET EMC',
      resources: '/Properties << /Layer 10 0 R >>',
      objects: ['<< /Type /OCG /Name (Valor) /Usage << /Print << /PrintState /ON >> /View << /ViewState /OFF >> >> >>'],
      catalog:
        '/OCProperties << /OCGs [10 0 R] /D << /AS [<< /Event /Print /Category [/Print] /OCGs [10 0 R] >> << /Event /View /Category [/View] /OCGs [10 0 R] >>] >> >>',
    });
    expect(differencesIn(drawingsOf(file))).not.toEqual([]);
  });
});
