import type { AuthenticityNumbers } from '../../adapters/data/mailings/authenticity-numbers.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import { Problem } from '../../core/domain/problems.ts';
import { letterLookUpsResource } from '../../core/resources/look-ups.ts';
import type { LetterLookUpsResource } from '../../core/schemas/look-ups.ts';

export interface ReadLookUpsDeps {
  letters: Pick<Letters, 'find'>;
  numbers: Pick<AuthenticityNumbers, 'lookUps'>;
}

/**
 * How often the number of a letter was looked up (rule GEN-5); never, of a letter without a number.
 * @throws Problem resource_not_found
 */
export async function readLookUps(
  { letters, numbers }: ReadLookUpsDeps,
  accountId: string,
  letterId: string,
): Promise<LetterLookUpsResource> {
  const found = await letters.find(accountId, letterId);
  if (!found) throw new Problem('resource_not_found');
  const { authenticity_number: number } = found.mailing;
  return letterLookUpsResource(
    found.mailing,
    number === undefined ? { total: 0, days: {} } : await numbers.lookUps(number),
  );
}
