import type { components, operations } from './schema.d.ts';

/** Objects of the public API, from its description: a change of the contract breaks the build. */
type Schemas = components['schemas'];

export type Address = Schemas['Address'];
export type AddressInput = Schemas['AddressInput'];
export type Letter = Schemas['Letter'];
export type LetterStatus = Letter['status'];
export type Quote = Schemas['Quote'];
export type Warning = Quote['warnings'][number];
export type Price = Schemas['Price'];
export type Verification = Schemas['Verification'];
export type VerificationStatus = Verification['status'];
export type Mailing = Letter | Verification;
export type VerificationAttempt = Schemas['VerificationAttempt'];
export type VerificationQuote = Schemas['VerificationQuote'];
export type VerificationFigures = Schemas['VerificationFigures'];
export type Upload = Schemas['Upload'];
export type Balance = Schemas['Balance'];
export type BalanceTransaction = Schemas['BalanceTransaction'];
export type PostalCode = Schemas['PostalCode'];
export type ServiceEvent = Schemas['Event'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookSending = Schemas['WebhookSending'];
export type WebhookTest = Schemas['WebhookTest'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookDeliveryWithBody = Schemas['WebhookDeliveryWithBody'];
export type PostalService = Letter['postal_services'][number];
export type AddressPlacement = Letter['address_placement'];

/** Name of a recipient whose personal data has been erased (rule PRIV-3). */
export const ERASED_NAME = '[apagado]';

type JsonBody<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;

export type LetterOrder = JsonBody<'letters-create'>;
export type VerificationOrder = JsonBody<'verifications-create'>;
export type LetterFilters = QueryOf<'letters-list'>;
export type VerificationFilters = QueryOf<'verifications-list'>;
export type FiguresFilters = QueryOf<'verification-figures-get'>;
export type TransactionFilters = QueryOf<'balance-transactions-list'>;
export type EventFilters = QueryOf<'events-list'>;

export interface List<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

/** One problem of a refused request. */
export type Problem = Schemas['ErrorDetail'];

/** Codes of the dashboard's errors, those of the public API included (docs/dashboard-api.md). */
export type ErrorCode =
  | Schemas['Problem']['code']
  | 'session_missing'
  | 'session_ended'
  | 'request_from_elsewhere'
  | 'role_insufficient'
  | 'letter_not_editable'
  | 'last_owner'
  | 'mail_merge_canceled'
  | 'too_many_invitations'
  | 'mailing_not_erasable'
  | 'person_exists';

/** Objects that only the dashboard has (docs/dashboard-api.md). */
export type Role = 'owner' | 'developer' | 'sender' | 'viewer';

/** Letters from a spreadsheet, which the service creates. */
export interface MailMerge {
  id: string;
  status: 'draft' | 'sending' | 'paused' | 'done' | 'canceling' | 'canceled';
  pause_reason: 'insufficient_balance' | 'account_suspended' | null;
  filename: string;
  rows: number;
  counts: Record<MailMergeRow['state'] | 'waiting', number>;
  total: number;
  created_at: string;
}

/** The result of a row. */
export interface MailMergeRow {
  row: number;
  line: number | null;
  state: 'created' | 'refused' | 'dropped' | 'canceled' | 'kept';
  letter_id: string | null;
  total: number | null;
  problems: Problem[];
}

/** An account's invitation of the signed-in person. */
export interface Invitation {
  account: { id: string; name: string };
  role: Role;
  invited_by: string;
  created_at: string;
}

export interface Session {
  person: { id: string; name: string | null; email: string };
  accounts: { id: string; name: string; role: Role }[];
  /** Invitations that wait for the person; the previous release did not tell them. */
  invitations?: Invitation[];
  expires_at: string;
  print_schedule: PrintSchedule | null;
}

/** When letters go to the print house, in Brasília. */
export interface PrintSchedule {
  /** `HH:MM`, ascending. */
  times: string[];
  /** 0 is Sunday. */
  weekdays: number[];
  /** `YYYY-MM-DD` */
  days_off: string[];
  /** A mailing received in the last minutes before a time waits for the next one. */
  cutoff_minutes: number;
}

/** The texts that the company saved for its verification letters; null where it uses the service's own. */
export interface DefaultLetter {
  title: string | null;
  body: string | null;
  footer: string | null;
  include_qr_code: boolean | null;
  include_page_url: boolean | null;
}

export type Account = Schemas['Account'] & {
  suspended: boolean;
  balance: number;
  logo: { content_type: string; width: number; height: number; sha256: string } | null;
  default_letter: DefaultLetter;
  /** Centavos; null if no warning is set. */
  warn_below: number | null;
  limits: { requests_per_second: number; document_bytes: number; sheets: number };
};

/** A browser in which the person is signed in. */
export interface BrowserSession {
  id: string;
  current: boolean;
  browser: string | null;
  system: string | null;
  created_at: string;
  seen_at: string;
}

/** A logo with its bytes in base64. */
export interface Logo {
  content_type: string;
  width: number;
  height: number;
  sha256: string;
  content: string;
}

/** How to pay by Pix. */
export interface Pix {
  /** Centavos; null if the payer chooses. */
  amount: number | null;
  /** Null if the service takes no Pix by code. */
  payment: {
    receiver: string;
    txid: string;
    copy_and_paste: string;
    /** An SVG path of dark modules, one unit each. */
    qr_code: { size: number; path: string };
  } | null;
}

/** A request that was made with an API key. */
export interface ApiRequest {
  id: string;
  operation: string;
  method: string;
  /** With the names of its ids in their place. */
  path: string;
  object_id: string | null;
  status: number;
  error_code: string | null;
  replayed: boolean;
  duration_ms: number;
  api_key_id: string;
  mode: ApiKey['mode'];
  created_at: string;
}

export interface ApiKey {
  id: string;
  /** `test`: a key of the sandbox, which never prints. */
  mode: 'live' | 'test';
  name: string | null;
  /** Id of the person who made it; null for the operator, and for keys of before. */
  created_by: string | null;
  created_at: string;
  /** Rounded to the hour. */
  last_used_at: string | null;
  revoked_at: string | null;
}

export interface Person {
  id: string;
  name: string | null;
  email: string;
  role: Role;
  state: 'invited' | 'active';
  created_at: string;
}

export interface Activity {
  id: string;
  person: { id: string; name: string | null };
  operation: string;
  object_id: string | null;
  outcome: 'done' | 'unknown';
  created_at: string;
}

export type WithSecret<Item> = Item & { secret: string };
