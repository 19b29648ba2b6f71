import { Problem } from '../../../core/domain/problems.ts';
import { bodySizeBytes } from '../body-formats.ts';
import { type ApiMiddleware, rawBodyOf } from '../exchange.ts';

/**
 * "4.5 MB" is decimal: in base64 it is 6,000,000 bytes, which fit into a function's payload (6 MiB) with the headers.
 */
const MAX_BODY_BYTES = 4_500_000;

/** Rejects bodies over the limit (rule REQ-3). */
export function bodySize(): ApiMiddleware {
  return {
    before: ({ event, context: { exchange } }) => {
      if (exchange.format && bodySizeBytes(rawBodyOf(event)) > MAX_BODY_BYTES) throw new Problem('request_too_large');
    },
  };
}
