import { type Attempt, defaultPatience, type Patience } from './attempts.js';
import { type LetterBatchWithFiles, prepareBatch } from './batches.js';
import { call, type CallOptions, type Connection, type PostOptions, userAgent } from './calls.js';
import { type LetterWithFile, sendFile, type SendOptions, type VerificationWithFile } from './files.js';
import { BASE_URL, type MaloteEvent } from './generated/described.js';
import type {
  Account,
  AddressChecks,
  AddressChecksInput,
  Balance,
  BalanceTransaction,
  BalanceTransactionList,
  BalanceTransactionsListData,
  EventList,
  EventsListData,
  FailedSending,
  Letter,
  LetterBatch,
  LetterBatchesListData,
  LetterBatchesRowsData,
  LetterBatchInput,
  LetterBatchList,
  LetterBatchRow,
  LetterBatchRowList,
  LetterBatchWithRowsUrl,
  LetterEvidence,
  LetterInput,
  LetterList,
  LetterLookUps,
  LettersListData,
  PostalCode,
  PostalCodeSearch,
  PostalCodesSearchData,
  Quote,
  RemovedWebhookEndpoint,
  SecretRotation,
  Upload,
  UploadInput,
  Verification,
  VerificationAttempt,
  VerificationAttemptList,
  VerificationAttemptsListData,
  VerificationCheck,
  VerificationEvidence,
  VerificationFigures,
  VerificationFiguresGetData,
  VerificationInput,
  VerificationList,
  VerificationQuote,
  VerificationsListData,
  WebhookDeliveriesListData,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookDeliveryWithBody,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpointList,
  WebhookEndpointOrder,
  WebhookEndpointsListData,
  WebhookEndpointWithSecret,
  WebhookSending,
  WebhookTest,
} from './generated/types.gen.js';
import { sign, unwrap } from './webhooks.js';

export * from './errors.js';
export type * from './generated/types.gen.js';
export { WebhookVerificationError } from './webhooks.js';
export type { Attempt, CallOptions, MaloteEvent, PostOptions, SendOptions };

export interface MaloteOptions extends Partial<Patience> {
  /** Default: the environment variable MALOTE_API_KEY. */
  apiKey?: string;
  /** Default: the environment variable MALOTE_BASE_URL, or the production URL. */
  baseUrl?: string;
  /** Language of error messages; default: Portuguese. */
  language?: 'pt-BR' | 'en';
}

type Query<T extends { query?: unknown }> = NonNullable<T['query']>;
/** One page of events, newest first. A type that is not in MaloteEvent may come: ignore it. */
type MaloteEventList = Omit<EventList, 'data'> & { data: MaloteEvent[] };

/** A client for one account. Calls throw a MaloteError, a ConnectionError, or the reason of their signal. */
export class Malote {
  readonly #options: MaloteOptions;
  readonly #connection: Connection;

