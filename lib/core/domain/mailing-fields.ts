import { idPrefixes } from './ids.ts';
import type { MoneyMove } from './ledger.ts';
import type { Price } from './prices.ts';
import { retention } from './retention.ts';
import type { AddressPlacement } from './sheets.ts';

export const addressPlacements = ['first_page', 'extra_page'] as const satisfies AddressPlacement[];

/** The two kinds of mailing; also the type of their debit in the ledger and the prefix of their events' types. */
export type MailingKind = 'letter' | 'verification';

/** Where the content of a mailing came from (rule DOC-2). */
export type MailingDocument =
  | { type: 'url'; url: string; variables: Record<string, string | number> | null }
  | { type: 'upload'; filename: string }
  | { type: 'base64'; variables: Record<string, string | number> | null };

/** Signed URLs with a session token take about 2,000 characters. */
export const LONGEST_DOCUMENT_URL = 8192;

/** The file the print house receives. */
export interface PrintFile {
  key: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** A file that may be shown to the customer, and until when it is kept. */
export interface Preview {
  file: Pick<PrintFile, 'key'>;
  /** Name under which a browser saves it. */
  filename: string;
  /** Epoch milliseconds. */
  available_until: number;
}

/** Days a mailing's file stays available after creation, or after the send date of a scheduled letter (rule LTR-8). */
export const PREVIEW_DAYS = retention.previewDays;

/** The kind of mailing, from its id. */
export function mailingKindOf(id: string): MailingKind {
  return id.startsWith(`${idPrefixes.verification}_`) ? 'verification' : 'letter';
}

/** What the ledger needs to know about a mailing. */
interface Charged {
  kind: MailingKind;
  id: string;
  account_id: string;
  price: Price;
}

/** The debit for a mailing. */
export function chargeOf({ kind, id, account_id, price }: Charged): MoneyMove {
  return { account_id, type: kind, amount: -price.total, source_id: id, description: null };
}

/** The refund of a mailing's whole price. */
export function refundFor(mailing: Charged): MoneyMove {
  return { ...chargeOf(mailing), type: 'refund', amount: mailing.price.total };
}
