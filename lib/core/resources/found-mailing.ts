import type { Letter } from '../domain/letters.ts';
import type { Mailing } from '../domain/mailings.ts';
import type { Verification } from '../domain/verifications.ts';
import { timestamp } from './timestamps.ts';

/* Mailings where few words say which one is meant: in the results of a search, and on the first screen. */

export const foundLetter = (letter: Letter) => ({
  ...common(letter),
  object: 'letter' as const,
  status: letter.status,
});

export const foundVerification = (verification: Verification) => ({
  ...common(verification),
  object: 'verification' as const,
  status: verification.status,
});

const common = ({ id, to, reference, created_at }: Mailing) => ({
  id,
  recipient: to.name,
  city: to.city,
  state: to.state,
  postal_code: to.postal_code,
  reference,
  created_at: timestamp(created_at),
});
