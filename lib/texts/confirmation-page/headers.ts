import type { PageLocale, PageState } from '../../core/domain/confirmation-page.ts';
import { everyResponse } from '../../core/security-headers.ts';
import { sha256Bytes } from '../../core/sha256.ts';
import { script } from './script.ts';

const scriptHash = hashSource(script);

/**
 * Hashes allow exactly our style and script; only the logo and the icon inside the page are loaded. Browsers from
 * before 2016 ignore hashes and would block both. 'unsafe-inline' is for them: browsers that support hashes ignore it
 * (https://www.w3.org/TR/CSP2/#directive-script-src).
 */
const policyWith = (style: string) =>
  [
    "default-src 'none'",
    `style-src 'unsafe-inline' ${hashSource(style)}`,
    `script-src 'unsafe-inline' ${scriptHash}`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For a page that contains only a style. It may be in the page itself, where `frame-ancestors` has no effect. */
export function policyOfPlainPage(style: string, { hasForm }: { hasForm: boolean }): string {
  return [
    "default-src 'none'",
    `style-src 'unsafe-inline' ${hashSource(style)}`,
    'img-src data:',
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "base-uri 'none'",
  ].join('; ');
}

const everyPage = {
  ...everyResponse,
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Headers of a page. Only the one that asks for the location may read it. */
export function pageHeaders(state: PageState, locale: PageLocale, style: string): Record<string, string> {
  const asksLocation = state.kind === 'confirmed' && state.can_share_location;
  return {
    ...everyPage,
    'Content-Security-Policy': policyWith(style),
    'Content-Language': locale,
    'Permissions-Policy': `geolocation=(${asksLocation ? 'self' : ''}), camera=(), microphone=(), payment=()`,
    ...(state.kind === 'throttled' && { 'Retry-After': String(state.retry_after_seconds) }),
  };
}

function hashSource(text: string): string {
  return `'sha256-${sha256Bytes(text).toString('base64')}'`;
}
