import { csvLine } from '../core/csv-line.ts';
import type { CarrierMailing } from '../core/domain/carrier-mailings.ts';
import type { CarrierProfile } from '../core/schemas/carrier-profile.ts';
import { arDigitalForecast, type Shortened } from './ar-digital.ts';
import type { CarrierFile } from './carrier-file.ts';
import { eCartaFiles } from './e-carta.ts';
import { facFiles } from './fac-file.ts';
import { type FieldFault, FieldsDoNotFit } from './fields.ts';
import { postingLists } from './posting-list.ts';
import { ppnRequests } from './ppn-requests.ts';
import { registeredLabels } from './registered-labels.ts';
import { returnReceipts } from './return-receipts.ts';
import { trayLabels } from './tray-labels.ts';
import { voucher } from './voucher.ts';
import { windowCodes } from './window-codes.ts';

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
  const records = recordFiles(profile, { arDigitalFile, eCartaLot }, mailings);
  const sheets = await Promise.all([
    voucher(profile, batch, mailings),
    trayLabels(profile, batch, mailings),
    registeredLabels(profile, mailings),
    returnReceipts(mailings),
  ]);
  const lists = await postingLists(profile, batch, mailings);
  return [...records, ...lists, ...sheets.filter((file) => file !== undefined)];
}

/**
 * What the carrier's records and codes cannot hold of one mailing: the batch leaves it out and tells it, rather than have
 * one mailing stop all others.
 */
export function faultsOfMailing(profile: CarrierProfile, mailing: CarrierMailing): readonly FieldFault[] {
  try {
    recordFiles(profile, { arDigitalFile: 1, eCartaLot: 1 }, [mailing]);
    windowCodes(profile, mailing);
    return [];
  } catch (error) {
    if (error instanceof FieldsDoNotFit) return error.faults;
    throw error;
  }
}

function recordFiles(
  profile: CarrierProfile,
  { arDigitalFile, eCartaLot }: Omit<BatchNumbers, 'batch'>,
  mailings: readonly CarrierMailing[],
): CarrierFile[] {
  const forecast = arDigitalForecast(profile, arDigitalFile, mailings);
  return [
    ...facFiles(profile, mailings),
    ...ppnRequests(profile, mailings),
    ...eCartaFiles(profile, eCartaLot, mailings),
    ...(forecast ? [forecast.file, shortenedList(forecast.shortened)] : []),
  ];
}

/** Which texts of the forecast are shorter than on paper. */
function shortenedList(shortened: readonly Shortened[]): CarrierFile {
  const rows = shortened.map(({ position, id, field }) => [position, id, field]);
  const body = [['position', 'id', 'field'], ...rows].map(csvLine).join('');
  return { name: 'ar-digital-abreviados.csv', type: 'text/csv; charset=utf-8', body };
}
