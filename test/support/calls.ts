import { randomUUID } from 'node:crypto';
import type { Call } from '../../lib/core/domain/calls.ts';

/** A call without an Idempotency-Key that has just begun and has 20 s left. */
export function callWithTime(fields: Partial<Call> = {}): Call {
  const startedAt = Date.now();
  return {
    id: `req_${randomUUID()}`,
    startedAt,
    record: undefined,
    timeLeft: () => startedAt + 20_000 - Date.now(),
    outcome: 'nothing',
    ...fields,
  };
}
