import { describe, expect, test } from '@jest/globals';
import type { LetterMove } from '../../../../lib/core/domain/letters.ts';
import { describeEveryKeyConflict } from '../../../support/every-post.ts';
import { moveLetter, storeLetter, unchanged } from '../../../support/internals.ts';
import { cancelRequests } from '../../../support/letter-requests.ts';
import { useCustomer } from '../../../support/service.ts';

describeEveryKeyConflict('POST /letters/{letter_id}/cancel', cancelRequests);

describe('POST /letters/{letter_id}/cancel', () => {
  const customer = useCustomer();
  const batched: LetterMove[] = [{ trigger: 'batch', batch_id: 'bat_1' }];
  const posted: LetterMove[] = [...batched, { trigger: 'print' }, { trigger: 'post', tracking_code: null }];

  test.each<[string, LetterMove[]]>([
    ['in_production', batched],
    ['printed', posted.slice(0, 2)],
    ['posted', posted],
    ['failed', [{ trigger: 'fail', reason: 'other' }]],
    ['failed in production', [...batched, { trigger: 'fail', reason: 'damaged_in_production' }]],
  ])('a letter that is %s stays unchanged, and no key is kept', async (_, moves) => {
    const { id, api } = customer();
    const { letter } = await storeLetter(id);
    await moveLetter(id, letter.id, ...moves);
    const answer = await unchanged(id, () =>
      api.post(`/letters/${letter.id}/cancel`, undefined, { 'idempotency-key': 'key' }),
    );
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'letter_not_cancelable' } } });
  });
});
