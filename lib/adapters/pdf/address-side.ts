import type { PDFContext } from 'pdf-lib';
import type { Address } from '../../core/domain/addresses.ts';
import type { Detail } from '../../core/domain/problems.ts';
import { addressBlock } from './address-block.ts';
import { EmbeddedFont, missingCharacter, widthOf } from './embedded-font.ts';
import { fontFile } from './font-files.ts';
import type { PrintPage } from './print-page.ts';
import { drawLines } from './text-line.ts';

export interface Addresses {
  to: Address;
  from: Address;
}

const addressFont = () => fontFile('LiberationSans-Regular');

type SomeAddress = { [Field in keyof Address]?: string | null };
/** What is known of addresses, complete or not. */
export type SomeAddresses = { [Param in keyof Addresses]?: SomeAddress };

/** Fields with a character that cannot be printed: refused rather than printed as an empty box. */
export function undrawable({ to, from }: SomeAddresses): Detail[] {
  return [...undrawableIn('to', to), ...undrawableIn('from', from)];
}

/** The same of one address; `param` names it. */
export function undrawableIn(param: string, address: SomeAddress = {}): Detail[] {
  return Object.entries(address).flatMap(([field, text]): Detail[] => {
    const character = missingCharacter(addressFont(), text?.normalize('NFC').trim() ?? '');
    return character ? [{ param: `${param}.${field}`, code: 'invalid_value', values: { character } }] : [];
  });
}

/** Draws sender and recipient where the envelope's window is. */
export function drawAddress(page: PrintPage, context: PDFContext, { to, from }: Addresses): PrintPage {
  const font = new EmbeddedFont(context, addressFont());
  const lines = addressBlock(composed(to), composed(from), (text) => widthOf(font.font, text));
  const drawn = drawLines(page, font, lines);
  font.write();
  return drawn;
}

/** One code for each accented letter, as fonts have it. */
function composed(address: Address): Address {
  const fields = Object.entries(address).map(([field, text]: [string, string | null]) => [
    field,
    text && text.normalize('NFC'),
  ]);
  return Object.fromEntries(fields) as Address;
}
