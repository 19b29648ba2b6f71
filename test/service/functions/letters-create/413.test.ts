import { describe, expect, test } from '@jest/globals';
import { ApiClient } from '../../../support/api.ts';
import { describeBodySize } from '../../../support/every-post.ts';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';

describeBodySize({ method: 'POST', path: '/letters' });

describe('POST /letters', () => {
  const customer = useCustomer();

  test.each([7_000_000, 11_000_000])(
    '%i bytes do not reach the service: the gateway returns the same response',
    async (bytes) => {
      const { id, api } = customer();
      // Not the checking client: the gateway cannot put `req_` before the id in a header.
      const client = new ApiClient(api.baseUrl, api.key);
      const answer = await unchanged(id, () => client.post('/letters', ' '.repeat(bytes)));
      expect(answer.status).toBe(413);
      expect(answer.body).toEqual({
        error: {
          type: 'invalid_request_error',
          code: 'request_too_large',
          message: expect.any(String),
          request_id: `req_${answer.headers.get('request-id')}`,
          doc_url: expect.stringMatching(/^https:.+\/request_too_large$/),
          details: null,
        },
      });
      for (const [name, value] of [
        ['limit', '50'],
        ['remaining', '50'],
        ['reset', '1'],
      ]) {
        expect(answer.headers.get(`ratelimit-${name}`)).toBe(value);
      }
    },
  );
});