  constructor(options: MaloteOptions = {}) {
    const { apiKey, baseUrl, language, ...patience } = options;
    const key = apiKey ?? globalThis.process?.env.MALOTE_API_KEY;
    if (!key) throw new TypeError('Pass apiKey or set MALOTE_API_KEY.');
    const headers = { accept: 'application/json', authorization: `Bearer ${key}`, ...userAgent() };
    this.#options = options;
    this.#connection = {
      baseUrl: (baseUrl ?? globalThis.process?.env.MALOTE_BASE_URL ?? BASE_URL).replace(/\/+$/, ''),
      headers: { ...headers, ...(language && { 'accept-language': language }) },
      patience: { ...defaultPatience, ...patience },
    };
  }

  /** A client with other options, such as the timeout of one call: `malote.with({ timeoutMs: 5000 }).balance.get()`. */
  with(options: MaloteOptions): Malote {
    return new Malote({ ...this.#options, ...options });
  }

  #call<T>(operation: string, options?: PostOptions, more: { id?: string; query?: object; body?: object } = {}) {
    return call<T>(this.#connection, operation, { ...options, ...more });
  }

  readonly letters = {
    /** Sends a PDF of up to 10 MB with the best method for its size. */
    send: (letter: LetterWithFile, options: SendOptions = {}) =>
      sendFile<Letter>(this.#connection, 'POST /letters', letter, options, { forms: true }),
    create: (body: LetterInput, options?: PostOptions) => this.#call<Letter>('POST /letters', options, { body }),
    /** Returns the price. Creates and charges nothing. */
    quote: (body: LetterInput, options?: PostOptions) => this.#call<Quote>('POST /letters/quote', options, { body }),
    /** The price of a PDF, sent as `send` does. Creates and charges nothing. */
    quoteFile: (letter: LetterWithFile, options: SendOptions = {}) =>
      sendFile<Quote>(this.#connection, 'POST /letters/quote', letter, options, { forms: true }),
    get: (id: string, options?: CallOptions) => this.#call<Letter>('GET /letters/{letter_id}', options, { id }),
    cancel: (id: string, options?: PostOptions) =>
      this.#call<Letter>('POST /letters/{letter_id}/cancel', options, { id }),
    evidence: (id: string, options?: CallOptions) =>
      this.#call<LetterEvidence>('GET /letters/{letter_id}/evidence', options, { id }),
    /** How often the authenticity number of a letter was looked up. */
    lookUps: (id: string, options?: CallOptions) =>
      this.#call<LetterLookUps>('GET /letters/{letter_id}/look-ups', options, { id }),
    /** One page, newest first. */
    list: (query: Query<LettersListData> = {}, options?: CallOptions) =>
      this.#call<LetterList>('GET /letters', options, { query }),
    /** All items, newest first. Fetches each page when you need it. */
    all: (query: Query<LettersListData> = {}, options?: CallOptions): AsyncGenerator<Letter> =>
      everyOf((page) => this.letters.list(page, options), query),
  };

  /** Up to 100,000 letters at once: prepare, look at the quote, confirm. */
  readonly letterBatches = {
    /**
     * Sends PDFs and rows and starts the dry run; charges nothing. Look at the batch with `get` until it has its `quote`,
     * or `failed`. `onProgress` of the options tells of the rows.
     */
    prepare: (batch: LetterBatchWithFiles, options: SendOptions = {}) => prepareBatch(this.#connection, batch, options),
    /** Only this response contains `rows_url`. */
    create: (body: LetterBatchInput, options?: PostOptions) =>
      this.#call<LetterBatchWithRowsUrl>('POST /letter-batches', options, { body }),
    get: (id: string, options?: CallOptions) =>
      this.#call<LetterBatch>('GET /letter-batches/{letter_batch_id}', options, { id }),
    /** Starts the dry run. Charges nothing. */
    quote: (id: string, options?: PostOptions) =>
      this.#call<LetterBatch>('POST /letter-batches/{letter_batch_id}/quote', options, { id }),
    /** Charges the quote with this hash, or nothing. */
    confirm: (id: string, quoteHash: string, options?: PostOptions) =>
      this.#call<LetterBatch>('POST /letter-batches/{letter_batch_id}/confirm', options, {
        id,
        body: { quote_hash: quoteHash },
      }),
    cancel: (id: string, options?: PostOptions) =>
      this.#call<LetterBatch>('POST /letter-batches/{letter_batch_id}/cancel', options, { id }),
    list: (query: Query<LetterBatchesListData> = {}, options?: CallOptions) =>
      this.#call<LetterBatchList>('GET /letter-batches', options, { query }),
    all: (query: Query<LetterBatchesListData> = {}, options?: CallOptions): AsyncGenerator<LetterBatch> =>
      everyOf((page) => this.letterBatches.list(page, options), query),
    /** One page of the results, in the order of the file. */
    rows: (id: string, query: Query<LetterBatchesRowsData> = {}, options?: CallOptions) =>
      this.#call<LetterBatchRowList>('GET /letter-batches/{letter_batch_id}/rows', options, { id, query }),
    allRows: (
      id: string,
      query: Query<LetterBatchesRowsData> = {},
      options?: CallOptions,
    ): AsyncGenerator<LetterBatchRow> => everyOf((page) => this.letterBatches.rows(id, page, options), query),
  };

  readonly verifications = {
    /** Sends your own PDF of up to 10 MB with the best method for its size. */
    send: (verification: VerificationWithFile, options: SendOptions = {}) =>
      sendFile<Verification>(this.#connection, 'POST /verifications', verification, options, { forms: false }),
    create: (body: VerificationInput, options?: PostOptions) =>
      this.#call<Verification>('POST /verifications', options, { body }),
    /** Returns the price. Creates and charges nothing. */
    quote: (body: VerificationInput, options?: PostOptions) =>
      this.#call<VerificationQuote>('POST /verifications/quote', options, { body }),
    /** The price of your own PDF, sent as `send` does. Creates and charges nothing. */
    quoteFile: (verification: VerificationWithFile, options: SendOptions = {}) =>
      sendFile<VerificationQuote>(this.#connection, 'POST /verifications/quote', verification, options, {
        forms: false,
      }),
    get: (id: string, options?: CallOptions) =>
      this.#call<Verification>('GET /verifications/{verification_id}', options, { id }),
    /** Checks a six-digit code. A wrong code is not an error: look at `correct`. */
    check: (id: string, code: string, options?: PostOptions) =>
      this.#call<VerificationCheck>('POST /verifications/{verification_id}/check', options, { id, body: { code } }),
    cancel: (id: string, options?: PostOptions) =>
      this.#call<Verification>('POST /verifications/{verification_id}/cancel', options, { id }),
    evidence: (id: string, options?: CallOptions) =>
      this.#call<VerificationEvidence>('GET /verifications/{verification_id}/evidence', options, { id }),
    list: (query: Query<VerificationsListData> = {}, options?: CallOptions) =>
      this.#call<VerificationList>('GET /verifications', options, { query }),
    all: (query: Query<VerificationsListData> = {}, options?: CallOptions): AsyncGenerator<Verification> =>
      everyOf((page) => this.verifications.list(page, options), query),
    attempts: (id: string, query: Query<VerificationAttemptsListData> = {}, options?: CallOptions) =>
      this.#call<VerificationAttemptList>('GET /verifications/{verification_id}/attempts', options, { id, query }),
    allAttempts: (
      id: string,
      query: Query<VerificationAttemptsListData> = {},
      options?: CallOptions,
    ): AsyncGenerator<VerificationAttempt> => everyOf((page) => this.verifications.attempts(id, page, options), query),
    /** Counts the verifications of a period, by outcome. */
    figures: (query: Query<VerificationFiguresGetData> = {}, options?: CallOptions) =>
      this.#call<VerificationFigures>('GET /verifications/figures', options, { query }),
  };

  readonly uploads = {
    create: (body: UploadInput, options?: PostOptions) => this.#call<Upload>('POST /uploads', options, { body }),
  };

  readonly account = { get: (options?: CallOptions) => this.#call<Account>('GET /account', options) };

  readonly balance = {
    get: (options?: CallOptions) => this.#call<Balance>('GET /balance', options),
    transactions: (query: Query<BalanceTransactionsListData> = {}, options?: CallOptions) =>
      this.#call<BalanceTransactionList>('GET /balance/transactions', options, { query }),
    allTransactions: (
      query: Query<BalanceTransactionsListData> = {},
      options?: CallOptions,
    ): AsyncGenerator<BalanceTransaction> => everyOf((page) => this.balance.transactions(page, options), query),
  };

  readonly events = {
    list: (query: Query<EventsListData> = {}, options?: CallOptions) =>
      this.#call<MaloteEventList>('GET /events', options, { query }),
    all: (query: Query<EventsListData> = {}, options?: CallOptions): AsyncGenerator<MaloteEvent> =>
      everyOf((page) => this.events.list(page, options), query),
  };

  readonly postalCodes = {
    get: (postalCode: string, options?: CallOptions) =>
      this.#call<PostalCode>('GET /postal-codes/{postal_code}', options, { id: postalCode }),
    /** The postal codes of a street, of which the last word may be incomplete. */
    search: (query: NonNullable<PostalCodesSearchData['query']>, options?: CallOptions) =>
      this.#call<PostalCodeSearch>('GET /postal-codes', options, { query }),
  };

  readonly addresses = {
    /** Completes and corrects up to 500 addresses, and keeps none. */
    check: (addresses: AddressChecksInput['addresses'], options?: CallOptions) =>
      this.#call<AddressChecks>('POST /addresses/check', options, { body: { addresses } }),
  };

  readonly webhookEndpoints = {
    /** Only this response contains the signing secret. */
    create: (body: WebhookEndpointOrder, options?: PostOptions) =>
      this.#call<WebhookEndpointWithSecret>('POST /webhook-endpoints', options, { body }),
    get: (id: string, options?: CallOptions) =>
      this.#call<WebhookEndpoint>('GET /webhook-endpoints/{endpoint_id}', options, { id }),
    edit: (id: string, body: WebhookEndpointChanges, options?: CallOptions) =>
      this.#call<WebhookEndpoint>('PATCH /webhook-endpoints/{endpoint_id}', options, { id, body }),
    /** Drops pending deliveries. NotFoundError may mean that an earlier attempt removed it, without a response. */
    remove: (id: string, options?: CallOptions) =>
      this.#call<RemovedWebhookEndpoint>('DELETE /webhook-endpoints/{endpoint_id}', options, { id }),
    /** Both secrets sign for `overlap_hours`, 24 by default. */
    rotateSecret: (id: string, body: SecretRotation = {}, options?: PostOptions) =>
      this.#call<WebhookEndpointWithSecret>('POST /webhook-endpoints/{endpoint_id}/rotate-secret', options, {
        id,
        body,
      }),
    /** Sends `webhook.test` and returns the receiver's response, even if it is an error. */
    test: (id: string, options?: PostOptions) =>
      this.#call<WebhookTest>('POST /webhook-endpoints/{endpoint_id}/test', options, { id }),
    /** Sends up to 500 failed deliveries again: repeat the call while `has_more`. */
    sendFailed: (id: string, body: FailedSending, options?: PostOptions) =>
      this.#call<WebhookSending>('POST /webhook-endpoints/{endpoint_id}/send-failed', options, { id, body }),
    list: (query: Query<WebhookEndpointsListData> = {}, options?: CallOptions) =>
      this.#call<WebhookEndpointList>('GET /webhook-endpoints', options, { query }),
    all: (query: Query<WebhookEndpointsListData> = {}, options?: CallOptions): AsyncGenerator<WebhookEndpoint> =>
      everyOf((page) => this.webhookEndpoints.list(page, options), query),
  };

  readonly webhookDeliveries = {
    /** Includes the signed body. */
    get: (id: string, options?: CallOptions) =>
      this.#call<WebhookDeliveryWithBody>('GET /webhook-deliveries/{delivery_id}', options, { id }),
    /** Makes one more attempt for a delivery that has ended. */
    sendAgain: (id: string, options?: PostOptions) =>
      this.#call<WebhookDelivery>('POST /webhook-deliveries/{delivery_id}/send-again', options, { id }),
    list: (query: Query<WebhookDeliveriesListData> = {}, options?: CallOptions) =>
      this.#call<WebhookDeliveryList>('GET /webhook-deliveries', options, { query }),
    all: (query: Query<WebhookDeliveriesListData> = {}, options?: CallOptions): AsyncGenerator<WebhookDelivery> =>
      everyOf((page) => this.webhookDeliveries.list(page, options), query),
  };

  static readonly webhooks = { unwrap, sign };
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
