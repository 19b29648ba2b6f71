import type { StoredVerification } from '../schemas/verification.ts';
import type { EventType } from './events.ts';
import type { MoneyMove } from './ledger.ts';
import { type Preview, PREVIEW_DAYS, refundFor } from './mailing-fields.ts';
import { DAY_MS, MINUTE_MS } from './units.ts';
import { CODE_ATTEMPTS } from './verification-codes.ts';
import type { VerificationStatus } from './verification-statuses.ts';

/** A verification as it is kept; the documented JSON is `lib/core/resources/verification.ts`. */
export type Verification = StoredVerification;

export type VerificationDocument = Verification['document'];

/** The service's own letter, with the texts as printed (rule DOC-2). */
export type TemplateDocument = Extract<VerificationDocument, { type: 'template' }>;

export type Confirmation = NonNullable<Verification['confirmation']>;

/** The person's approximate location according to the network; never compared with the letter's address. */
export type ApproximateLocation = NonNullable<Confirmation['location']>;

/** The person's location according to their device, shared with explicit consent. */
export type PreciseLocation = Omit<NonNullable<Confirmation['precise_location']>, 'shared_at'>;

/** The consent of the person who shared it. */
export type LocationConsent = NonNullable<PreciseLocation['consent']>;

/** Device and browser, as far as the user agent reports them. */
export type Device = NonNullable<Confirmation['device']>;
export type Client = NonNullable<Confirmation['client']>;

/** What is known about the person who confirmed; nothing for a check by API, whose caller is the customer's server. */
export type Confirmer = Omit<Confirmation, 'confirmed_at' | 'precise_location'>;

/** A code that was tried, right or wrong (rule VER-16). */
export type CodeAttempt = NonNullable<Verification['attempts']>[number];

/** Who tries a code. */
export interface CodeTry {
  confirmer: Confirmer;
  /** Hash of the network it came from; none for a check by API, or if the network is unknown. */
  network_hash?: string | undefined;
}

export const confirmedByApi: Confirmer = {
  method: 'api',
  hosted_page_entry: null,
  ip: null,
  location: null,
  user_agent: null,
  device: null,
  client: null,
};

/**
 * Days to confirm after posting, days before the end when the company is notified, and minutes to share the precise
 * location after confirming (rules VER-11, VER-18 and PAGE-6).
 */
export const CONFIRMATION_DAYS = 60;
export const EXPIRY_NOTICE_DAYS = 7;
export const LOCATION_SHARING_MINUTES = 30;

/** What can happen to a verification, with its data. */
export type VerificationMove =
  | { trigger: 'cancel' }
  /** The service cancels: the letter cannot be produced. */
  | { trigger: 'give_up' }
  | { trigger: 'batch'; batch_id: string }
  /** The line of the print house's report and its instant, both verbatim. */
  | { trigger: 'post'; reported_at?: string; reported_line?: string | undefined }
  | ({ trigger: 'confirm' } & CodeTry)
  | ({ trigger: 'refuse_code' } & CodeTry)
  | { trigger: 'expire' }
  /** The deadline is near. */
  | { trigger: 'give_notice' }
  /** `browser_sha256` is of the token of the browser that shares. */
  | { trigger: 'share_location'; location: PreciseLocation; browser_sha256: string | undefined };

type Trigger = VerificationMove['trigger'];

/** The state table (rule VER-10). Nothing else can happen. */
export const verificationRules: Readonly<Record<Trigger, Partial<Record<VerificationStatus, VerificationStatus>>>> = {
  cancel: { received: 'canceled', in_production: 'revoked', awaiting_code: 'revoked', verified: 'revoked' },
  give_up: { received: 'canceled', in_production: 'canceled' },
  batch: { received: 'in_production' },
  post: { in_production: 'awaiting_code' },
  confirm: { awaiting_code: 'verified' },
  // The fifth wrong code leads to `failed`.
  refuse_code: { awaiting_code: 'awaiting_code' },
  expire: { awaiting_code: 'expired' },
  give_notice: { awaiting_code: 'awaiting_code' },
  share_location: { verified: 'verified' },
};

/** Conditions of moves that depend on more than the status; `at` is the instant of the move. */
const conditions: Partial<
  Record<Trigger, (verification: Verification, at: number, move: VerificationMove) => boolean>
> = {
  confirm: (verification, at) => !isOverdue(verification, at),
  refuse_code: (verification, at) => !isOverdue(verification, at),
  expire: isOverdue,
  give_notice: (verification, at) =>
    verification.notice_at === undefined && !isOverdue(verification, at) && at >= noticeDueAt(verification),
  share_location: (verification, at, move) =>
    move.trigger === 'share_location' && canShareLocation(verification, at, move.browser_sha256),
};

/** The time to confirm is over, whether or not the expiry has been recorded. */
export function isOverdue({ expires_at }: Verification, at: number): boolean {
  return expires_at !== null && at >= expires_at;
}

/**
 * Until when the print house may need the file with the code: until the letter is posted or certainly will not be (rule
 * PRIV-1). A verification revoked in production is still posted, and nothing reports when.
 * @param productionMs the longest that production takes
 * @returns Infinity while this is unknown
 */
