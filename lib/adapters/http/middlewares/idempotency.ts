import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type StoredResponse, TAKE_OVER_AFTER_MS } from '../../../core/domain/idempotency.ts';
import type { RandomBytes } from '../../../core/domain/ids.ts';
import { Problem, type ProblemCode } from '../../../core/domain/problems.ts';
import { sha256 } from '../../../core/sha256.ts';
import { describeFailure } from '../../net/failure.ts';
import { withMoreTime } from '../../net/time-left.ts';
import type { ApiMiddleware, ApiStores, Exchange, ResponseSeal } from '../exchange.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { RELEASE_MS } from '../gateway-time.ts';
import { reply } from '../reply.ts';
import { type RequestLog } from '../request-log.ts';
import { committedBy, opened } from './committed-response.ts';

export interface IdempotencyOptions extends Pick<ApiStores, 'idempotencyRecords'> {
  randomBytes: RandomBytes;
  /** Epoch milliseconds. */
  clock: () => number;
  log: RequestLog;
  /** For responses with a secret. */
  seal?: ResponseSeal | undefined;
}

const refusals = {
  in_use: 'idempotency_key_in_use',
  reused: 'idempotency_key_reused',
} as const satisfies Record<string, ProblemCode>;

/**
 * The requested path below the base URL. `event.path` is different: with a custom domain it begins with the domain's
 * base path (https://github.com/CodeGenieApp/serverless-express/issues/216), so the same request to two hosts would
 * count as two.
 */
function pathOf({ resource, pathParameters }: APIGatewayProxyEvent): string {
  return resource.replace(/\{(\w+)\+?\}/g, (_, name: string) => pathParameters?.[name] ?? '');
}

/** 256 bits: owners are unique, and a seed is enough for all random bytes of an id. */
const MARK_BYTES = 32;

/**
 * Lets the inner middlewares succeed at most once per Idempotency-Key (rule IDEM-3): replays the first response,
 * completes the record for handlers without a transaction, and releases the key when nothing was created.
 */
export function idempotency({ idempotencyRecords, randomBytes, clock, log, seal }: IdempotencyOptions): ApiMiddleware {
  const mark = () => Buffer.from(randomBytes(MARK_BYTES)).toString('hex');
  const kept = async (accountId: string, body: string) => (seal ? seal.seal(accountId, body) : body);
  const shown = (exchange: Exchange, answer: StoredResponse) => opened(exchange, answer, seal);
  return {
    before: async ({ event, context: { exchange } }) => {
      if (exchange.idempotencyKey === undefined) return undefined;
      const claim = await idempotencyRecords.claim({
        accountId: exchange.accountId,
        keySha256: sha256(exchange.idempotencyKey),
        fingerprint: fingerprintOf(exchange.idempotencyKey, event.httpMethod, pathOf(event), exchange.body),
        owner: mark(),
        seed: mark(),
        now: exchange.now,
      });
      if (claim.outcome === 'answered') {
        exchange.replayed = true;
        return reply(exchange, await shown(exchange, claim.answer), { 'Idempotent-Replayed': 'true' });
      }
      if (claim.outcome !== 'claimed') throw new Problem(refusals[claim.outcome]);
      exchange.record = claim.record;
      return undefined;
    },

    after: async (request) => {
      const { exchange } = request.context;
      if (!exchange.record || committedBy(exchange)) return;
      const { statusCode: status, body } = request.response!;
      const standing = await idempotencyRecords.complete(exchange.record, {
        status,
        body: await kept(exchange.accountId, body),
      });
      if (!standing) throw new Problem('idempotency_key_in_use');
      request.response = reply(exchange, await shown(exchange, standing));
    },

    onError: async (request) => {
      const { exchange } = request.context;
      if (!exchange?.record) return;
      try {
        const released = await withMoreTime(RELEASE_MS, () => idempotencyRecords.release(exchange.record!));
        if (exchange.call && typeof released === 'string') exchange.call.outcome = 'nothing';
        if (released === 'released') return;
        log.warn('a failed call had lost its key or committed', {
          request_id: exchange.requestId,
          failure: describeFailure(request.error),
        });
        if (released === 'lost') request.error = new Problem('idempotency_key_in_use', { cause: request.error });
        else return reply(exchange, await shown(exchange, released));
      } catch (error) {
        // Returns the original error; the key is free once the record is old enough to be taken over.
        exchange.keyFreeInSeconds = Math.ceil((exchange.record.claimed_at + TAKE_OVER_AFTER_MS - clock()) / 1_000);
        log.error('an idempotency record was not released', {
          request_id: exchange.requestId,
          failure: describeFailure(error),
        });
      }
    },
  };
}
