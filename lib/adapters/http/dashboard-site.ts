import { Problem } from '../../core/domain/problems.ts';
import type { SessionLimits } from '../../core/domain/sessions.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/domain/units.ts';
import { readOptional } from '../../core/environment.ts';
import { cookieName, cookieOf, cookiesOf, setCookie } from './cookies.ts';
import { type ApiEvent, requestHeader } from './exchange.ts';

/** The dashboard's origin and its session limits. */
export interface DashboardSite {
  /** Scheme, host and port, without a trailing slash. */
  origin: string;
  secure: boolean;
  limits: SessionLimits;
}

/** Variables of the dashboard's gateway stage. Its functions need no own settings, as other gateways call them too. */
export const siteVariables = {
  origin: 'origin',
  idleMinutes: 'sessionIdleMinutes',
  longestHours: 'sessionLongestHours',
} as const;

/** Functions read the dashboard's settings from the variables of its gateway's stage, which no request can set. */
export function siteOf({ stageVariables }: ApiEvent): DashboardSite {
  const variable = (name: string) => {
    const value = stageVariables?.[name];
    if (!value) throw new Error(`the stage has no variable ${name}`);
    return value;
  };
  const origin = readOptional('DASHBOARD_ORIGIN') ?? variable(siteVariables.origin);
  return {
    origin,
    secure: origin.startsWith('https:'),
    limits: {
      idle: Number(variable(siteVariables.idleMinutes)) * MINUTE_MS,
      longest: Number(variable(siteVariables.longestHours)) * HOUR_MS,
    },
  };
}

const SESSION_COOKIE = 'malote_session';
const SIGN_IN_COOKIE = 'malote_sign_in_';

/** The session's cookie, `Strict`: requests from other sites do not carry it. */
export const sessionCookie = {
  of: (event: ApiEvent, { secure }: DashboardSite) => cookieOf(event, cookieName(SESSION_COOKIE, secure)),
  set: (token: string, { secure, limits }: DashboardSite) =>
    setCookie(SESSION_COOKIE, token, { secure, sameSite: 'Strict', maxAge: limits.longest / 1000 }),
  clear: ({ secure }: DashboardSite) => setCookie(SESSION_COOKIE, '', { secure, sameSite: 'Strict', maxAge: 0 }),
};

/**
 * The cookies of sign-ins in progress, each named by its `state`, so that sign-ins in several tabs do not disturb each
 * other. `Lax`: the provider's page redirects back to us.
 */
export const signInCookie = {
  of: (event: ApiEvent, state: string, { secure }: DashboardSite) =>
    cookieOf(event, cookieName(SIGN_IN_COOKIE + state, secure)),
  set: (state: string, sealed: string, maxAge: number, { secure }: DashboardSite) =>
    setCookie(SIGN_IN_COOKIE + state, sealed, { secure, sameSite: 'Lax', maxAge }),
  clear: (state: string, { secure }: DashboardSite) =>
    setCookie(SIGN_IN_COOKIE + state, '', { secure, sameSite: 'Lax', maxAge: 0 }),
  /** Values of all sign-ins in progress in this browser. */
  all: (event: ApiEvent, { secure }: DashboardSite) => cookiesOf(event, cookieName(SIGN_IN_COOKIE, secure)),
};

/**
 * Whether another site led the browser here; the person, who typed the address or opened a bookmark, is `none`. Browsers
 * before 2023 do not tell (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
 */
export const isFromElsewhere = (event: ApiEvent) =>
  !['same-origin', 'none', undefined].includes(requestHeader(event, 'sec-fetch-site'));

/**
 * Rejects requests that another site's page sends in a person's name (rule DASH-9). Browsers set both headers; pages
 * cannot. `Origin` comes with every request but GET (https://fetch.spec.whatwg.org/#origin-header).
 * @throws Problem request_from_elsewhere
 */
export function requireOwnPage(event: ApiEvent, { origin }: DashboardSite): void {
  const site = requestHeader(event, 'sec-fetch-site');
  const isRead = event.httpMethod === 'GET';
  const siteIsOwn = site === undefined || site === 'same-origin' || (isRead && site === 'none');
  const originIsOwn = isRead || requestHeader(event, 'origin') === origin;
  if (!siteIsOwn || !originIsOwn) throw new Problem('request_from_elsewhere');
}
