import type { Versioned } from '../../adapters/data/mailings.ts';
import { type FailureReason, type Letter, letterDueAt } from '../../core/domain/letters.ts';
import { type Mailing, mailingKindOf } from '../../core/domain/mailings.ts';
import { type Verification, verificationDueAt } from '../../core/domain/verifications.ts';
import { type MoveLetterDeps, moveLetterTo } from '../letters/move-letter.ts';
import { type MoveVerificationDeps, moveVerificationTo } from '../verifications/move-verification.ts';

/** What production and the state machines do with a mailing, whatever its kind. */
export type MailingDeps = MoveLetterDeps & MoveVerificationDeps;

/** A mailing by its id, which says the kind. */
export function findMailing(
  {
    letters,
    verifications,
  }: { letters: Pick<MailingDeps['letters'], 'find'>; verifications: Pick<MailingDeps['verifications'], 'find'> },
  { account_id, id }: { account_id: string; id: string },
): Promise<Versioned<Mailing> | undefined> {
  return mailingKindOf(id) === 'verification' ? verifications.find(account_id, id) : letters.find(account_id, id);
}

/** Calls the function of the mailing's kind. */
export function byKind<Result>(
  found: Versioned<Mailing>,
  handle: { letter: (found: Versioned<Letter>) => Result; verification: (found: Versioned<Verification>) => Result },
): Result {
  return mailingKindOf(found.mailing.id) === 'verification'
    ? handle.verification(found as Versioned<Verification>)
    : handle.letter(found as Versioned<Letter>);
}

/** When the state machine of a mailing has something to do, epoch milliseconds; null while it only waits for others. */
export function dueAt(found: Versioned<Mailing>): number | null {
  return byKind(found, {
    letter: ({ mailing }) => letterDueAt(mailing),
    verification: ({ mailing }) => verificationDueAt(mailing),
  });
}

/** What became of a move: the mailing as it is now. */
export type Moved = Versioned<Mailing> & { moved: boolean };

/**
 * Puts a received mailing, as it was read, into a print batch: its order is that of its file, so an edit meanwhile calls for
 * another look.
 */
export function joinBatch(deps: MailingDeps, found: Versioned<Mailing>, batch_id: string): Promise<Moved> {
  return byKind<Promise<Moved>>(found, {
    letter: (letter) => moveLetterTo(deps, letter, { trigger: 'batch', batch_id }, { asRead: true }),
    verification: (verification) =>
      moveVerificationTo(deps, verification, { trigger: 'batch', batch_id }, { asRead: true }),
  });
}

/** Ends a mailing that, as it was read, cannot be produced; its price goes back (spec, States). */
export function endProduction(deps: MailingDeps, found: Versioned<Mailing>, reason: FailureReason): Promise<Moved> {
  return byKind<Promise<Moved>>(found, {
    letter: (letter) => moveLetterTo(deps, letter, { trigger: 'fail', reason }, { asRead: true }),
    verification: (verification) => moveVerificationTo(deps, verification, { trigger: 'give_up' }, { asRead: true }),
  });
}
