import { Logger } from '@aws-lambda-powertools/logger';
import { operationsThatAreEvents } from '../../core/domain/security-events.ts';
import { noPage } from '../../core/security-headers.ts';
import { describeFailure } from '../net/failure.ts';
import { type DashboardSite, siteOf } from './dashboard-site.ts';
import type { ApiEvent, ApiResult } from './exchange.ts';
import { type RequestLog } from './request-log.ts';
import { addressesOf } from './visitor.ts';

/** The next address of the browser. */
export interface Redirect {
  location: string;
  /** `Set-Cookie` headers. */
  cookies?: readonly string[];
  /** Why the sign-in step failed; for the log. */
  refusal?: Error;
  /** How the sign-in ended, and of whom; absent while it goes on. */
  ended?: { outcome: 'done' | 'expired' | 'not_invited' | 'refused'; personId?: string };
}

export interface RedirectRequest {
  event: ApiEvent;
  site: DashboardSite;
  /** Epoch milliseconds. */
  now: number;
}

export interface RedirectOptions {
  /** Name of the endpoint in the log: its folder's name. */
  operation: string;
  /** The address after a failure, relative to the dashboard. */
  onFailure: string;
  clock?: () => number;
  log?: RequestLog;
}

/**
 * A step of the sign-in: the browser is always redirected, and the log says which function failed and where, without
 * any content of the request (rule PRIV-4).
 */
export function redirectHandler(
  { operation, onFailure, clock = () => Date.now(), log = new Logger({ serviceName: 'malote' }) }: RedirectOptions,
  perRequest: (request: RedirectRequest) => Promise<Redirect>,
): (event: ApiEvent) => Promise<ApiResult> {
  const logSecurity = (event: ApiEvent, { outcome, personId }: { outcome: string; personId?: string }) =>
    log[outcome === 'done' ? 'info' : 'warn']('security', {
      security_event: 'sign_in',
      outcome,
      operation,
      person_id: personId,
      gateway_request_id: event.requestContext.requestId,
      ...addressesOf(event),
    });
  return async (event) => {
    const now = clock();
    const line = () => ({
      operation,
      gateway_request_id: event.requestContext.requestId,
      duration_ms: clock() - now,
    });
    try {
      const { location, cookies = [], refusal, ended } = await perRequest({ event, site: siteOf(event), now });
      if (refusal) log.warn('sign-in refused', { ...line(), failure: describeFailure(refusal) });
      else log.info('sign-in', line());
      if (ended) logSecurity(event, ended);
      return redirect(location, cookies);
    } catch (error) {
      log.error('sign-in failed', { ...line(), failure: describeFailure(error) });
      if (operationsThatAreEvents[operation]) logSecurity(event, { outcome: 'failed' });
      return redirect(onFailure, []);
    }
  };
}

function redirect(location: string, cookies: readonly string[]): ApiResult {
  return {
    statusCode: 302,
    headers: { ...noPage, Location: location, 'Cache-Control': 'no-store' },
    ...(cookies.length > 0 && { multiValueHeaders: { 'Set-Cookie': [...cookies] } }),
    body: '',
  };
}

/** The query as sent, including repeated parameters. */
export function queryOf({ multiValueQueryStringParameters: values }: ApiEvent): URLSearchParams {
  const pairs = Object.entries(values ?? {}).flatMap(([name, all]) =>
    (all ?? []).map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs);
}
