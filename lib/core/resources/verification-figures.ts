import type { figuresOf } from '../domain/verification-figures.ts';
import type { VerificationFiguresResource } from '../schemas/verification-figures.ts';
import { timestampOrNull } from './timestamps.ts';

/** The documented JSON of the figures of a period (rule VER-20). */
export function verificationFiguresResource(
  { createdAfter, createdBefore }: { createdAfter?: number; createdBefore?: number },
  figures: ReturnType<typeof figuresOf>,
): VerificationFiguresResource {
  return {
    object: 'verification_figures',
    created_after: timestampOrNull(createdAfter),
    created_before: timestampOrNull(createdBefore),
    ...figures,
  };
}
