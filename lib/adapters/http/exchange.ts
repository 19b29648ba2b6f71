import type middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Account } from '../../core/domain/accounts.ts';
import type { Call } from '../../core/domain/calls.ts';
import type { DailyCount } from '../../core/domain/daily-limits.ts';
import type { IdempotencyRecord, StoredResponse } from '../../core/domain/idempotency.ts';
import type { Locale } from '../../core/domain/locale.ts';
import type { Membership, Person, Role } from '../../core/domain/people.ts';
import type { Detail, ProblemCode } from '../../core/domain/problems.ts';
import type { Session } from '../../core/domain/sessions.ts';
import type { Activity } from '../../core/schemas/activity.ts';
import type { ApiKey, KeyRestrictions } from '../../core/schemas/api-key.ts';
import type { BodyFormat, RawBody } from './body-formats.ts';

export type ApiEvent = APIGatewayProxyEvent;
export type ApiResult = APIGatewayProxyResult;

/**
 * The state of one request. The middlewares fill it in from the outside in, so each may rely on the fields of those
 * before it. The last two groups and the error envelope see only what was set by then.
 */
export interface Exchange {
  /** Opening. */
  readonly requestId: string;
  /** The instant of the request, epoch milliseconds; the same for everything that it does. */
  readonly now: number;
  readonly locale: Locale;
  /** Requests left in this second. */
  rateRemaining: number;

  /** Authentication. */
  accountId: string;
  /** How many orders of the account were refused today, by their count (rule REQ-19). */
  refusedToday: ReadonlyMap<DailyCount, number>;
  /** Set for requests of the API. */
  apiKeyId: string | undefined;
  /** Set for requests with a restricted key. */
  restrictions: KeyRestrictions | undefined;
  /** Set for requests of the dashboard. */
  person: Person | undefined;
  role: Role | undefined;
  signedIn: SignedIn | undefined;
  account: Account;

  /** Body format and parsing. */
  format: BodyFormat<unknown> | undefined;
  body: unknown;
  query: Record<string, unknown>;

  /** Idempotency: the key as sent, and this call's claim on it. */
  idempotencyKey: string | undefined;
  record: IdempotencyRecord | undefined;
  /** Set once the handler has begun. */
  call: Call | undefined;
  /** Seconds until another call may use the key; set if this call failed and could not release it. */
  keyFreeInSeconds: number | undefined;

  /** Validation, if the handler gathers violations itself. */
  violations: readonly Detail[];

  /** For the log. */
  replayed: boolean;
  errorCode: ProblemCode | undefined;
}

export interface ApiContext extends Context {
  exchange: Exchange;
}

export type ApiMiddleware = middy.MiddlewareObj<ApiEvent, ApiResult, Error, ApiContext>;

/** The session of a request. */
export interface SignedIn {
  tokenSha256: string;
  /** When it ends without another request, epoch milliseconds. */
  expiresAt: number;
}

/** The stores of middlewares that only the dashboard's requests pass. */
export interface DashboardStores {
  sessions: {
    find(tokenSha256: string): Promise<Session | undefined>;
    note(tokenSha256: string, seenAt: number, session: Session): Promise<void>;
  };
  people: {
    find(personId: string): Promise<Person | undefined>;
    membership(accountId: string, personId: string): Promise<Membership | undefined>;
  };
  activities: {
    begin(activity: Omit<Activity, 'outcome' | 'object_id'>): Promise<void>;
    complete(activity: Pick<Activity, 'account_id' | 'id'>, objectId: string | null): Promise<void>;
    drop(activity: Pick<Activity, 'account_id' | 'id'>): Promise<void>;
  };
}

/** Encrypts a response with a secret, so that the record of its Idempotency-Key does not show it. */
export interface ResponseSeal {
  seal: (accountId: string, body: string) => Promise<string>;
  /** @param role of the person who asks, in the dashboard */
  open: (accountId: string, body: string, role: Role | undefined) => Promise<string>;
}

/** The stores of the middlewares, as returned by `openApiStores` of `lib/adapters/data`. */
export interface ApiStores extends DashboardStores {
  apiKeys: {
    find(keySha256: string): Promise<Pick<ApiKey, 'id' | 'account_id' | 'revoked_at' | 'restrictions'> | undefined>;
  };
  accounts: { find(accountId: string): Promise<Account | undefined> };
  requestCounts: {
    count(accountId: string, second: number, limit: number): Promise<number | undefined>;
    countInDay(whose: string, name: DailyCount, day: number, limit: number): Promise<number | undefined>;
    countedInDay(accountId: string, name: DailyCount, day: number): Promise<number>;
  };
  idempotencyRecords: {
    claim(request: {
      accountId: string;
      keySha256: string;
      fingerprint: string;
      owner: string;
      seed: string;
      now: number;
    }): Promise<
      | { outcome: 'claimed'; record: IdempotencyRecord }
      | { outcome: 'answered'; answer: StoredResponse }
      | { outcome: 'in_use' | 'reused' }
    >;
    complete(record: IdempotencyRecord, answer: StoredResponse): Promise<StoredResponse | undefined>;
    release(record: IdempotencyRecord): Promise<'released' | 'lost' | StoredResponse>;
  };
}

/** The value of a request header, whatever its case. */
export function requestHeader(event: ApiEvent, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return found?.[1];
}

export function rawBodyOf(event: ApiEvent): RawBody {
  return {
    text: event.body ?? '',
    isBase64Encoded: event.isBase64Encoded,
    contentType: requestHeader(event, 'content-type') ?? '',
  };
}
