import type { CarrierDestination, CarrierProfile } from '../schemas/carrier-profile.ts';

const DESTINATION: Record<CarrierDestination, string> = { local: '1', state: '2', national: '3' };

/**
 * The identification of a franked mailing (CIF), 34 digits: who franks (the posting card in GPOST, directorate and
 * administrative code in CIF-Web), lot, place in the lot, destination, multiple code, day of posting as DDMMYY.
 * @param mailing `posting_date` as YYYY-MM-DD
 */
export function cifOf(
  { generation, card, directorate, administrative_code, gpost }: CarrierProfile,
  mailing: { lot: number; lot_sequence: number; destination: CarrierDestination; posting_date: string },
): string {
  const isGpost = generation === 'gpost';
  const lot = String(mailing.lot).padStart(5, '0');
  const sequence = String(mailing.lot_sequence).padStart(11, '0');
  const [year = '', month = '', day = ''] = mailing.posting_date.split('-');
  const franks = isGpost ? card : directorate + administrative_code;
  const multiple = isGpost ? gpost.multiple : '0';
  return `${franks}${lot}${sequence}${DESTINATION[mailing.destination]}${multiple}${day}${month}${year.slice(2)}`;
}
