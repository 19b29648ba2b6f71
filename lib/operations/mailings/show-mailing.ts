import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import { previewOfLetter } from '../../core/domain/letters.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { previewOfVerification } from '../../core/domain/verifications.ts';
import { letterResource } from '../../core/resources/letter.ts';
import { verificationResource } from '../../core/resources/verification.ts';
import type { LetterResource } from '../../core/schemas/letter.ts';
import type { VerificationResource } from '../../core/schemas/verification.ts';

/** A mailing as its customer sees it, with a new link to its preview. */
export async function showMailing(
  links: PreviewLinks,
  mailing: Mailing,
): Promise<LetterResource | VerificationResource> {
  return mailing.kind === 'letter'
    ? letterResource(mailing, await links.link(previewOfLetter(mailing)))
    : verificationResource(mailing, await links.link(previewOfVerification(mailing)));
}
