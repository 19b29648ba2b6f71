import type { CarrierDestination, CarrierWay } from '../schemas/carrier-profile.ts';
import type { Address } from './addresses.ts';
import type { CarrierText } from './carrier-address.ts';
import type { MailingKind } from './mailing-fields.ts';

/** How one mailing is handed to the carrier: everything but the people. */
export interface CarrierRoute {
  way: CarrierWay;
  /** Service code of the contract, five digits. */
  service: string;
  /** Codes of the additional services, three digits each, ascending. */
  additional: string[];
  /** IDV of the Data Matrix, two digits. */
  idv: string;
  /** Prefix of its object number in the stock; null when the stock has none for it. */
  label_prefix: string | null;
  destination: CarrierDestination;
  /** Of the recipient, eight digits. */
  postal_code: string;
  state: string;
  /** Hundredths of a gram. */
  weight: number;
  /** Step of the way's tariff, from 1. */
  weight_step: number;
  /** Whether it is so little below the next step that paper or envelope may lift it there. */
  near_step: boolean;
  /** Postage in centavos, services included. */
  postage: number;
  /** What the same mailing costs as a single letter, in centavos. */
  single_letter_postage: number;
  triage: {
    /** Version of the plan. */
    plan: string;
    sequence: number;
    /** The delivery centre, or the sorting centre where the plan names none. */
    label: string;
  };
}

/** One mailing of a batch, as the carrier's files and codes get it: a line of `postal.jsonl`. */
export interface CarrierMailing extends CarrierRoute {
  /** From 1, the same in the manifest. */
  position: number;
  id: string;
  type: MailingKind;
  registered: boolean;
  return_receipt: boolean;
  restricted_delivery: boolean;
  sheets: number;
  /** The print file: name, SHA-256 and size as in the manifest. */
  file: string;
  sha256: string;
  /** As printed. A verification has no sender of its own. */
  to: Address;
  from: Address | null;
  /** As the fields of the carrier's systems allow. */
  carrier_to: Address;
  carrier_from: Address | null;
  /** Fields of `carrier_to` that lost words. */
  cut: readonly CarrierText[];
  /** Lot of FAC and place in it, from 1; null for other ways. */
  lot: number | null;
  lot_sequence: number | null;
  /** Day of posting in Brasília, YYYY-MM-DD. */
  posting_date: string;
  /** 34 digits, of FAC simple alone. */
  cif: string | null;
  /** 13 characters; null when the number comes from elsewhere. */
  object: string | null;
}

/** Count and weight of mailings, equal in all files of a batch. */
export interface CarrierTotals {
  mailings: number;
  /** Hundredths of a gram. */
  weight: number;
}
