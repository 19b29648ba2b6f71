import { MINUTE_MS } from './units.ts';

/** A person's stay in one browser (rule DASH-7). Instants are epoch milliseconds. */
export interface Session {
  person_id: string;
  /** That of the person when the session began. */
  generation: number;
  created_at: number;
  /** The last request that was noted. */
  seen_at: number;
  /** What the browser said of itself at sign-in; sessions of earlier releases do not have it. */
  device?: SessionDevice;
}

/** Where a session is; null where the browser does not say it. */
export interface SessionDevice {
  browser: string | null;
  system: string | null;
}

/** How long sessions last, in milliseconds. */
export interface SessionLimits {
  /** Without a request. */
  idle: number;
  /** From sign-in. */
  longest: number;
}

/** A request is noted when the last one that was noted is so old: a write for each request would be one too many. */
export const NOTED_EVERY_MS = MINUTE_MS;

/** Until when a session lasts if no further request comes. */
export function endOfSession({ created_at, seen_at }: Session, { idle, longest }: SessionLimits): number {
  return Math.min(seen_at + idle, created_at + longest);
}

/** A sign-in that a browser has begun and not finished yet. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  /** SHA-256 of the session that the browser has; it ends when the new one begins. */
  replaces: string | null;
  /** Epoch milliseconds. */
  expires_at: number;
}

/** Time to find a password and a second factor. */
export const SIGN_IN_MS = 10 * MINUTE_MS;
