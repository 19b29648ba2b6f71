import { defaultPatience, type Patience, patientFetch } from './attempts.js';
import { keyed, type Sender, sendLetter, type SendOptions, sendVerification } from './files.js';
import { createClient, createConfig } from './generated/client/index.js';
import { client as described } from './generated/client.gen.js';
import * as api from './generated/sdk.gen.js';
import type {
  BalanceTransaction,
  BalanceTransactionsListData,
  Event,
  EventsListData,
  FailedSending,
  Letter,
  LetterInput,
  LettersListData,
  SecretRotation,
  UploadInput,
  Verification,
  VerificationAttempt,
  VerificationAttemptsListData,
  VerificationFiguresGetData,
  VerificationInput,
  VerificationsListData,
  WebhookDeliveriesListData,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpointOrder,
  WebhookEndpointsListData,
} from './generated/types.gen.js';
import { unwrap } from './webhooks.js';

export * from './errors.js';
export type * from './generated/types.gen.js';
export { WebhookVerificationError } from './webhooks.js';

export interface MaloteOptions extends Partial<Patience> {
  /** Default: the environment variable MALOTE_API_KEY. */
  apiKey?: string;
  /** Default: the environment variable MALOTE_BASE_URL, or the production URL. */
  baseUrl?: string;
  /** Language of error messages; default: Portuguese. */
  language?: 'pt-BR' | 'en';
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface PostOptions extends CallOptions {
  /** Default: a random key. Pass your own to retry a call after your program restarts. */
  idempotencyKey?: string;
}

type Query<T extends { query?: unknown }> = NonNullable<T['query']>;

/** A client for one account. Calls throw a MaloteError, a ConnectionError, or the reason of their signal. */
export class Malote {
  readonly #sender: Sender;

  constructor({ apiKey, baseUrl, language, ...patience }: MaloteOptions = {}) {
    const auth = apiKey ?? process.env.MALOTE_API_KEY;
    if (!auth) throw new TypeError('Pass apiKey or set MALOTE_API_KEY.');
    const held = { ...defaultPatience, ...patience };
    const config = createConfig({
      auth,
      baseUrl: baseUrl ?? process.env.MALOTE_BASE_URL ?? described.getConfig().baseUrl,
      fetch: patientFetch(held),
      throwOnError: true,
      ...(language && { headers: { 'Accept-Language': language } }),
    });
    this.#sender = { client: createClient(config), patience: held };
  }

  #call(options: CallOptions = {}) {
    return { client: this.#sender.client, throwOnError: true, signal: options.signal } as const;
  }

  #post({ idempotencyKey, ...options }: PostOptions = {}) {
    return { ...this.#call(options), ...keyed(idempotencyKey) };
  }

