import type { Call } from '../../../core/domain/calls.ts';
import { mayHaveTakenEffect, Problem } from '../../../core/domain/problems.ts';
import { describeFailure } from '../../net/failure.ts';
import { errorReply } from '../error-reply.ts';
import type { ApiMiddleware } from '../exchange.ts';
import { isTemporary, type RequestLog } from '../request-log.ts';

/** Turns any thrown error into the error envelope. Faults of the service are logged with their cause. */
export function errorEnvelope({ docsUrl, log }: { docsUrl: string; log: RequestLog }): ApiMiddleware {
  return {
    onError: (request) => {
      const { exchange } = request.context;
      const problem = problemOf(request.error, exchange.call?.outcome ?? 'nothing');
      exchange.errorCode = problem.code;
      const response = errorReply(exchange, problem, docsUrl);
      if (response.statusCode >= 500) {
        log.error('request failed', {
          request_id: exchange.requestId,
          failure: describeFailure(problem.cause ?? problem),
        });
      }
      request.response = response;
    },
  };
}

function problemOf(error: unknown, outcome: Call['outcome']): Problem {
  if (error instanceof Problem && outcome === 'nothing') return error;
  const code = isTemporary(error) ? 'service_unavailable' : 'internal_error';
  return outcome === 'nothing' ? new Problem(code, { cause: error }) : mayHaveTakenEffect(code, error);
}
