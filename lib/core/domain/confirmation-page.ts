import type { ShownLetter } from './authenticity.ts';
import type { Face } from './faces.ts';
import { CODE_ATTEMPTS } from './verification-codes.ts';
import { lastSureDay } from './verification-letter.ts';
import { canShareLocation, isOverdue, type Verification } from './verifications.ts';

/** Languages of the hosted page: Portuguese, or English if the browser prefers it. */
export const pageLocales = ['pt-BR', 'en'] as const;
export type PageLocale = (typeof pageLocales)[number];

/** The company that asks for the confirmation, as the page shows it. */
export interface Brand {
  /** Trade name, else legal name. */
  company: string;
  legal_name: string;
  cnpj: string;
  face: Face;
  /** A sandbox: nobody got a letter, and no address is confirmed (rule SBX-5). */
  is_sandbox?: boolean;
  /** Served from the page's own origin; null without a logo. */
  logo_url: string | null;
}

/** What the page of a verification shows now (rule PAGE-2). */
export type PageState =
  /** The letter is not posted yet: no code is accepted. `sure_until` is the day printed in the letter, `YYYY-MM-DD`. */
  | { kind: 'on_its_way'; sure_until: string }
  /** The page asks for the code; after a wrong one, `wrong` is what was typed, for comparison with the letter. */
  | { kind: 'code_expected'; attempts_remaining: number; wrong: string | null; expires_at: number | null }
  /**
   * Confirmed. `can_share_location` in the browser that confirmed, for 30 minutes or until it was shared; then `shared`.
   */
  | { kind: 'confirmed'; return_url: string | null; can_share_location: boolean; shared: boolean }
  /** Five wrong codes. */
  | { kind: 'locked' }
  | { kind: 'expired'; expires_at: number | null }
  /** Canceled or revoked by the company. */
  | { kind: 'no_longer_valid' }
  /** The host alone: the page asks for the number of the letter. `malformed` after an impossible number. */
  | { kind: 'number_expected'; malformed: boolean }
  /** Of a letter with an authenticity number, not of a verification (rule GEN-3). */
  | ShownLetter
  /** No letter has the typed number; `mistyped` if it cannot be an authenticity number. */
  | { kind: 'number_unknown'; mistyped: boolean }
  /** No verification has this address, so the brand is unknown. */
  | { kind: 'unknown_link' }
  /** Too many tries with this link, or from this network, in a short time. */
  | { kind: 'throttled'; retry_after_seconds: number };

export type PageKind = PageState['kind'];

/**
 * What the page of a verification shows at an instant.
 * @param wrong what was typed if the last code was wrong; else null
 * @param browserSha256 of the token of the browser that asks, if it has confirmed
 */
export function pageStateOf(
  verification: Verification,
  now: number,
  wrong: string | null,
  browserSha256?: string,
): PageState {
  const { status, attempts_remaining, return_url, confirmation, created_at, expires_at } = verification;
  switch (status) {
    case 'received':
    case 'in_production':
      return { kind: 'on_its_way', sure_until: lastSureDay(created_at) };
    case 'awaiting_code':
      return isOverdue(verification, now)
        ? { kind: 'expired', expires_at }
        : // A link that was passed on may contain it before anybody has tried a code.
          {
            kind: 'code_expected',
            attempts_remaining,
            wrong: attempts_remaining < CODE_ATTEMPTS ? wrong : null,
            expires_at,
          };
    case 'verified':
      return {
        kind: 'confirmed',
        return_url,
        can_share_location: canShareLocation(verification, now, browserSha256),
        shared: Boolean(confirmation?.precise_location),
      };
    case 'failed':
      return { kind: 'locked' };
    case 'expired':
      return { kind: 'expired', expires_at };
    case 'canceled':
    case 'revoked':
      return { kind: 'no_longer_valid' };
  }
}