  readonly letters = {
    /** Sends a PDF of up to 10 MB with the best method for its size. */
    send: (letter: Parameters<typeof sendLetter>[1], options: SendOptions = {}) =>
      sendLetter(this.#sender, letter, options),
    create: (body: LetterInput, options?: PostOptions) => dataOf(api.lettersCreate({ ...this.#post(options), body })),
    /** Returns the price. Creates and charges nothing. */
    quote: (body: LetterInput, options?: PostOptions) => dataOf(api.lettersQuote({ ...this.#post(options), body })),
    get: (id: string, options?: CallOptions) =>
      dataOf(api.lettersGet({ ...this.#call(options), path: { letter_id: id } })),
    cancel: (id: string, options?: PostOptions) =>
      dataOf(api.lettersCancel({ ...this.#post(options), path: { letter_id: id } })),
    /** One page, newest first. */
    list: (query: Query<LettersListData> = {}, options?: CallOptions) =>
      dataOf(api.lettersList({ ...this.#call(options), query })),
    /** All items, newest first. Fetches each page when you need it. */
    all: (query: Query<LettersListData> = {}, options?: CallOptions): AsyncGenerator<Letter> =>
      everyOf((page) => this.letters.list(page, options), query),
  };

  readonly verifications = {
    /** Sends your own PDF of up to 10 MB with the best method for its size. */
    send: (verification: Parameters<typeof sendVerification>[1], options: SendOptions = {}) =>
      sendVerification(this.#sender, verification, options),
    create: (body: VerificationInput, options?: PostOptions) =>
      dataOf(api.verificationsCreate({ ...this.#post(options), body })),
    /** Returns the price. Creates and charges nothing. */
    quote: (body: VerificationInput, options?: PostOptions) =>
      dataOf(api.verificationsQuote({ ...this.#post(options), body })),
    get: (id: string, options?: CallOptions) =>
      dataOf(api.verificationsGet({ ...this.#call(options), path: { verification_id: id } })),
    /** Checks a six-digit code. A wrong code is not an error: look at `correct`. */
    check: (id: string, code: string, options?: PostOptions) =>
      dataOf(api.verificationsCheck({ ...this.#post(options), path: { verification_id: id }, body: { code } })),
    cancel: (id: string, options?: PostOptions) =>
      dataOf(api.verificationsCancel({ ...this.#post(options), path: { verification_id: id } })),
    evidence: (id: string, options?: CallOptions) =>
      dataOf(api.verificationEvidenceGet({ ...this.#call(options), path: { verification_id: id } })),
    list: (query: Query<VerificationsListData> = {}, options?: CallOptions) =>
      dataOf(api.verificationsList({ ...this.#call(options), query })),
    all: (query: Query<VerificationsListData> = {}, options?: CallOptions): AsyncGenerator<Verification> =>
      everyOf((page) => this.verifications.list(page, options), query),
    attempts: (id: string, query: Query<VerificationAttemptsListData> = {}, options?: CallOptions) =>
      dataOf(api.verificationAttemptsList({ ...this.#call(options), path: { verification_id: id }, query })),
    allAttempts: (
      id: string,
      query: Query<VerificationAttemptsListData> = {},
      options?: CallOptions,
    ): AsyncGenerator<VerificationAttempt> => everyOf((page) => this.verifications.attempts(id, page, options), query),
    /** Counts the verifications of a period, by outcome. */
    figures: (query: Query<VerificationFiguresGetData> = {}, options?: CallOptions) =>
      dataOf(api.verificationFiguresGet({ ...this.#call(options), query })),
  };

  readonly uploads = {
    create: (body: UploadInput, options?: PostOptions) => dataOf(api.uploadsCreate({ ...this.#post(options), body })),
  };

  readonly account = { get: (options?: CallOptions) => dataOf(api.accountGet(this.#call(options))) };

  readonly balance = {
    get: (options?: CallOptions) => dataOf(api.balanceGet(this.#call(options))),
    transactions: (query: Query<BalanceTransactionsListData> = {}, options?: CallOptions) =>
      dataOf(api.balanceTransactionsList({ ...this.#call(options), query })),
    allTransactions: (
      query: Query<BalanceTransactionsListData> = {},
      options?: CallOptions,
    ): AsyncGenerator<BalanceTransaction> => everyOf((page) => this.balance.transactions(page, options), query),
  };

  readonly events = {
    list: (query: Query<EventsListData> = {}, options?: CallOptions) =>
      dataOf(api.eventsList({ ...this.#call(options), query })),
    all: (query: Query<EventsListData> = {}, options?: CallOptions): AsyncGenerator<Event> =>
      everyOf((page) => this.events.list(page, options), query),
  };

  readonly postalCodes = {
    get: (postalCode: string, options?: CallOptions) =>
      dataOf(api.postalCodesGet({ ...this.#call(options), path: { postal_code: postalCode } })),
  };

  readonly webhookEndpoints = {
    /** Only this response contains the signing secret. */
    create: (body: WebhookEndpointOrder, options?: PostOptions) =>
      dataOf(api.webhookEndpointsCreate({ ...this.#post(options), body })),
    get: (id: string, options?: CallOptions) =>
      dataOf(api.webhookEndpointsGet({ ...this.#call(options), path: { endpoint_id: id } })),
    edit: (id: string, body: WebhookEndpointChanges, options?: CallOptions) =>
      dataOf(api.webhookEndpointsEdit({ ...this.#call(options), path: { endpoint_id: id }, body })),
    /** Drops pending deliveries. NotFoundError may mean that an earlier attempt removed it, without a response. */
    remove: (id: string, options?: CallOptions) =>
      dataOf(api.webhookEndpointsRemove({ ...this.#call(options), path: { endpoint_id: id } })),
    /** Both secrets sign for `overlap_hours`, 24 by default. */
    rotateSecret: (id: string, body: SecretRotation = {}, options?: PostOptions) =>
      dataOf(api.webhookEndpointsRotateSecret({ ...this.#post(options), path: { endpoint_id: id }, body })),
    /** Sends `webhook.test` and returns the receiver's response, even if it is an error. */
    test: (id: string, options?: PostOptions) =>
      dataOf(api.webhookEndpointsTest({ ...this.#post(options), path: { endpoint_id: id } })),
    /** Sends up to 500 failed deliveries again: repeat the call while `has_more`. */
    sendFailed: (id: string, body: FailedSending, options?: PostOptions) =>
      dataOf(api.webhookEndpointsSendFailed({ ...this.#post(options), path: { endpoint_id: id }, body })),
    list: (query: Query<WebhookEndpointsListData> = {}, options?: CallOptions) =>
      dataOf(api.webhookEndpointsList({ ...this.#call(options), query })),
    all: (query: Query<WebhookEndpointsListData> = {}, options?: CallOptions): AsyncGenerator<WebhookEndpoint> =>
      everyOf((page) => this.webhookEndpoints.list(page, options), query),
  };

  readonly webhookDeliveries = {
    /** Includes the signed body. */
    get: (id: string, options?: CallOptions) =>
      dataOf(api.webhookDeliveriesGet({ ...this.#call(options), path: { delivery_id: id } })),
    /** Makes one more attempt for a delivery that has ended. */
    sendAgain: (id: string, options?: PostOptions) =>
      dataOf(api.webhookDeliveriesSendAgain({ ...this.#post(options), path: { delivery_id: id } })),
    list: (query: Query<WebhookDeliveriesListData> = {}, options?: CallOptions) =>
      dataOf(api.webhookDeliveriesList({ ...this.#call(options), query })),
    all: (query: Query<WebhookDeliveriesListData> = {}, options?: CallOptions): AsyncGenerator<WebhookDelivery> =>
      everyOf((page) => this.webhookDeliveries.list(page, options), query),
  };

  static readonly webhooks = { unwrap };
}

async function dataOf<T>(answer: Promise<{ data: T }>): Promise<T> {
  return (await answer).data;
}

async function* everyOf<T, Q extends { cursor?: string }>(
  list: (query: Q) => Promise<{ data: T[]; next_cursor: string | null }>,
  query: Q,
): AsyncGenerator<T> {
  let page = await list(query);
  yield* page.data;
  while (page.next_cursor !== null) {
    page = await list({ ...query, cursor: page.next_cursor });
    yield* page.data;
  }
}
