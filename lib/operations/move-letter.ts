import type { Letters, VersionedLetter } from '../data/letters.ts';
import type { Write } from '../data/transactions.ts';
import type { EventType } from '../domain/events.ts';
import { createId, type RandomBytes } from '../domain/ids.ts';
import type { MoneyMove } from '../domain/ledger.ts';
import { moveLetter, refundOf, type Letter, type LetterMove } from '../domain/letters.ts';
import { eventOf } from '../resources/event.ts';
import { letterResource, type LetterResource } from '../resources/letter.ts';

export interface MoveLetterDeps {
  letters: Pick<Letters, 'find' | 'change'>;
  previews: Previews;
  now: () => number;
  randomBytes: RandomBytes;
}

/** Gives a fresh link to a letter's file, or null when it is no longer kept. */
export interface Previews {
  link(letter: Letter): Promise<string | null>;
}

export interface MoveOptions {
  /** Instant of the transition; the present one unless a report tells another. */
  at?: number;
  /** Completes the request's idempotency record with the answer, in the same transaction. */
  completion?: (answer: LetterResource) => Write | undefined;
}

export interface MoveOutcome {
  /** False when the state table does not list the move from the letter's present status; nothing changed. */
  moved: boolean;
  letter: Letter;
  resource: LetterResource;
}

/**
 * The one way a letter changes its status: transition, money and event in one transaction. When somebody else changed the
 * letter meanwhile it is read again and judged again.
 * @throws Problem insufficient_balance when the move charges more than there is
 */
export async function moveLetterTo(
  deps: MoveLetterDeps,
  versioned: VersionedLetter,
  move: LetterMove,
  options: MoveOptions = {},
): Promise<MoveOutcome> {
  for (let before = versioned; ;) {
    const at = options.at ?? deps.now();
    const after = moveLetter(before.letter, move, at);
    const resource = letterResource(after ?? before.letter, await deps.previews.link(after ?? before.letter));
    if (!after) return { moved: false, letter: before.letter, resource };
    const stored = await deps.letters.change({
      before,
      after,
      event: eventFor(deps, after, resource),
      money: moneyOf(before.letter, after, move),
      completion: options.completion?.(resource),
    });
    if (stored) return { moved: true, letter: after, resource };
    before = await readAgain(deps, before);
  }
}

/** The event a letter's new status brings. */
export function eventFor(deps: Pick<MoveLetterDeps, 'now' | 'randomBytes'>, letter: Letter, resource: LetterResource) {
  const createdAt = deps.now();
  return eventOf(
    {
      id: createId('event', createdAt, deps.randomBytes),
      account_id: letter.account_id,
      type: `letter.${letter.status}` satisfies EventType,
      created_at: createdAt,
    },
    resource,
  );
}

/** The debit for a letter. */
export function chargeOf(letter: Pick<Letter, 'id' | 'account_id' | 'price'>): MoneyMove {
  return {
    account_id: letter.account_id,
    type: 'letter',
    amount: -letter.price.total,
    source_id: letter.id,
    description: null,
  };
}

function moneyOf(before: Letter, after: Letter, move: LetterMove): MoneyMove | undefined {
  if (move.trigger === 'charge') return chargeOf(after);
  const refund = refundOf(before, after);
  if (refund === 0) return undefined;
  return { account_id: after.account_id, type: 'refund', amount: refund, source_id: after.id, description: null };
}

async function readAgain(deps: MoveLetterDeps, { letter }: VersionedLetter): Promise<VersionedLetter> {
  const again = await deps.letters.find(letter.account_id, letter.id);
  if (!again) throw new Error(`letter ${letter.id} is gone`);
  return again;
}
