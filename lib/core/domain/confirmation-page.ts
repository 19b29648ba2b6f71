import { CODE_ATTEMPTS } from './verification-codes.ts';
import { canShareLocation, isOverdue, type Verification } from './verifications.ts';

/** Languages of the hosted page: Portuguese, or English when the browser asks for it. */
export const pageLocales = ['pt-BR', 'en'] as const;
export type PageLocale = (typeof pageLocales)[number];

/** Who asks for the confirmation, as the page shows it. */
export interface Brand {
  /** Trade name, else legal name. */
  company: string;
  /** Served from the page's own origin; null for a company without a logo. */
  logo_url: string | null;
}

/** What the page of a verification shows now (rule PAGE-2). */
export type PageState =
  /** The letter is not posted yet: no code is taken. */
  | { kind: 'on_its_way' }
  /** The code is asked for; `wrong` right after a wrong one. */
  | { kind: 'code_expected'; attempts_remaining: number; wrong: boolean }
  /** Confirmed. `can_share_location` for 30 minutes and until it was shared; then `shared`. */
  | { kind: 'confirmed'; return_url: string | null; can_share_location: boolean; shared: boolean }
  /** Five wrong codes. */
  | { kind: 'locked' }
  | { kind: 'expired' }
  /** Canceled or revoked by the company. */
  | { kind: 'no_longer_valid' }
  /** The address of the service alone: the number of the letter leads on. `malformed` after a text that can be none. */
  | { kind: 'number_expected'; malformed: boolean }
  /** No verification has this address, so there is no brand to show. */
  | { kind: 'unknown_link' }
  /** Too many tries on this link, or from this network, in a short time. */
  | { kind: 'throttled'; retry_after_seconds: number };

export type PageKind = PageState['kind'];

/** What the page of a verification shows at an instant. `wrong` right after a wrong code. */
export function pageStateOf(verification: Verification, now: number, wrong: boolean): PageState {
  const { status, attempts_remaining, return_url, confirmation } = verification;
  switch (status) {
    case 'received':
    case 'in_production':
      return { kind: 'on_its_way' };
    case 'awaiting_code':
      return isOverdue(verification, now)
        ? { kind: 'expired' }
        : // An address that was passed on may say so before anybody has tried.
          { kind: 'code_expected', attempts_remaining, wrong: wrong && attempts_remaining < CODE_ATTEMPTS };
    case 'verified':
      return {
        kind: 'confirmed',
        return_url,
        can_share_location: canShareLocation(verification, now),
        shared: Boolean(confirmation?.precise_location),
      };
    case 'failed':
      return { kind: 'locked' };
    case 'expired':
      return { kind: 'expired' };
    case 'canceled':
    case 'revoked':
      return { kind: 'no_longer_valid' };
  }
}
