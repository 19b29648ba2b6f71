import { MINUTE_MS } from './units.ts';

/** A person's session in one browser (rule DASH-7). Instants are epoch milliseconds. */
export interface Session {
  person_id: string;
  /** The person's generation when the session began. */
  generation: number;
  created_at: number;
  /** The last recorded request. */
  seen_at: number;
  /** What the browser reported at sign-in; sessions of earlier releases do not have it. */
  device?: SessionDevice;
  /** What the provider gave to ask again whether it still vouches for the person, sealed; not every provider does. */
  refresh_token?: string;
}

/** The browser and device of a session; null where the browser does not report it. */
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

/** A request is recorded if the last recorded one is this old, to avoid a write for each request. */
export const NOTED_EVERY_MS = MINUTE_MS;

/**
 * How often the provider is asked about a session that is used (rule DASH-8): a person whom it has disabled works on for
 * six minutes at most.
 */
export const CHECKED_EVERY_MS = 5 * MINUTE_MS;

/** Until when a session lasts if no further request arrives. */
export function endOfSession({ created_at, seen_at }: Session, { idle, longest }: SessionLimits): number {
  return Math.min(seen_at + idle, created_at + longest);
}

/** A sign-in that a browser has begun but not finished. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  /** SHA-256 of the browser's current session, which ends when the new one begins. */
  replaces: string | null;
  /** Epoch milliseconds. */
  expires_at: number;
}

/** Time to find a password and a second factor. */
export const SIGN_IN_MS = 10 * MINUTE_MS;

/**
 * Sign-ins that wait in one browser; the next one ends the oldest. A gateway takes 10,240 bytes of headers
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html), and each cookie has up to 1,700: two thirds
 * more than a path of 800 and 400 of keys and ids.
 */
export const MOST_SIGN_INS = 5;