export function codeFileNeededUntil({ status, reached }: Verification, productionMs: number): number {
  if (reached.awaiting_code !== undefined) return reached.awaiting_code;
  if (status === 'revoked') return reached.revoked! + productionMs;
  return reached.canceled ?? Infinity;
}

/**
 * The person who confirmed may still share the device's location: once, within 30 minutes, from the browser that
 * confirmed. Whoever else has the link did not consent.
 * @param browserSha256 of the token of the browser that asks
 */
export function canShareLocation(
  { status, confirmation, erased_at }: Verification,
  at: number,
  browserSha256: string | undefined,
): boolean {
  if (erased_at !== undefined || browserSha256 === undefined) return false;
  if (confirmation?.browser_sha256 !== browserSha256) return false;
  if (status !== 'verified' || confirmation?.method !== 'hosted_page' || confirmation.precise_location) return false;
  return at < confirmation.confirmed_at + LOCATION_SHARING_MINUTES * MINUTE_MS;
}

/**
 * The verification after a move, or undefined if the state table does not list it, or it is too early or too late.
 * @param at instant of the transition, epoch milliseconds
 */
export function moveVerification(
  verification: Verification,
  move: VerificationMove,
  at: number,
): Verification | undefined {
  const to = verificationRules[move.trigger][verification.status];
  const holds = conditions[move.trigger]?.(verification, at, move) ?? true;
  if (to === undefined || !holds) return undefined;
  const after = { ...verification, ...fieldsOfMove(verification, move, at) };
  const status = after.attempts_remaining === 0 ? 'failed' : to;
  if (status === verification.status) return after;
  return { ...after, status, reached: { ...verification.reached, [status]: at } };
}

function fieldsOfMove(verification: Verification, move: VerificationMove, at: number): Partial<Verification> {
  switch (move.trigger) {
    case 'cancel':
    case 'give_up':
    case 'expire':
      return {};
    case 'give_notice':
      return { notice_at: at };
    case 'batch':
      return { batch_id: move.batch_id };
    case 'post':
      // Instants are shown in whole seconds: it expires exactly at the second that `expires_at` shows.
      return {
        expires_at: Math.floor(at / 1000) * 1000 + CONFIRMATION_DAYS * DAY_MS,
        ...(move.reported_at !== undefined && { reported_posted_at: move.reported_at }),
        ...(move.reported_line !== undefined && { reported_line: move.reported_line }),
      };
    case 'confirm':
      return {
        confirmation: { ...move.confirmer, confirmed_at: at, precise_location: null },
        attempts: attemptsWith(verification, move, at),
      };
    case 'refuse_code':
      return {
        attempts_remaining: verification.attempts_remaining - 1,
        attempts: attemptsWith(verification, move, at),
      };
    case 'share_location':
      return {
        confirmation: { ...verification.confirmation!, precise_location: { ...move.location, shared_at: at } },
      };
  }
}

/** At most five, so they are stored in the verification: one write counts and records them. */
function attemptsWith(
  { attempts = [], attempts_remaining }: Verification,
  { trigger, confirmer, network_hash }: Extract<VerificationMove, CodeTry>,
  at: number,
): CodeAttempt[] {
  const number = CODE_ATTEMPTS - attempts_remaining + 1;
  const entry = confirmer.hosted_page_entry ?? 'api';
  return [...attempts, { number, at, entry, correct: trigger === 'confirm', network_hash: network_hash ?? null }];
}

/** How a move changes the account's money: the price is refunded on `canceled`, never on `revoked`. */
export function verificationMoney(before: Verification, after: Verification): MoneyMove | undefined {
  return after.status === 'canceled' && before.status !== 'canceled' ? refundFor(after) : undefined;
}

/** The event of a move that keeps the status: the deadline is near. */
export function verificationNotice(before: Verification, after: Verification): EventType | undefined {
  return after.notice_at === before.notice_at ? undefined : 'verification.expiring';
}

/**
 * When the next action of a posted verification is due: the notice of its end, then the end itself; null for all
 * others.
 */
export function verificationDueAt(verification: Verification): number | null {
  const { status, expires_at, notice_at } = verification;
  if (status !== 'awaiting_code') return null;
  return notice_at === undefined ? noticeDueAt(verification) : expires_at;
}

/** @returns epoch milliseconds; Infinity for a verification that is not posted */
function noticeDueAt({ expires_at }: Verification): number {
  return expires_at === null ? Infinity : expires_at - EXPIRY_NOTICE_DAYS * DAY_MS;
}

/** Whole days from posting to confirmation; null if not confirmed. */
export function daysToConfirm({ reached, confirmation }: Verification): number | null {
  if (!confirmation || reached.awaiting_code === undefined) return null;
  return Math.floor((confirmation.confirmed_at - reached.awaiting_code) / DAY_MS);
}

/** The copy that may be shown, without the code. */
export function previewOfVerification({ id, preview_file, created_at, erased_at }: Verification): Preview {
  const available_until = erased_at ?? created_at + PREVIEW_DAYS * DAY_MS;
  return { file: preview_file, filename: `${id}.pdf`, available_until };
}
