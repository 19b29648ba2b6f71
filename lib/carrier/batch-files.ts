import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { arDigitalForecast, type Shortened } from './ar-digital.ts';
import type { CarrierFile } from './carrier-file.ts';
import { csvLine } from './csv.ts';
import { eCartaFiles } from './e-carta.ts';
import { facFiles } from './fac-file.ts';
import { postingLists } from './posting-list.ts';
import { ppnRequests } from './ppn-requests.ts';
import { registeredLabels } from './registered-labels.ts';
import { returnReceipts } from './return-receipts.ts';
import { trayLabels } from './tray-labels.ts';
import { voucher } from './voucher.ts';

/** What the batch knows and no mailing says. */
export interface BatchNumbers {
  /** Printed on lists and labels. */
  batch: string;
  /** Grows by one with each forecast. */
  arDigitalFile: number;
  /** Grows by one with each package; a batch takes as many as it has matrices. */
  eCartaLot: number;
}

/**
 * All files of a batch for the carrier and the counter. Nothing is written if one value does not fit its field.
 * @param mailings in the order of the presort
 * @throws FieldsDoNotFit
 */
export async function carrierFiles(
  profile: CarrierProfile,
  { batch, arDigitalFile, eCartaLot }: BatchNumbers,
  mailings: readonly CarrierMailing[],
): Promise<CarrierFile[]> {
  if (mailings.length === 0) return [];
  const forecast = arDigitalForecast(profile, arDigitalFile, mailings);
  const records = [
    ...facFiles(profile, mailings),
    ...ppnRequests(profile, mailings),
    ...eCartaFiles(profile, eCartaLot, mailings),
    ...(forecast ? [forecast.file, shortenedList(forecast.shortened)] : []),
  ];
  const sheets = await Promise.all([
    voucher(profile, batch, mailings),
    trayLabels(profile, batch, mailings),
    registeredLabels(profile, mailings),
    returnReceipts(mailings),
  ]);
  const lists = await postingLists(profile, batch, mailings);
  return [...records, ...lists, ...sheets.filter((file) => file !== undefined)];
}

/** Which texts of the forecast are shorter than on paper. */
function shortenedList(shortened: readonly Shortened[]): CarrierFile {
  const rows = shortened.map(({ position, id, field }) => [position, id, field]);
  const body = [['position', 'id', 'field'], ...rows].map(csvLine).join('');
  return { name: 'ar-digital-abreviados.csv', type: 'text/csv; charset=utf-8', body };
}
