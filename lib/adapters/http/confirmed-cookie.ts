import { LOCATION_SHARING_MINUTES } from '../../core/domain/verifications.ts';
import { cookieOf } from './cookies.ts';
import type { ApiEvent } from './exchange.ts';

/**
 * The cookie of a browser that has confirmed a verification, for as long as it may share a location (rule PAGE-6). With
 * a path, so that each page has its own, and the company's other pages do not get it.
 */
const NAME = 'malote_confirmed';

/** No page over plain HTTP can set it (RFC 6265bis §4.1.3.1); `__Host-` would not allow a path. */
const SECURE_NAME = `__Secure-${NAME}`;

/** The names under which a distribution forwards it. */
export const confirmedCookieNames = [SECURE_NAME, NAME] as const;

/** @param path of the verification's page */
export function confirmedCookie(token: string, path: string, isSecure: boolean): string {
  const attributes = [`Path=${path}`, 'HttpOnly', 'SameSite=Strict', `Max-Age=${LOCATION_SHARING_MINUTES * 60}`];
  return [`${isSecure ? SECURE_NAME : NAME}=${token}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}

export const confirmedTokenOf = (event: ApiEvent) => cookieOf(event, SECURE_NAME) ?? cookieOf(event, NAME);
