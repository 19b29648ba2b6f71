import type { StoredLetter } from '../schemas/letter.ts';
import { chargeInstant } from './brasilia.ts';
import type { MoneyMove } from './ledger.ts';
import type { CancellationReason, FailureReason, LetterStatus } from './letter-statuses.ts';
import { chargeOf, type Preview, PREVIEW_DAYS, refundFor } from './mailing-fields.ts';
import type { Price } from './prices.ts';
import { DAY_MS } from './units.ts';

/** A letter as it is kept. Instants are epoch milliseconds; the documented JSON is `lib/core/resources/letter.ts`. */
export type Letter = StoredLetter;

/** A line of the print house's report; its simulator writes no line. */
export type PrintHouseReport = NonNullable<StoredLetter['reports']>[number];

/** What can happen to a letter, with its data. */
export type LetterMove =
  /** `send_date` becomes today if the letter is sent before its date. */
  | { trigger: 'charge'; price: Price; send_date?: string }
  | { trigger: 'cancel'; reason: CancellationReason }
  | { trigger: 'batch'; batch_id: string }
  | { trigger: 'print'; report?: PrintHouseReport }
  | { trigger: 'post'; tracking_code: string | null; report?: PrintHouseReport }
  | { trigger: 'fail'; reason: FailureReason; report?: PrintHouseReport };

interface Rule {
  from: readonly LetterStatus[];
  to: LetterStatus;
}

/** The state table (rule LTR-9). Nothing else can happen. */
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
  return { ...letter, ...fieldsOfMove(letter, move), status: to, reached: { ...letter.reached, [to]: at } };
}

function fieldsOfMove({ reports = [] }: Letter, move: LetterMove): Partial<Letter> {
  const reported = 'report' in move && move.report ? { reports: [...reports, move.report] } : {};
  switch (move.trigger) {
    case 'charge':
      return { price: move.price, ...(move.send_date !== undefined && { send_date: move.send_date }) };
    case 'cancel':
      return { cancellation_reason: move.reason };
    case 'batch':
      return { batch_id: move.batch_id };
    case 'print':
      return reported;
    case 'post':
      return { tracking_code: move.tracking_code, ...reported };
    case 'fail':
      return { failure_reason: move.reason, ...reported };
  }
}

/** A letter is charged when it is received. */
export function isCharged(letter: Letter): boolean {
  return letter.reached.received !== undefined;
}

/** The centavos to refund if a letter moves from `before` to `after`. */
export function refundOf(before: Letter, after: Letter): number {
  const returned = after.status === 'canceled' || after.status === 'failed';
  return returned && isCharged(before) ? before.price.total : 0;
}

/** The money that a move debits or refunds. */
export function letterMoney(before: Letter, after: Letter, move: LetterMove): MoneyMove | undefined {
  if (move.trigger === 'charge') return chargeOf(after);
  return refundOf(before, after) > 0 ? refundFor(before) : undefined;
}

/** When a scheduled letter is due to be charged; null for any other letter. */
export function letterDueAt({ status, send_date }: Letter): number | null {
  return status === 'scheduled' && send_date !== null ? chargeInstant(send_date) : null;
}

/** Until when a letter's file is kept for its customer: 90 days from its creation or its send date (rule LTR-8). */
export function fileNeededUntil({ created_at, send_date }: Pick<Letter, 'created_at' | 'send_date'>): number {
  return (send_date === null ? created_at : chargeInstant(send_date)) + PREVIEW_DAYS * DAY_MS;
}

/** The print file of a letter is also its preview: it contains no secret. */
export function previewOfLetter(letter: Letter): Preview {
  const available_until = letter.erased_at ?? fileNeededUntil(letter);
  return { file: letter.print_file, filename: `${letter.id}.pdf`, available_until };
}
