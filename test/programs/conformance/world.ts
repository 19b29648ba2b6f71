import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { printedText } from '../../../lib/programs/openapi/printed-text.ts';
import { type ApiResponse, Control } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { expectStatus, holds, NotTestable } from './expectations.ts';
import { Observations } from './observations.ts';
import { Receiver } from './receiver.ts';
import { Subject } from './subject.ts';

/** What a check needs from the deployment besides the API, and the message if it is missing. */
export const needs = {
  operator: 'needs --control-url: an operator opens accounts, keys and batches',
  clock: 'needs --control-url of a service whose clock can be wound, without --leave-clock',
  production: 'needs a test key, or --control-url: nothing is printed for a check',
  orders: 'needs an order, which --spend-at-most does not allow',
  receiver: 'needs a receiver of webhooks, which only a deployment on this machine reaches',
} as const;
export type Need = keyof typeof needs;

export interface Setting {
  baseUrl: string;
  key: string;
  controlUrl: string | undefined;
  /** Whether the kit may advance the clock, if the deployment can. */
  winds: boolean;
  /** Maximum centavos in open orders; infinite for play money. */
  mostSpent: number;
  /** Longest wait in milliseconds for the simulated print house if the clock cannot be advanced. */
  patience: number;
}

type Fields = Record<string, any>;

/** The code of every verification of a sandbox (rule SBX-5). */
export const SANDBOX_CODE = '123456';

const DAY_MS = 86_400_000;
const POLL_MS = 5_000;

/** A fictitious recipient: the address is of a public square. */
export const recipient = { name: 'Conformidade Malote', number: '1', postal_code: '01001-000' };

/** A letter of one page with one line, in base64. */
export const base64 = (pdf: Buffer, fields: Fields = {}): Fields => ({
  type: 'base64',
  data: pdf.toString('base64'),
  ...fields,
});
export const letterOrder = (fields: Fields = {}): Fields => ({
  to: recipient,
  document: base64(wordsPdf('Carta de conformidade')),
  ...fields,
});
export const verificationOrder = (fields: Fields = {}): Fields => ({ to: recipient, method: 'code', ...fields });

