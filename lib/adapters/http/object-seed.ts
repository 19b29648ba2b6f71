import type { Identity } from '../../core/domain/calls.ts';
import type { IdempotencyRecord } from '../../core/domain/idempotency.ts';
import { createId, type IdKind, type RandomBytes } from '../../core/domain/ids.ts';
import { sha256Bytes } from '../../core/sha256.ts';

/**
 * Gives the object that a request makes its id and instant. With an Idempotency-Key both derive from its record, so that
 * a call which takes over a crashed one makes the same object.
 */
export function identityGiver(
  record: IdempotencyRecord | undefined,
  now: number,
  randomBytes: RandomBytes,
): (kind: IdKind) => Identity {
  const created_at = record?.started_at ?? now;
  return (kind) => ({
    id: createId(kind, created_at, record ? seededBytes(record.seed, kind) : randomBytes),
    created_at,
  });
}

/** SHA-256 of the 256-bit seed and the kind: as unpredictable as the seed, deterministic, at most 32 bytes. */
function seededBytes(seed: string, kind: IdKind): RandomBytes {
  return (size) => sha256Bytes(`${seed} ${kind}`).subarray(0, size);
}
