import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient, ApiResponse } from '../../support/api.ts';
import type { Browser } from '../../support/browser.ts';
import { letterBody } from '../../support/letters.ts';
import { templateBody } from '../../support/verifications.ts';

export type Kind = 'letter' | 'verification';

/** What a customer knows about a mailing that it ordered. */
export interface Order {
  kind: Kind;
  habit: Habit;
  /** Unique among all orders; also the reference of the mailing. */
  reference: string;
  /**
   * `made`: the service said so. `refused`: an error said that nothing happened. `unknown`: no response, or the
   * gateway's own error when the function died.
   */
  outcome: 'made' | 'refused' | 'unknown';
  /** Ids of the mailings created, one for each 201. */
  createdIds: string[];
  status?: number;
  /** Requests that may each have made a mailing: no response of the function rejected them. */
  mayHaveMade: number;
}

/**
 * How clients order. `keyed` retries with one key, `twice` does so concurrently with itself, `late` asks once and comes
 * back hours later with the same key, and `session` is a person in the dashboard, whose page retries with a key.
 * `unkeyed` asks once without a key, and `hasty` retries without one.
 */
export const habits = ['keyed', 'twice', 'late', 'session', 'unkeyed', 'hasty'] as const;
export type Habit = (typeof habits)[number];

/** Habits with which one order is one mailing, however often it is sent. */
export const isKeyed = (habit: Habit) => habit !== 'unkeyed' && habit !== 'hasty';

/** A try of a verification's code by a customer or recipient. */
export interface Trial {
  verification: string;
  isRight: boolean;
  /** Requests sent: without a key each may count. */
  sent: number;
  /** Outcome of the last request: verified, a wrong code, or neither. */
  outcome: 'right' | 'wrong' | undefined;
}

/** Attempts of a good client; it gives up where a real one would continue for a day. */
const TRIES = 12;
const PAUSE_MS = 40;

type Post = (path: string, body: object | undefined, headers: Record<string, string>) => Promise<ApiResponse>;

/** A customer's program, and the person who signs in to its dashboard. */
export class Customer {
  readonly id: string;
  readonly api: ApiClient;
  readonly orders: Order[] = [];
  readonly trials: Trial[] = [];
  readonly #browser: Browser;
  readonly #late: { order: Order; body: object }[] = [];

  constructor(id: string, api: ApiClient, browser: Browser) {
    this.id = id;
    this.api = api;
    this.#browser = browser;
  }

  /** Orders a mailing and keeps the outcome. */
  async order(kind: Kind, habit: Habit, fields: Record<string, unknown> = {}): Promise<Order> {
    const reference = `${this.id}-${this.orders.length}`;
    const order: Order = { kind, habit, reference, outcome: 'unknown', createdIds: [], mayHaveMade: 0 };
    this.orders.push(order);
    const body = kind === 'letter' ? letterBody({ reference, ...fields }) : templateBody({ reference, ...fields });
    if (habit === 'late') this.#late.push({ order, body });
    const ask = () => this.#ask(order, body, habit === 'unkeyed' || habit === 'late' ? 1 : TRIES);
    settle(order, await Promise.all(habit === 'twice' ? [ask(), ask()] : [ask()]));
    return order;
  }

  /** Retries with the same key what has no final response. */
  async comeBack(): Promise<void> {
    for (const { order, body } of this.#late.splice(0))
      if (order.outcome === 'unknown') settle(order, [await this.#ask(order, body, TRIES)]);
  }

  /** Cancels, through the API or as a person in the dashboard. */
  async cancel(kind: Kind, id: string, through: 'api' | 'session'): Promise<void> {
    const [post, path] = through === 'api' ? [this.#api, ''] : [this.#session, `/accounts/${this.id}`];
    await retry(() => post(`${path}/${kind}s/${id}/cancel`, undefined, {}), TRIES);
  }

  /** Tries a code through the API, with or without a key. */
  async check(verification: string, code: string, isRight: boolean, key?: string): Promise<void> {
    const trial: Trial = { verification, isRight, sent: 0, outcome: undefined };
    this.trials.push(trial);
    const answer = await retry(() => {
      trial.sent++;
      return this.#api(`/verifications/${verification}/check`, { code }, key ? { 'idempotency-key': key } : {});
    }, TRIES);
    if (answer?.status === 200) trial.outcome = answer.body.correct ? 'right' : 'wrong';
  }

  async #ask(order: Order, body: object, tries: number): Promise<ApiResponse | undefined> {
    const isSession = order.habit === 'session';
    const path = isSession ? `/accounts/${this.id}/${order.kind}s` : `/${order.kind}s`;
    const headers: Record<string, string> = isKeyed(order.habit) ? { 'idempotency-key': order.reference } : {};
    const post = isSession ? this.#session : this.#api;
    return retry(async () => {
      order.mayHaveMade++;
      const answer = await post(path, body, headers);
      if (answer.status >= 400 && isOfFunction(answer)) order.mayHaveMade--;
      return answer;
    }, tries);
  }

  readonly #api: Post = (path, body, headers) => this.api.post(path, body, headers);
  readonly #session: Post = (path, body, headers) => this.#browser.ask('POST', path, body, headers);
}

/** Records the responses; undefined means no final response. */
function settle(order: Order, answers: readonly (ApiResponse | undefined)[]): void {
  order.status = answers.findLast((answer) => answer)?.status;
  order.createdIds = answers.flatMap((answer) => (answer?.status === 201 ? [answer.body.id as string] : []));
  const isRefused = (answer: ApiResponse | undefined) => answer !== undefined && isOfFunction(answer);
  // With a key, a rejection covers all attempts before it; without one each attempt counts by itself.
  const nothingHappened = isKeyed(order.habit) ? answers.every(isRefused) : order.mayHaveMade === 0;
  order.outcome = order.createdIds.length > 0 ? 'made' : nothingHappened ? 'refused' : 'unknown';
}

/** Retries until there is a final response; undefined if it gives up. */
async function retry(ask: () => Promise<ApiResponse>, tries: number): Promise<ApiResponse | undefined> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const answer = await ask().catch(() => undefined);
    // A client that asks once believes an error of the function: nothing happened.
    if (answer && (!isPassing(answer) || (tries === 1 && isOfFunction(answer)))) return answer;
    if (attempt < tries) await wait(PAUSE_MS * attempt);
  }
  return undefined;
}

/** Another attempt may get another response. */
function isPassing({ status, body }: ApiResponse): boolean {
  return status >= 500 || status === 429 || body?.error?.code === 'idempotency_key_in_use';
}

/** The gateway's own responses carry its bare request id; they come when the function could not respond. */
function isOfFunction({ headers }: ApiResponse): boolean {
  return headers.get('request-id')?.startsWith('req_') ?? false;
}
