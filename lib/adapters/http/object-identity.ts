import type { Identity } from '../../core/domain/calls.ts';
import type { IdempotencyRecord } from '../../core/domain/idempotency.ts';
import { createId, type IdKind, type RandomBytes } from '../../core/domain/ids.ts';
import { sha256Bytes } from '../../core/sha256.ts';

/**
 * Provides id and instant of the object that a request creates. With an Idempotency-Key, both derive from its record, so a
 * call that takes over from a crashed one creates the same object.
 */
export function identityFactory(
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
