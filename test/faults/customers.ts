import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient, ApiResponse } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { letterBody } from '../support/letters.ts';
import { templateBody } from '../support/verifications.ts';

export type Kind = 'letter' | 'verification';

/** What a customer knows of a mailing that it ordered. */
export interface Order {
  kind: Kind;
  habit: Habit;
  /** Unique among all orders, and the reference of what comes of it. */
  reference: string;
  /**
   * `made`: the service said so. `refused`: an error said that nothing happened. `unknown`: no answer, or the gateway's own
   * words that the function ended.
   */
  outcome: 'made' | 'refused' | 'unknown';
  /** Ids that the service told, one for each 201. */
  told: string[];
  status?: number;
  /** Requests that may each have made a mailing: what no answer of the function refused. */
  mayHaveMade: number;
}

/**
 * Ways of clients. `keyed` retries under one key, `twice` does so side by side with itself, `late` asks once and comes back
 * hours later under the same key, and `session` is a person in the dashboard, whose page retries under a key. `unkeyed` asks
 * once and without a key, and `hasty` retries without one.
 */
export const habits = ['keyed', 'twice', 'late', 'session', 'unkeyed', 'hasty'] as const;
export type Habit = (typeof habits)[number];

/** Habits under which one order is one mailing, however often it is asked for. */
export const isKeyed = (habit: Habit) => habit !== 'unkeyed' && habit !== 'hasty';

/** What a customer or a recipient did with the code of a verification. */
export interface Trial {
  verification: string;
  isRight: boolean;
  /** Requests that were sent: without a key each may be counted. */
  sent: number;
  /** What the last of them was answered: verified, a wrong code, or neither. */
  told: 'right' | 'wrong' | undefined;
}

/** Tries of a good client; it gives up where a real one would go on for a day. */
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

  /** Orders a mailing and remembers what it was told. */
  async order(kind: Kind, habit: Habit, fields: Record<string, unknown> = {}): Promise<Order> {
    const reference = `${this.id}-${this.orders.length}`;
    const order: Order = { kind, habit, reference, outcome: 'unknown', told: [], mayHaveMade: 0 };
    this.orders.push(order);
    const body = kind === 'letter' ? letterBody({ reference, ...fields }) : templateBody({ reference, ...fields });
    if (habit === 'late') this.#late.push({ order, body });
    const ask = () => this.#ask(order, body, habit === 'unkeyed' || habit === 'late' ? 1 : TRIES);
    settle(order, await Promise.all(habit === 'twice' ? [ask(), ask()] : [ask()]));
    return order;
  }

  /** Comes back under the same key to what had no answer that stays. */
  async comeBack(): Promise<void> {
    for (const { order, body } of this.#late.splice(0))
      if (order.outcome === 'unknown') settle(order, [await this.#ask(order, body, TRIES)]);
  }

  /** Cancels, through the API or as a person in the dashboard. */
  async cancel(kind: Kind, id: string, through: 'api' | 'session'): Promise<void> {
    const [post, path] = through === 'api' ? [this.#api, ''] : [this.#session, `/accounts/${this.id}`];
    await insist(() => post(`${path}/${kind}s/${id}/cancel`, undefined, {}), TRIES);
  }

  /** Tries a code through the API, with or without a key. */
  async check(verification: string, code: string, isRight: boolean, key?: string): Promise<void> {
    const trial: Trial = { verification, isRight, sent: 0, told: undefined };
    this.trials.push(trial);
    const answer = await insist(() => {
      trial.sent++;
      return this.#api(`/verifications/${verification}/check`, { code }, key ? { 'idempotency-key': key } : {});
    }, TRIES);
    if (answer?.status === 200) trial.told = answer.body.correct ? 'right' : 'wrong';
  }

  async #ask(order: Order, body: object, tries: number): Promise<ApiResponse | undefined> {
    const isSession = order.habit === 'session';
    const path = isSession ? `/accounts/${this.id}/${order.kind}s` : `/${order.kind}s`;
    const headers: Record<string, string> = isKeyed(order.habit) ? { 'idempotency-key': order.reference } : {};
    const post = isSession ? this.#session : this.#api;
    return insist(async () => {
      order.mayHaveMade++;
      const answer = await post(path, body, headers);
      if (answer.status >= 400 && isOfFunction(answer)) order.mayHaveMade--;
      return answer;
    }, tries);
  }

  readonly #api: Post = (path, body, headers) => this.api.post(path, body, headers);
  readonly #session: Post = (path, body, headers) => this.#browser.ask('POST', path, body, headers);
}

/** Writes down what the answers say; undefined is no answer that stays. */
function settle(order: Order, answers: readonly (ApiResponse | undefined)[]): void {
  order.status = answers.findLast((answer) => answer)?.status;
  order.told = answers.flatMap((answer) => (answer?.status === 201 ? [answer.body.id as string] : []));
  const isRefused = (answer: ApiResponse | undefined) => answer !== undefined && isOfFunction(answer);
  // Under a key a refusal speaks for all tries before it; without one each try stands for itself.
  const nothingHappened = isKeyed(order.habit) ? answers.every(isRefused) : order.mayHaveMade === 0;
  order.outcome = order.told.length > 0 ? 'made' : nothingHappened ? 'refused' : 'unknown';
}

/** Asks again and again until there is an answer that stays; undefined when it gives up. */
async function insist(ask: () => Promise<ApiResponse>, tries: number): Promise<ApiResponse | undefined> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const answer = await ask().catch(() => undefined);
    // One that asks once takes an error of the function for what it says: nothing happened.
    if (answer && (!isPassing(answer) || (tries === 1 && isOfFunction(answer)))) return answer;
    if (attempt < tries) await wait(PAUSE_MS * attempt);
  }
  return undefined;
}

/** Another try may have another answer. */
function isPassing({ status, body }: ApiResponse): boolean {
  return status >= 500 || status === 429 || body?.error?.code === 'idempotency_key_in_use';
}

/** The gateway's own answers carry its bare request id; it speaks where the function could not. */
function isOfFunction({ headers }: ApiResponse): boolean {
  return headers.get('request-id')?.startsWith('req_') ?? false;
}
