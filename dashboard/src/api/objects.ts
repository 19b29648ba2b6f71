import type { components as dashboardComponents } from './generated/dashboard-api.d.ts';
import type { components, operations } from './generated/public-api.d.ts';

/*
 * Objects and requests, from the descriptions that `npm run docs:generate` makes of the service's schemas: a change of
 * the contract breaks the build.
 */

/** Of the public API. */
type Schemas = components['schemas'];

/** Of the dashboard alone (docs/dashboard-api.md). */
type Own = dashboardComponents['schemas'];

export type Address = Schemas['Address'];
export type AddressInput = Schemas['AddressInput'];
export type Letter = Schemas['Letter'];
export type LetterLookUps = Schemas['LetterLookUps'];
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
export type PostalCodeSearch = Schemas['PostalCodeSearch'];
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
export type DeliveryFilters = QueryOf<'webhook-deliveries-list'>;

export interface List<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

/** One problem of a refused request. */
export type Problem = Schemas['ErrorDetail'];

/** Codes of the dashboard's errors, those of the public API included (docs/dashboard-api.md). */
export type ErrorCode = Schemas['Problem']['code'] | Own['ProblemCode'];

/** The previous release's session has no invitations. */
export type Session = Omit<Own['Session'], 'invitations'> & Partial<Pick<Own['Session'], 'invitations'>>;
export type Role = Session['accounts'][number]['role'];
/** An account's invitation of the signed-in person. */
export type Invitation = Own['Session']['invitations'][number];
/** When letters go to the print house, in Brasília. */
export type PrintSchedule = NonNullable<Session['print_schedule']>;
/** What the search in the header found. */
export type Search = Own['Search'];
/** The first screen of an account. */
export type Home = Own['Home'];
export type BrowserSession = Own['BrowserSession'];

export type Account = Own['Account'];
export type AccountChanges = Own['AccountChanges'];
/** The texts that the company saved for its verification letters. */
export type DefaultLetter = Account['default_letter'];
export type Logo = Own['Logo'];
export type Pix = Own['Pix'];

export type LetterChanges = Own['LetterChanges'];
export type MailMerge = Own['MailMerge'];
export type NewMailMerge = Own['NewMailMerge'];
export type MailMergeOrder = Own['MailMergeInput'];
export type MailMergeRow = Own['MailMergeRow'];

export type ApiKey = Own['ApiKey'];
export type KeyRestrictions = NonNullable<ApiKey['restrictions']>;
export type ApiKeyOrder = Own['ApiKeyInput'];
export type ApiKeyChanges = Own['ApiKeyChanges'];
export type ApiRequest = Own['ApiRequest'];
export type ApiRequestFilters = Own['ApiRequestFilters'];

export type Person = Own['Person'];
export type PersonOrder = Own['PersonInput'];
export type Activity = Own['Activity'];
export type ActivityFilters = Own['ActivityFilters'];

export type WithSecret<Item> = Item & { secret: string };

/** Names every field of what is sent, so that the compiler asks for a new one. `undefined` is not sent. */
export type EveryField<Sent> = { [Field in keyof Required<Sent>]: Sent[Field] };
