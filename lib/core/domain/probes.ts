import { DAY_MS } from './units.ts';

/** What a host answers while it is well. */
interface Probe {
  path: string;
  status: number;
  /** Part of the body. */
  shows: string;
}

/** The hosts that customers and recipients open. Each request goes the whole way, through DNS and what stands in front. */
export const probes = {
  // A request without a key ends in the function; it reads and counts nothing.
  api: { path: '/account', status: 401, shows: 'api_key_missing' },
  confirmation_page: { path: '/', status: 200, shows: '<form ' },
  // S3 answers 403 for an empty bucket.
  dashboard: { path: '/', status: 200, shows: '<div id="root">' },
  documentation: { path: '/', status: 200, shows: '</main>' },
} as const satisfies Record<string, Probe>;

export type ProbedHost = keyof typeof probes;

/** Addresses of the hosts, without a slash at the end; a host that is not there is not probed. */
export type ProbedHosts = Partial<Record<ProbedHost, string>>;

/** What a host answered. */
export interface Answer {
  status: number;
  body: string;
  /** When the certificate ends, in milliseconds of the epoch; undefined without TLS. */
  certificateEnds: number | undefined;
}

/**
 * ACM renews a certificate from 60 days before its end
 * (https://docs.aws.amazon.com/acm/latest/userguide/managed-renewal.html): one that ends in 30 was not renewed.
 */
const RENEWED_BEFORE_MS = 30 * DAY_MS;

/** An answer that came may still be the wrong one: the page of an error, an empty bucket. */
export function isWell(host: ProbedHost, answer: Answer): boolean {
  const { status, shows } = probes[host];
  return answer.status === status && answer.body.includes(shows);
}

export function certificateEndsSoon({ certificateEnds }: Answer, now: number): boolean {
  return certificateEnds !== undefined && certificateEnds - now < RENEWED_BEFORE_MS;
}
