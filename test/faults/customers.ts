import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient } from '../support/api.ts';
import { type ApiResponse } from '../support/api.ts';
import { letterBody } from '../support/letters.ts';
import { templateBody } from '../support/verifications.ts';

export type Kind = 'letter' | 'verification';

/** What a customer knows of a mailing that it ordered. */
export interface Order {
  kind: Kind;
  /** Unique among all orders, and the reference of what comes of it. */
  reference: string;
  /**
   * `made`: the service said so. `refused`: an error said that nothing happened. `unknown`: no answer, or the gateway's own
   * words that the function ended.
   */
  outcome: 'made' | 'refused' | 'unknown';
  /** Id and price of what was made. */
  told?: { id: string; price: number };
  status?: number;
}

/** Ways of clients: the good one retries under one key, the bad one asks once and without a key. */
export type Habit = 'keyed' | 'unkeyed';

/** Tries of a good client; it gives up where a real one would go on for a day. */
const TRIES = 12;
const PAUSE_MS = 40;

/** A customer's program. */
export class Customer {
  readonly id: string;
  readonly api: ApiClient;
  readonly orders: Order[] = [];

  constructor(id: string, api: ApiClient) {
    this.id = id;
    this.api = api;
  }

  /** Orders a mailing and remembers what it was told. */
  async order(kind: Kind, habit: Habit, fields: Record<string, unknown> = {}): Promise<Order> {
    const reference = `${this.id}-${this.orders.length}`;
    const order: Order = { kind, reference, outcome: 'unknown' };
    this.orders.push(order);
    const body = kind === 'letter' ? letterBody({ reference, ...fields }) : templateBody({ reference, ...fields });
    const path = `/${kind}s`;
    const answer = habit === 'keyed' ? await this.insist(path, body, reference) : await this.#once(path, body);
    if (!answer) return order;
    order.status = answer.status;
    if (answer.status === 201) {
      order.outcome = 'made';
      order.told = { id: answer.body.id, price: answer.body.price.total };
    } else if (isOfFunction(answer)) {
      order.outcome = 'refused';
    }
    return order;
  }

  /** Asks again and again until it has an answer that stays. */
  async insist(path: string, body?: object, key?: string): Promise<ApiResponse | undefined> {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const answer = await this.#once(path, body, key);
      if (answer && !isPassing(answer)) return answer;
      await wait(PAUSE_MS * attempt);
    }
    // What a client that gives up knows: the last answer says nothing about the tries before it.
    return undefined;
  }

  #once(path: string, body?: object, key?: string): Promise<ApiResponse | undefined> {
    return this.api.post(path, body, key ? { 'idempotency-key': key } : {}).catch(() => undefined);
  }
}

/** Another try may have another answer. */
function isPassing({ status, body }: ApiResponse): boolean {
  return status >= 500 || status === 429 || body?.error?.code === 'idempotency_key_in_use';
}

/** The gateway's own answers carry its bare request id; it speaks where the function could not. */
function isOfFunction({ headers }: ApiResponse): boolean {
  return headers.get('request-id')?.startsWith('req_') ?? false;
}
