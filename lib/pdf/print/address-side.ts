import type { PDFContext } from 'pdf-lib';
import type { Address } from '../../core/domain/addresses.ts';
import { EmbeddedFont } from '../text/embedded-font.ts';
import { widthOf } from '../text/font-text.ts';
import { addressBlock } from './address-block.ts';
import { type Addresses, addressFont } from './address-letters.ts';
import type { PrintPage } from './print-page.ts';
import { drawLines } from './text-line.ts';

/** Draws sender and recipient where the envelope's window is. */
export function drawAddress(page: PrintPage, context: PDFContext, { to, from }: Addresses): PrintPage {
  const font = new EmbeddedFont(context, addressFont());
  const lines = addressBlock(composed(to), composed(from), (text) => widthOf(font.font, text));
  const drawn = drawLines(page, font, lines);
  font.write();
  return drawn;
}

/** Composed to one code point for each accented letter, as in fonts. */
export function composed(address: Address): Address {
  const fields = Object.entries(address).map(([field, text]: [string, string | null]) => [
    field,
    text && text.normalize('NFC'),
  ]);
  return Object.fromEntries(fields) as Address;
}
