import type { Address } from './addresses.ts';
import { idPrefixes } from './ids.ts';
import type { MoneyMove } from './ledger.ts';
import type { Letter } from './letters.ts';
import type { Price } from './prices.ts';
import { retention } from './retention.ts';
import type { AddressPlacement } from './sheets.ts';
import type { Verification } from './verifications.ts';

export const addressPlacements = ['first_page', 'extra_page'] as const satisfies AddressPlacement[];

/** The two kinds of mailing; also the type of their debit in the ledger and the prefix of their events' types. */
export type MailingKind = 'letter' | 'verification';

export type Mailing = Letter | Verification;

/** Where the content of a mailing came from (spec, Document shapes). */
export type MailingDocument =
  | { type: 'url'; url: string; variables: Record<string, string | number> | null }
  | { type: 'upload'; filename: string }
  | { type: 'base64'; variables: Record<string, string | number> | null };

/** Signed URLs with a session's token take some 2,000 characters. */
export const LONGEST_DOCUMENT_URL = 8192;

/** The file the print house receives. */
export interface PrintFile {
  key: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** What letters and verifications have in common, as they are kept. Instants are epoch milliseconds. */
export interface MailingFields<Status extends string> {
  id: string;
  account_id: string;
  status: Status;
  to: Address;
  color: boolean;
  double_sided: boolean;
  address_placement: AddressPlacement;
  /** Pages of the document, not counting an address side. */
  pages: number;
  /** Sheets in the envelope. */
  sheets: number;
  price: Price;
  print_file: PrintFile;
  /** Set once the mailing joined a print batch. */
  batch_id: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  /** When the personal data in it was erased on request; its files went with them. */
  erased_at?: number;
  /** When each status was reached. */
  reached: Partial<Record<Status, number>>;
  created_at: number;
}

/** A file that may be shown to the customer, and until when it is kept. */
export interface Preview {
  file: Pick<PrintFile, 'key'>;
  /** Name under which a browser saves it. */
  filename: string;
  /** Epoch milliseconds. */
  available_until: number;
}

/** Days a mailing's file stays available after creation, or after the send date of a scheduled letter (spec, Limits). */
export const PREVIEW_DAYS = retention.previewDays;
export const DAY_MS = 86_400_000;

/** What a mailing's id says of its kind. */
export function mailingKindOf(id: string): MailingKind {
  return id.startsWith(`${idPrefixes.verification}_`) ? 'verification' : 'letter';
}

/** The debit for a mailing. */
export function chargeOf(mailing: { id: string; account_id: string; price: Price }): MoneyMove {
  return {
    account_id: mailing.account_id,
    type: mailingKindOf(mailing.id),
    amount: -mailing.price.total,
    source_id: mailing.id,
    description: null,
  };
}

/** The whole price of a mailing given back. */
export function refundFor(mailing: { id: string; account_id: string; price: Price }): MoneyMove {
  return { ...chargeOf(mailing), type: 'refund', amount: mailing.price.total };
}
