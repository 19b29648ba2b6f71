import type { PDFContext } from 'pdf-lib';
import type { AuthenticityMark } from '../../core/domain/authenticity.ts';
import { A4, type Box, mm } from '../base/geometry.ts';
import { EmbeddedFont } from '../text/embedded-font.ts';
import { widthOf } from '../text/font-text.ts';
import { addressFont } from './address-letters.ts';
import type { PrintPage } from './print-page.ts';
import { drawLines, type TextLine } from './text-line.ts';

/** Margin at the sides; the sheet is white outside of 5 mm anyway (rule DOC-16). */
const SIDE = mm(20);
const WIDTH = A4.width - 2 * SIDE;
/** The strip that one line takes, with white around it. */
const STRIP_HEIGHT = mm(7);
const LINE_SIZE = 8;
/** From the lower edge of the strip to the baseline. */
const BASELINE = mm(2.5);

/** Where the line may be printed on a page of the document: at its foot, or at its head, if nothing prints there. */
export const STRIPS: readonly Box[] = [mm(6), A4.height - mm(6) - STRIP_HEIGHT].map((bottom) => [
  SIDE - mm(2),
  bottom,
  A4.width - SIDE + mm(2),
  bottom + STRIP_HEIGHT,
]);

/** Draws the number on one line in a strip that is blank. */
export function drawInStrip(page: PrintPage, context: PDFContext, mark: AuthenticityMark, strip: Box): PrintPage {
  const text = `Para saber se esta carta é verdadeira, digite em ${mark.host} o número ${mark.number}`;
  return draw(page, context, (measure) => {
    const scale = Math.min(1, WIDTH / (measure(text) * LINE_SIZE));
    return [{ text, x: SIDE, y: strip[1] + BASELINE, size: LINE_SIZE, scale }];
  });
}

/** Below the fold of the address side, so that it does not show through the envelope's window. */
const APART_TOP = A4.height - mm(125);

/** Draws the number on the side of the address, which has no content of the customer. */
export function drawOnAddressSide(page: PrintPage, context: PDFContext, { host, number }: AuthenticityMark): PrintPage {
  const lines = [
    { text: 'Esta carta é verdadeira?', size: 16, gap: 0 },
    { text: 'Digite no navegador do celular ou do computador:', size: 11, gap: 10 },
    { text: host, size: 16, gap: 7 },
    { text: 'e, na página que abrir, o número desta carta:', size: 11, gap: 10 },
    { text: number, size: 20, gap: 9 },
    {
      text: 'A página diz que empresa enviou a carta e quando. Ela nunca pede senha, dados nem pagamento.',
      size: 9,
      gap: 12,
    },
  ];
  return draw(page, context, (measure) => {
    let y = APART_TOP;
    return lines.map(({ text, size, gap }) => {
      y -= mm(gap);
      return { text, x: SIDE, y, size, scale: Math.min(1, WIDTH / (measure(text) * size)) };
    });
  });
}

function draw(
  page: PrintPage,
  context: PDFContext,
  linesOf: (measure: (text: string) => number) => TextLine[],
): PrintPage {
  const font = new EmbeddedFont(context, addressFont());
  const drawn = drawLines(
    page,
    font,
    linesOf((text) => widthOf(font.font, text)),
  );
  font.write();
  return drawn;
}
