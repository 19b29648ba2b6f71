import { type Letter, letterDueAt } from './letters.ts';
import { type Verification, verificationDueAt } from './verifications.ts';

/** A mailing of either kind, discriminated by `kind`. */
export type Mailing = Letter | Verification;

/** When the state machine of a mailing has something to do, epoch milliseconds; null while it only waits for events. */
export function mailingDueAt(mailing: Mailing): number | null {
  return mailing.kind === 'letter' ? letterDueAt(mailing) : verificationDueAt(mailing);
}
