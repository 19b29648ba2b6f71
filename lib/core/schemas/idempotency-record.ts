import { stored } from './json-schema.ts';
import { integer, string } from './values.ts';

/**
 * A call's hold on an Idempotency-Key, and its response once the call has committed. Instants are epoch milliseconds.
 */
export const storedIdempotencyRecordSchema = stored(
  {
    account_id: string,
    key_sha256: string,
    fingerprint: string,
    owner: string,
    seed: string,
    started_at: integer,
    claimed_at: integer,
  },
  { answer: stored({ status: integer, body: string }) },
);
