import type { StoredResponse } from '../../../core/domain/idempotency.ts';
import { describeFailure } from '../../net/failure.ts';
import type { ApiMiddleware, Exchange, ResponseSeal } from '../exchange.ts';
import { reply } from '../reply.ts';
import type { RequestLog } from '../request-log.ts';

/** The response that a call has committed; undefined if it has committed none. */
export function committedBy({ call }: Exchange): StoredResponse | undefined {
  if (typeof call?.outcome !== 'object') return undefined;
  return { status: call.outcome.status, body: JSON.stringify(call.outcome.body) };
}

/** A stored response as the caller may see it. */
export async function opened(
  { accountId, role }: Exchange,
  answer: StoredResponse,
  seal: ResponseSeal | undefined,
): Promise<StoredResponse> {
  return seal ? { ...answer, body: await seal.open(accountId, answer.body, role) } : answer;
}

/** Returns the response that the call has committed, whatever fails after the commit (rule ERR-1). */
export function committedResponse({ log, seal }: { log: RequestLog; seal?: ResponseSeal | undefined }): ApiMiddleware {
  return {
    onError: async ({ context: { exchange }, error }) => {
      const committed = exchange && committedBy(exchange);
      if (!committed) return undefined;
      const request_id = exchange.requestId;
      log.warn('a call failed after it had committed', { request_id, failure: describeFailure(error) });
      try {
        return reply(exchange, await opened(exchange, committed, seal));
      } catch (failure) {
        // The error envelope says that the call may have taken effect.
        log.error('a committed response was not opened', { request_id, failure: describeFailure(failure) });
        return undefined;
      }
    },
  };
}
