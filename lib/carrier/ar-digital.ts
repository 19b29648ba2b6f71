import { fitText } from '../core/domain/carrier-address.ts';
import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { type CarrierFile, latin1 } from './carrier-file.ts';
import { collected, type Field, fixedRecord } from './fields.ts';
import { plainText } from './plain-text.ts';

/** Records of the forecast: 180 characters, or 186 for a client with an id of eight (AR Digital 2D). */
const HEADER = [
  { name: 'type', width: 1, charset: 'digits' },
  { name: 'client', width: 4, charset: 'code' },
  { name: 'zeros', width: 15, charset: 'digits', fill: 'zeros_left' },
  { name: 'name', width: 40, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'date', width: 8, charset: 'digits' },
  { name: 'count', width: 6, charset: 'digits', fill: 'zeros_left', least: 1 },
  { name: 'more_zeros', width: 94, charset: 'digits', fill: 'zeros_left' },
  { name: 'file', width: 5, charset: 'digits', fill: 'zeros_left', least: 1 },
  { name: 'record', width: 7, charset: 'digits', fill: 'zeros_left', least: 1 },
] as const satisfies readonly Field[];

const DETAIL = [
  { name: 'type', width: 1, charset: 'digits' },
  { name: 'client', width: 4, charset: 'code' },
  { name: 'id', width: 2, charset: 'code' },
  { name: 'object', width: 13, charset: 'code' },
  { name: 'fixed', width: 4, charset: 'digits' },
  { name: 'reference', width: 16, charset: 'code', fill: 'blanks_right', least: 1 },
  { name: 'name', width: 40, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'address', width: 40, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'city', width: 30, charset: 'text', fill: 'blanks_right', least: 1 },
  { name: 'state', width: 2, charset: 'code' },
  { name: 'postal_code', width: 8, charset: 'digits' },
  { name: 'zeros', width: 8, charset: 'digits', fill: 'zeros_left' },
  { name: 'file', width: 5, charset: 'digits', fill: 'zeros_left', least: 1 },
  { name: 'record', width: 7, charset: 'digits', fill: 'zeros_left', least: 1 },
] as const satisfies readonly Field[];

/** The detail has this in every example; no public source says what it means. */
const FIXED = '1101';
const LONG_ID = 8;

/** A field with fewer characters than the text: which mailing, which field. The paper keeps the whole text. */
export interface Shortened {
  position: number;
  id: string;
  field: 'name' | 'address' | 'city';
}

/**
 * The forecast of AR Digital: the registered mailings whose receipt comes back as a picture.
 * @param file its number, which grows by one with each file
 * @returns undefined where the profile has no AR Digital, or no mailing has a receipt
 * @throws FieldsDoNotFit
 */
export function arDigitalForecast(
  { ar_digital: ids }: CarrierProfile,
  file: number,
  mailings: readonly CarrierMailing[],
): { file: CarrierFile; shortened: Shortened[] } | undefined {
  const awaited = mailings.filter(({ return_receipt, object }) => return_receipt && object !== null);
  if (!ids || awaited.length === 0) return undefined;
  const [year, month, day] = awaited[0]!.posting_date.split('-');
  const isLong = ids.id.length === LONG_ID;
  const header = HEADER.map((field) => (isLong && field.name === 'more_zeros' ? { ...field, width: 100 } : field));
  const detail = DETAIL.map((field) => (isLong && field.name === 'id' ? { ...field, width: LONG_ID } : field));
  const shortened: Shortened[] = [];
  const records = collected([
    () =>
      fixedRecord('ar_digital_header', header, {
        type: '8',
        client: ids.client,
        zeros: '',
        name: plainText(ids.name),
        date: `${year}${month}${day}`,
        count: String(awaited.length + 1),
        more_zeros: '',
        file: String(file),
        record: '1',
      }),
    ...awaited.map((mailing, index) => () => {
      const { texts, fields } = recipientTexts(mailing);
      shortened.push(...fields.map((field) => ({ position: mailing.position, id: mailing.id, field })));
      return fixedRecord('ar_digital_detail', detail, {
        type: '9',
        client: ids.client,
        id: ids.id,
        object: mailing.object!,
        fixed: FIXED,
        reference: String(mailing.position).padStart(16, '0'),
        ...texts,
        state: mailing.to.state,
        postal_code: mailing.postal_code,
        zeros: '',
        file: String(file),
        record: String(index + 2),
      });
    }),
  ]);
  const name = `${ids.client}1${day}${month}${file % 10}.SD1`;
  const body = latin1(records.map((record) => `${record}\r\n`).join(''));
  return { file: { name, type: 'text/plain; charset=iso-8859-1', body }, shortened };
}

/** The address has street, number and neighborhood in one field, so most are shortened: street and number come first. */
function recipientTexts({ carrier_to: to }: CarrierMailing): {
  texts: { name: string; address: string; city: string };
  fields: Shortened['field'][];
} {
  const fitted = {
    name: fitText(to.name, 40),
    address: fitText([`${to.street}, ${to.number}`, to.complement, to.neighborhood].filter(Boolean).join(' '), 40),
    city: fitText(to.city, 30),
  };
  const fields = (Object.keys(fitted) as Shortened['field'][]).filter((field) => fitted[field].isCut);
  const { name, address, city } = fitted;
  return {
    texts: { name: plainText(name.text), address: plainText(address.text), city: plainText(city.text) },
    fields,
  };
}
