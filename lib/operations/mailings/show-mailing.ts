import { type Letter, previewOfLetter } from '../../core/domain/letters.ts';
import { type Mailing, mailingKindOf } from '../../core/domain/mailings.ts';
import { previewOfVerification, type Verification } from '../../core/domain/verifications.ts';
import { type LetterResource, letterResource } from '../../core/resources/letter.ts';
import { type VerificationResource, verificationResource } from '../../core/resources/verification.ts';
import type { Previews } from './move-mailing.ts';

/** A mailing as its customer sees it, with a fresh link to its preview. */
export async function showMailing(
  previews: Previews,
  mailing: Mailing,
): Promise<LetterResource | VerificationResource> {
  if (mailingKindOf(mailing.id) === 'letter') {
    const letter = mailing as Letter;
    return letterResource(letter, await previews.link(previewOfLetter(letter)));
  }
  const verification = mailing as Verification;
  return verificationResource(verification, await previews.link(previewOfVerification(verification)));
}
