import { isLetter, type VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { FailureReason } from '../../core/domain/letter-statuses.ts';
import { mailingKindOf } from '../../core/domain/mailing-fields.ts';
import { type MoveLetterDeps, moveLetterTo } from '../letters/move-letter.ts';
import { type MoveVerificationDeps, moveVerificationTo } from '../verifications/move-verification.ts';

/** Dependencies of production and state machines to change a mailing of either kind. */
export type MailingDeps = MoveLetterDeps & MoveVerificationDeps;

/** Finds a mailing by its id, which names the kind. */
export function findMailing(
  {
    letters,
    verifications,
  }: { letters: Pick<MailingDeps['letters'], 'find'>; verifications: Pick<MailingDeps['verifications'], 'find'> },
  { account_id, id }: { account_id: string; id: string },
): Promise<VersionedMailing | undefined> {
  return mailingKindOf(id) === 'verification' ? verifications.find(account_id, id) : letters.find(account_id, id);
}

/** The outcome of a move, with the current mailing. */
export type Moved = VersionedMailing & { moved: boolean };

/**
 * Adds a received mailing to a print batch if it is unchanged since it was read: the batch stores the print order of
 * its file, so an edited mailing must be read again.
 * @param forCarrier whether the batch has a carrier profile
 */
export function joinBatch(
  deps: MailingDeps,
  found: VersionedMailing,
  batch_id: string,
  forCarrier = false,
): Promise<Moved> {
  const move = { trigger: 'batch', batch_id } as const;
  const options = { asRead: true, forCarrier } as const;
  return isLetter(found) ? moveLetterTo(deps, found, move, options) : moveVerificationTo(deps, found, move, options);
}

/**
 * Ends a mailing that cannot be produced, if unchanged since it was read; refunds its price (rules LTR-9 and VER-10).
 */
export function endProduction(deps: MailingDeps, found: VersionedMailing, reason: FailureReason): Promise<Moved> {
  return isLetter(found)
    ? moveLetterTo(deps, found, { trigger: 'fail', reason }, { asRead: true })
    : moveVerificationTo(deps, found, { trigger: 'give_up' }, { asRead: true });
}
