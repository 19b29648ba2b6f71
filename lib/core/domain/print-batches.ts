import type { CarrierNumbers, CarrierSummary } from '../schemas/print-batch.ts';
import type { PostalService } from './carrier-services.ts';
import type { PrintFile } from './mailing-fields.ts';
import type { Mailing } from './mailings.ts';
import type { AddressPlacement } from './sheets.ts';

/** A print batch is `forming` until its manifest is in the outbox. */
export type PrintBatchState = 'forming' | 'formed';

export interface PrintBatch {
  id: string;
  state: PrintBatchState;
  created_at: number;
  formed_at: number | null;
  /** The manifest in the outbox; null while the batch is forming. */
  manifest: Manifest | null;
  /** Absent without a carrier profile. */
  carrier?: BatchCarrier;
}

/** What a batch keeps of the carrier profile that it began with. */
export interface BatchCarrier {
  card: string;
  version: number;
  /** The object numbers and lots that it took; null until all of its mailings are known. */
  numbers: CarrierNumbers | null;
  /** Null while the batch is forming. */
  summary: CarrierSummary | null;
}

/** A written manifest; a second write is compared with it. */
export interface Manifest {
  mailings: number;
  sheets: number;
  /** SHA-256 of its two forms, in lower-case hexadecimal. */
  sha256: { jsonl: string; csv: string };
}

/**
 * How a mailing is produced. Fixed when the mailing joins a batch, so that rewriting the manifest gives the same bytes.
 * Only the file contains names and addresses: nothing here has to be erased with a person.
 */
export interface PrintOrder {
  file: PrintFile;
  /** Pages of the document, not counting an address side. */
  pages: number;
  sheets: number;
  color: boolean;
  double_sided: boolean;
  address_placement: AddressPlacement;
  /** A verification is sent as a simple letter. */
  postal_services: PostalService[];
  /** Where it goes, in a batch with a carrier profile: a postal code of eight digits names a street, not a person. */
  destination?: { postal_code: string; state: string };
}

/** A mailing in a batch, with what manifests and reports need. */
export interface BatchedMailing {
  id: string;
  account_id: string;
  batch_id: string;
  order: PrintOrder;
}

/**
 * What the print house needs to produce a mailing.
 * @param forCarrier whether its batch has a carrier profile
 */
export function printOrderOf(mailing: Mailing, forCarrier = false): PrintOrder {
  const { print_file, pages, sheets, color, double_sided, address_placement, to } = mailing;
  const postal_services = 'postal_services' in mailing ? mailing.postal_services : [];
  const order = { file: print_file, pages, sheets, color, double_sided, address_placement, postal_services };
  if (!forCarrier) return order;
  return { ...order, destination: { postal_code: to.postal_code.replace('-', ''), state: to.state } };
}

/** A batch takes mailings received until its cut-off, epoch milliseconds; later ones wait for the next batch. */
export function isInTime({ reached, created_at }: Mailing, cutoff: number): boolean {
  return (reached.received ?? created_at) <= cutoff;
}

/** When a mailing reached its current status, epoch milliseconds. */
export function statusSince({ reached, created_at }: Mailing): number {
  return Math.max(created_at, ...Object.values(reached));
}
