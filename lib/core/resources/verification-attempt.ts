import type { CodeAttempt, Verification } from '../domain/verifications.ts';
import type { CodeAttemptResource } from '../schemas/verification.ts';
import { timestamp } from './timestamps.ts';

/** The documented JSON of a tried code (rule VER-16), without the code and the network. */
export function verificationAttemptResource(
  { id }: Pick<Verification, 'id'>,
  { number, at, entry, correct }: CodeAttempt,
): CodeAttemptResource {
  return {
    object: 'verification_attempt',
    verification_id: id,
    number,
    entry,
    correct,
    created_at: timestamp(at),
  };
}
