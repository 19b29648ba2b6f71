import { describe, expect, test } from '@jest/globals';
import { describeEveryKeyConflict } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { letterRequests } from '../../../support/letter-requests.ts';
import { letterBody } from '../../../support/letters.ts';
import { useCustomer } from '../../../support/service.ts';
import { uploadBody } from '../../../support/uploads.ts';

describeEveryKeyConflict('POST /letters', letterRequests);

describe('POST /letters with a key used elsewhere', () => {
  const customer = useCustomer();

  test('a key that created a letter creates no upload, and cancels nothing', async () => {
    const { id, api } = customer();
    const headers = { 'idempotency-key': 'key' };
    const { body: letter } = await api.post('/letters', letterBody(), headers);
    for (const [path, body] of [['/uploads', uploadBody()], [`/letters/${letter.id}/cancel`]] as const) {
      const answer = await unchanged(id, () => api.post(path, body, headers));
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_reused' } } });
    }
  });
});