/** A code that differs from this one. */
export const wrongCode = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** What checks work with: the API as a customer sees it, and what else is available. */
export class World {
  readonly api: Subject;
  readonly control: Control | undefined;
  readonly isSandbox: boolean;
  readonly observations = new Observations();
  readonly #setting: Setting;
  readonly #undo: (() => Promise<unknown>)[] = [];
  readonly #stories = new Map<string, Promise<unknown>>();
  readonly #prices = new Map<string, number>();
  /** Marks the objects of this run. */
  readonly mark = `conformance-${randomUUID().slice(0, 8)}`;
  #abilities = new Set<Need>();
  #made = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
    this.api = new Subject(setting.baseUrl, setting.key, this.observations);
    this.control = setting.controlUrl === undefined ? undefined : new Control(setting.controlUrl);
    this.isSandbox = setting.key.startsWith('malote_test_');
  }

  /** Finds out what the deployment supports. */
  async open(): Promise<void> {
    const { baseUrl, mostSpent, winds } = this.#setting;
    const has = this.#abilities;
    if (mostSpent > 0) has.add('orders');
    if (this.control) {
      has.add('operator');
      if (winds && (await this.control.advance(0).then(() => true, isRefusal))) has.add('clock');
    }
    if (mostSpent > 0 && (this.isSandbox || this.control)) has.add('production');
    if (['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname)) has.add('receiver');
  }

  /** What is missing there, in words. */
  missing(wanted: readonly Need[]): string | undefined {
    const lacking = wanted.find((need) => !this.#abilities.has(need));
    return lacking && needs[lacking];
  }

  /** Made once and shared by all checks that ask for it. */
  once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const found = this.#stories.get(name) ?? make();
    this.#stories.set(name, found);
    return found as Promise<Made>;
  }

  /** A text that is unique in the account. */
  unique(): string {
    return `${this.mark}-${++this.#made}`;
  }

  /** The service's current time, in epoch milliseconds; whole seconds. */
  async now(): Promise<number> {
    const { headers, body } = await this.api.post('/uploads', { filename: 'hora.pdf', size: 1 });
    return Date.parse(body?.created_at ?? headers.get('date'));
  }

  /** The calendar date in Brasília this many days from today. */
  async date(days: number): Promise<string> {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(await this.now());
    return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
  }

  /** Asks again if midnight in Brasília passed in between: the question's tomorrow may be the service's today. */
  async withinOneDay(ask: () => Promise<void>): Promise<void> {
    const day = await this.date(0);
    try {
      await ask();
    } catch (error) {
      if ((await this.date(0)) === day) throw error;
      await ask();
    }
  }

  /** A new account with a balance and a live key. */
  async customer(fields: Fields = {}): Promise<{ id: string; api: Subject }> {
    const { id, api } = await this.operator.openAccount(this.#setting.baseUrl, fields);
    return { id, api: this.api.as(api.key) };
  }

  /** A client of an account that no other check uses, if an operator can open one. */
  async apart(): Promise<Subject> {
    return this.control ? (await this.customer()).api : this.api;
  }

  get operator(): Control {
    if (!this.control) throw new NotTestable(needs.operator);
    return this.control;
  }

  /** Orders within the spending limit, and remembers to cancel. */
  async order(
    path: '/letters' | '/verifications',
    body: Fields,
    headers: Record<string, string> = {},
    api = this.api,
  ): Promise<ApiResponse> {
    const isCharged = api === this.api && body.send_date === undefined && !this.isSandbox;
    const price = isCharged ? await this.#price(path, body) : 0;
    const spent = [...this.#prices.values()].reduce((sum, each) => sum + each, 0);
    if (spent + price > this.#setting.mostSpent) throw new NotTestable(needs.orders);
    const response = await api.post(path, body, headers);
    if (response.status !== 201) return response;
    const { id, price: charged } = response.body;
    if (isCharged) this.#prices.set(id, charged?.total ?? price);
    this.#undo.push(() => this.cancel(path, id, api));
    return response;
  }

  /** Posts a letter as a form; it must be scheduled, so that it costs nothing. */
  async sendForm(
    path: '/letters',
    { body, headers }: { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> },
  ): Promise<ApiResponse> {
    const response = await this.api.send('POST', path, body, headers);
    if (response.status === 201) this.#undo.push(() => this.cancel(path, response.body.id));
    return response;
  }

  async letter(fields: Fields = {}, api = this.api): Promise<Fields> {
    return expectStatus(await this.order('/letters', letterOrder(fields), {}, api), 201);
  }

  /** A letter to be charged on a distant day: it costs nothing and can be canceled. */
  async scheduledLetter(fields: Fields = {}, api = this.api): Promise<Fields> {
    return this.letter({ send_date: await this.date(150), ...fields }, api);
  }

  async verification(fields: Fields = {}, api = this.api): Promise<Fields> {
    return expectStatus(await this.order('/verifications', verificationOrder(fields), {}, api), 201);
  }

  /** Cancels, and returns the amount to the spending limit. */
  async cancel(path: '/letters' | '/verifications', id: string, api = this.api): Promise<ApiResponse> {
    const response = await api.post(`${path}/${id}/cancel`);
    if (response.status === 200 && response.body?.status === 'canceled') this.#prices.delete(id);
    return response;
  }

  async receiver(...statuses: number[]): Promise<Receiver> {
    const receiver = await Receiver.open(...statuses);
    this.#undo.push(() => receiver.close());
    return receiver;
  }

  /**
   * Registers an endpoint that is removed at the end; returns its secret.
   * @throws NotTestable if the account itself has as many as it may have
   */
  async endpoint(fields: Fields, api = this.api): Promise<Fields> {
    const response = await api.post('/webhook-endpoints', fields);
    const isFull = response.body?.error?.details?.some(({ param }: Fields) => param === 'webhook_endpoints');
    if (api === this.api && isFull) throw new NotTestable('the account has no room for another webhook endpoint');
    const made = expectStatus(response, 201);
    this.#undo.push(() => api.ask('DELETE', `/webhook-endpoints/${made.id}`));
    return made;
  }

  /** Events of an object, oldest first, once there are this many. */
  async events(id: string, count: number, api = this.api): Promise<Fields[]> {
    const { body } = await eventually(
      () => api.get(`/events?object_id=${id}&limit=100`),
      ({ body: list }) => (list?.data?.length ?? 0) >= count,
    );
    return [...(body?.data ?? [])].reverse();
  }

  /** The code of a verification of this account, before it is posted. */
  async code(id: string, sandbox = this.isSandbox): Promise<string> {
    if (sandbox) return SANDBOX_CODE;
    const [, first, last] = /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(await this.printed(id)) ?? [];
    holds(first !== undefined, 'the print file of a verification shows no code');
    return `${first}${last}`;
  }

  /** The text of the file for the print house. */
  async printed(id: string): Promise<string> {
    const response = await fetch(`${this.operator.url}/production/files/${id}`);
    holds(response.ok, `the print file is answered with ${response.status}`);
    return printedText(new Uint8Array(await response.arrayBuffer()));
  }

  /** Sends reports of the print house, one line each; returns the result of each line. */
  async report(...lines: Fields[]): Promise<Fields[]> {
    return (await this.operator.post('/production/reports', lines.map((line) => JSON.stringify(line)).join('\n')))
      .results;
  }

  /** Waits until mailings of a sandbox have these statuses; advances the clock if possible. */
  async simulated(paths: readonly string[], isThere: (status: string) => boolean): Promise<void> {
    const deadline = performance.now() + this.#setting.patience;
    for (const path of paths) {
      for (;;) {
        if (isThere((await this.api.get(path)).body?.status)) break;
        if (performance.now() > deadline)
          throw new NotTestable(`the simulated print house has not moved ${path.split('/')[1]} within the patience`);
        if (this.#abilities.has('clock')) await this.operator.advance(60);
        else await sleep(POLL_MS);
      }
    }
  }

  /** Cancels and removes what was created, newest first. @returns how many objects could not be cleaned up */
  async clean(): Promise<number> {
    let left = 0;
    for (const undo of this.#undo.reverse()) {
      const outcome = await undo().catch(() => undefined);
      // 409: in production or finished; 404: already gone.
      const status = (outcome as ApiResponse | undefined)?.status ?? (outcome === undefined ? 500 : 200);
      if (![200, 404, 409].includes(status)) left++;
    }
    return left;
  }

  async #price(path: string, body: Fields): Promise<number> {
    return expectStatus(await this.api.post(`${path}/quote`, body), 200).price.total as number;
  }
}

/** A deployed service returns 409 when asked to advance its clock. */
function isRefusal(error: unknown): false {
  if (error instanceof Error && /^(409|404) /.test(error.message)) return false;
  throw error;
}
