import type { MoneyMove } from './ledger.ts';
import {
  type MailingDocument,
  type MailingFields,
  type Preview,
  PREVIEW_DAYS,
  type PrintFile,
  refundFor,
} from './mailing-fields.ts';
import { DAY_MS } from './units.ts';

export const verificationStatuses = [
  'received',
  'in_production',
  'awaiting_code',
  'verified',
  'failed',
  'expired',
  'canceled',
  'revoked',
] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

export const verificationMethods = ['hosted_page', 'code'] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** The service's own letter, with the texts as printed (rule DOC-2). */
export interface TemplateDocument {
  type: 'template';
  title: string;
  body: string;
  footer: string;
  include_qr_code: boolean;
  include_page_url: boolean;
}

export type VerificationDocument = TemplateDocument | MailingDocument;

/** How the code came to the hosted page. */
export const hostedPageEntries = ['qr_code', 'typed'] as const;
export type HostedPageEntry = (typeof hostedPageEntries)[number];

/** Who gave the right code: the customer's server, or a person on the hosted page. */
export const confirmationMethods = ['api', 'hosted_page'] as const;

/** Where a verification was created. */
export const verificationSources = ['api', 'dashboard'] as const;

/** Where the network says that the person was: coarse, and never compared with the letter's address. */
export interface ApproximateLocation {
  country: string | null;
  state: string | null;
  city: string | null;
  postal_code: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** Where the person's device says that it was, shared by explicit consent. */
export interface PreciseLocation {
  latitude: number;
  longitude: number;
  accuracy_meters: number;
}

/** Device and browser as far as the user agent tells. */
export interface Device {
  type: string | null;
  vendor: string | null;
  model: string | null;
  os: string | null;
}
export interface Client {
  name: string | null;
  version: string | null;
}

/** Who confirmed, as far as is known; nothing is for a check by API, whose caller is the customer's server. */
export interface Confirmer {
  method: (typeof confirmationMethods)[number];
  hosted_page_entry: HostedPageEntry | null;
  ip: string | null;
  location: ApproximateLocation | null;
  user_agent: string | null;
  device: Device | null;
  client: Client | null;
}

export interface Confirmation extends Confirmer {
  confirmed_at: number;
  precise_location: (PreciseLocation & { shared_at: number }) | null;
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

/** A verification as it is kept; the documented JSON is `lib/core/resources/verification.ts`. */
export interface Verification extends MailingFields<'verification', VerificationStatus> {
  method: VerificationMethod;
  source: (typeof verificationSources)[number];
  document: VerificationDocument;
  instructions: string | null;
  return_url: string | null;
  /** Opaque last part of `hosted_page_url`; both are null with method `code`. */
  page_token: string | null;
  /** As printed: it stays what it was when the service moves to another host. */
  hosted_page_url: string | null;
  /** All that is kept of the code: its MAC by a key that cannot leave KMS, bound to the id; base 64. */
  code_mac: string;
  attempts_remaining: number;
  expires_at: number | null;
  confirmation: Confirmation | null;
  /** The copy without code that customers see; `print_file` has the code. */
  preview_file: PrintFile;
}

/** Days to confirm after posting, and minutes to share the precise location after confirming (rules VER-11 and PAGE-6). */
export const CONFIRMATION_DAYS = 60;
export const LOCATION_SHARING_MINUTES = 30;

/** What can happen to a verification, with what it brings along. */
export type VerificationMove =
  | { trigger: 'cancel' }
  /** The service cancels: the letter cannot be produced. */
  | { trigger: 'give_up' }
  | { trigger: 'batch'; batch_id: string }
  | { trigger: 'post' }
  | { trigger: 'confirm'; confirmer: Confirmer }
  | { trigger: 'refuse_code' }
  | { trigger: 'expire' }
  | { trigger: 'share_location'; location: PreciseLocation };

type Trigger = VerificationMove['trigger'];

/** The state table (rule VER-10). What it does not list cannot happen. */
export const verificationRules: Readonly<Record<Trigger, Partial<Record<VerificationStatus, VerificationStatus>>>> = {
  cancel: { received: 'canceled', in_production: 'revoked', awaiting_code: 'revoked', verified: 'revoked' },
  give_up: { received: 'canceled', in_production: 'canceled' },
  batch: { received: 'in_production' },
  post: { in_production: 'awaiting_code' },
  confirm: { awaiting_code: 'verified' },
  // The fifth wrong code leads to `failed`.
  refuse_code: { awaiting_code: 'awaiting_code' },
  expire: { awaiting_code: 'expired' },
  share_location: { verified: 'verified' },
};

/** Conditions of moves that depend on more than the status; `at` is the instant of the move. */
const conditions: Partial<Record<Trigger, (verification: Verification, at: number) => boolean>> = {
  confirm: (verification, at) => !isOverdue(verification, at),
  refuse_code: (verification, at) => !isOverdue(verification, at),
  expire: isOverdue,
  share_location: canShareLocation,
};

/** Time to confirm is over, whether or not the expiry has been recorded. */
export function isOverdue({ expires_at }: Verification, at: number): boolean {
  return expires_at !== null && at >= expires_at;
}

/** The person who confirmed may still share where the device was: once, within 30 minutes. */
export function canShareLocation({ status, confirmation, erased_at }: Verification, at: number): boolean {
  if (erased_at !== undefined) return false;
  if (status !== 'verified' || confirmation?.method !== 'hosted_page' || confirmation.precise_location) return false;
  return at < confirmation.confirmed_at + LOCATION_SHARING_MINUTES * 60_000;
}

/**
 * The verification after a move, or undefined when the state table does not list it or its time has not come or is over.
 * @param at instant of the transition, epoch milliseconds
 */
export function moveVerification(
  verification: Verification,
  move: VerificationMove,
  at: number,
): Verification | undefined {
  const to = verificationRules[move.trigger][verification.status];
  const holds = conditions[move.trigger]?.(verification, at) ?? true;
  if (to === undefined || !holds) return undefined;
  const after = { ...verification, ...broughtAlong(verification, move, at) };
  const status = after.attempts_remaining === 0 ? 'failed' : to;
  if (status === verification.status) return after;
  return { ...after, status, reached: { ...verification.reached, [status]: at } };
}

function broughtAlong(verification: Verification, move: VerificationMove, at: number): Partial<Verification> {
  switch (move.trigger) {
    case 'cancel':
    case 'give_up':
    case 'expire':
      return {};
    case 'batch':
      return { batch_id: move.batch_id };
    case 'post':
      // Instants are shown in whole seconds: it is over at the very second that `expires_at` shows.
      return { expires_at: Math.floor(at / 1000) * 1000 + CONFIRMATION_DAYS * DAY_MS };
    case 'confirm':
      return { confirmation: { ...move.confirmer, confirmed_at: at, precise_location: null } };
    case 'refuse_code':
      return { attempts_remaining: verification.attempts_remaining - 1 };
    case 'share_location':
      return {
        confirmation: { ...verification.confirmation!, precise_location: { ...move.location, shared_at: at } },
      };
  }
}

/** What a move changes of the account's money: the price goes back on `canceled`, never on `revoked`. */
export function verificationMoney(before: Verification, after: Verification): MoneyMove | undefined {
  return after.status === 'canceled' && before.status !== 'canceled' ? refundFor(after) : undefined;
}

/** When the code of a posted verification stops working; null for every other. */
export function verificationDueAt({ status, expires_at }: Verification): number | null {
  return status === 'awaiting_code' ? expires_at : null;
}

/** The copy that may be shown: the code is not in it. */
export function previewOfVerification({ id, preview_file, created_at, erased_at }: Verification): Preview {
  const available_until = erased_at ?? created_at + PREVIEW_DAYS * DAY_MS;
  return { file: preview_file, filename: `${id}.pdf`, available_until };
}
