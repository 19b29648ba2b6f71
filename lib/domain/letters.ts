import type { Address } from './addresses.ts';
import type { PostalService, Price } from './prices.ts';

export const letterStatuses = [
  'scheduled',
  'received',
  'in_production',
  'printed',
  'posted',
  'canceled',
  'failed',
] as const;
export type LetterStatus = (typeof letterStatuses)[number];

export const addressPlacements = ['first_page', 'extra_page'] as const;
export type AddressPlacement = (typeof addressPlacements)[number];

export type CancellationReason = 'requested' | 'insufficient_balance';
export const failureReasons = ['unprintable_document', 'damaged_in_production', 'refused_by_carrier', 'other'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** Where a letter's content came from (spec, Document shapes). */
export type LetterDocument =
  | { type: 'url'; url: string; variables: Record<string, string | number> | null }
  | { type: 'upload'; filename: string }
  | { type: 'base64'; variables: Record<string, string | number> | null };

/** The file the print house receives. */
export interface PrintFile {
  key: string;
  /** Lower-case hexadecimal. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** A letter as it is kept. Instants are epoch milliseconds; the documented JSON is `lib/resources/letter.ts`. */
export interface Letter {
  id: string;
  account_id: string;
  status: LetterStatus;
  to: Address;
  from: Address;
  document: LetterDocument;
  color: boolean;
  double_sided: boolean;
  address_placement: AddressPlacement;
  postal_services: PostalService[];
  pages: number;
  sheets: number;
  price: Price;
  send_date: string | null;
  cancellation_reason: CancellationReason | null;
  failure_reason: FailureReason | null;
  tracking_code: string | null;
  print_file: PrintFile;
  /** Set once the letter joined a print batch. */
  batch_id: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  /** When each status was reached. */
  reached: Partial<Record<LetterStatus, number>>;
  created_at: number;
}

/** What can happen to a letter, with what it brings along. */
export type LetterMove =
  | { trigger: 'charge'; price: Price }
  | { trigger: 'cancel'; reason: CancellationReason }
  | { trigger: 'batch'; batch_id: string }
  | { trigger: 'print' }
  | { trigger: 'post'; tracking_code: string | null }
  | { trigger: 'fail'; reason: FailureReason };

interface Rule {
  from: readonly LetterStatus[];
  to: LetterStatus;
}

/** The state table of the specification (States, Letter). What it does not list cannot happen. */
export const letterRules: Record<LetterMove['trigger'], Rule> = {
  charge: { from: ['scheduled'], to: 'received' },
  cancel: { from: ['scheduled', 'received'], to: 'canceled' },
  batch: { from: ['received'], to: 'in_production' },
  print: { from: ['in_production'], to: 'printed' },
  post: { from: ['printed'], to: 'posted' },
  fail: { from: ['received', 'in_production', 'printed'], to: 'failed' },
};

export const finalLetterStatuses: readonly LetterStatus[] = ['posted', 'canceled', 'failed'];

/** True when the state table lets this happen to a letter in this status. */
export function canMove(status: LetterStatus, trigger: LetterMove['trigger']): boolean {
  return letterRules[trigger].from.includes(status);
}

/**
 * The letter after a move, or undefined when the state table does not list it.
 * @param at instant of the transition, epoch milliseconds
 */
export function moveLetter(letter: Letter, move: LetterMove, at: number): Letter | undefined {
  if (!canMove(letter.status, move.trigger)) return undefined;
  const { to } = letterRules[move.trigger];
  return { ...letter, ...broughtAlong(move), status: to, reached: { ...letter.reached, [to]: at } };
}

function broughtAlong(move: LetterMove): Partial<Letter> {
  switch (move.trigger) {
    case 'charge':
      return { price: move.price };
    case 'cancel':
      return { cancellation_reason: move.reason };
    case 'batch':
      return { batch_id: move.batch_id };
    case 'print':
      return {};
    case 'post':
      return { tracking_code: move.tracking_code };
    case 'fail':
      return { failure_reason: move.reason };
  }
}

/** A letter has been paid for from the moment it was received. */
export function isCharged(letter: Letter): boolean {
  return letter.reached.received !== undefined;
}

/** The centavos that go back when a letter moves from `before` to `after`. */
export function refundOf(before: Letter, after: Letter): number {
  const returned = after.status === 'canceled' || after.status === 'failed';
  return returned && isCharged(before) ? before.price.total : 0;
}

/** Days a letter's file stays available after creation, or after the send date of a scheduled one (spec, Limits). */
export const PREVIEW_DAYS = 90;

/** Until when the preview of a letter can be had. `sendInstant` is the charging time of a scheduled letter. */
export function previewAvailableUntil(letter: Letter, sendInstant: number | null): number {
  return (sendInstant ?? letter.created_at) + PREVIEW_DAYS * 86_400_000;
}
