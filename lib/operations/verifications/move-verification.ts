import type { Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import {
  moveVerification,
  previewOfVerification,
  type Verification,
  verificationMoney,
  type VerificationMove,
  verificationNotice,
} from '../../core/domain/verifications.ts';
import { verificationInEvent, verificationResource } from '../../core/resources/verification.ts';
import type { VerificationResource } from '../../core/schemas/verification.ts';
import {
  type MailingRules,
  moveMailing,
  type MoveOptions,
  type MoveOutcome,
  type Tools,
} from '../mailings/move-mailing.ts';

export interface MoveVerificationDeps extends Tools {
  verifications: Pick<Verifications, 'find' | 'change'>;
  links: PreviewLinks;
}

const life: MailingRules<Verification, VerificationMove, VerificationResource> = {
  move: moveVerification,
  notice: verificationNotice,
  money: verificationMoney,
  preview: previewOfVerification,
  resource: verificationResource,
  inEvent: verificationInEvent,
};

/** Changes a verification: see `moveMailing`. */
export function moveVerificationTo(
  deps: MoveVerificationDeps,
  verification: Versioned<Verification>,
  move: VerificationMove,
  options?: MoveOptions<VerificationResource>,
): Promise<MoveOutcome<Verification, VerificationResource>> {
  return moveMailing(life, { ...deps, store: deps.verifications }, verification, [move], options);
}
