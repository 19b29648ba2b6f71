import { Problem } from '../../../core/domain/problems.ts';
import { type ApiMiddleware, requestHeader } from '../exchange.ts';

/** Longest Idempotency-Key (rule IDEM-1). */
const MAX_KEY_CHARACTERS = 255;

/** Reads the Idempotency-Key of a POST; other methods do not need one. */
export function idempotencyKey(): ApiMiddleware {
  return {
    before: ({ event, context: { exchange } }) => {
      const key = event.httpMethod === 'POST' ? requestHeader(event, 'idempotency-key')?.trim() : undefined;
      if (key !== undefined && (key === '' || key.length > MAX_KEY_CHARACTERS))
        throw new Problem('invalid_idempotency_key');
      exchange.idempotencyKey = key;
    },
  };
}
