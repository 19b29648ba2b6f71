import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../../lib/core/domain/units.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { PageVisit } from '../../support/page.ts';
import { seeded } from '../../support/seeded.ts';
import { readLetter, wrongCode } from '../../support/verifications.ts';
import { Customer, habits, type Kind, type Order, type Trial } from './customers.ts';
import { Internals } from './internals.ts';
import { MortalService } from './mortal-service.ts';
import { type Correction, type Edit, OperatorAtWork } from './operator-at-work.ts';
import { type Damage, Storm, type Strikes } from './storm.ts';

export interface SeasonOptions {
  /** Folder that `cdk synth` wrote. */
  assembly: string;
  /** Orders of each customer in each storm. */
  orders: number;
  /** Storms, one after another, before everything settles; usually one. */
  storms: number;
  /** The faults that occur, instead of those that the seed decides. */
  only?: Strikes;
  log: (line: string) => void;
  /** Called once the service runs. */
  onBegin?: ((service: MortalService) => void) | undefined;
}

/** An object as a customer sees it: a mailing, an event, a balance transaction. */

export type Seen = any;

/** The final state of a season, gathered once nothing changes any more. */
export interface Aftermath {
  customers: {
    id: string;
    orders: readonly Order[];
    trials: readonly Trial[];
    /** The operator's corrections in centavos, with their outcomes; the first is the account's opening. */
    corrections: readonly Correction[];
    edits: readonly Edit[];
    balance: number;
    transactions: Seen[];
    letters: Seen[];
    verifications: Seen[];
    events: Seen[];
    /** How often the receiver accepted each event with a 2xx, by event id. */
    received: ReadonlyMap<string, number>;
  }[];
  /** Mailing ids, one for each line of each manifest. */
  printed: string[];
  /** Mailing id → statuses of its executions, in the order of their starts. */
  executions: ReadonlyMap<string, readonly string[]>;
  /** How many executions were stopped by hand. */
  stopped: number;
  /** How many messages were purged by hand, by queue. */
  purged: ReadonlyMap<string, number>;
  /** Keys in the bucket of files that customers see. */
  documents: string[];
  /** Keys in the bucket of print files with a code. */
  codeFiles: string[];
  /** Names of the reports in the print house's inbox, and of those with a result; results of lines not understood. */
  reports: { left: string[]; applied: string[]; misread: string[] };
  /** Rows of the table that describe pending work. */
  workLeft: string[];
  auditDifferences: Seen[];
  /** Queue → remaining messages, dead letters included. */
  leftInQueues: Readonly<Record<string, number>>;
  damage: Damage;
  /** How often the process of the whole service died. */
  deaths: number;
  virtualMs: number;
}

const CUSTOMERS = 3;
/** The last customer's balance covers only a few letters. */
const balances = [100_000, 100_000, 3_000];
const AT_ONCE = 3;
/** Share of a season's steps in which the service's process dies and continues from its stored data. */
const DEATHS = 0.15;
/** The journal grows by at most this many lines first. A season has about 20,000. */
const LONGEST_LIFE_LINES = 500;
/** Share of a season's steps in which an execution is stopped or a queue purged by hand. */
const LOSSES = 0.3;
/** Share of deliveries that come twice or late without a fault, and of deleted messages that come again. */
const DISORDER = 0.05;
/** Share of error responses of receivers during the storm. */
const RECEIVER_FAILURES = 0.2;
/** Longer than usual, since starting the execution environments takes much of a season's processor time. */
const LONGEST_IDLE_MS = 60_000;

/** Runs one seed: customers, print house and recipients act while calls fail, then everything settles. */
export async function liveSeason(seed: number, options: SeasonOptions): Promise<Aftermath> {
  const random = seeded(~seed);
  const data = await mkdtemp(join(tmpdir(), 'malote-season-'));
  const { assembly, log } = options;
  const storm: Storm = new Storm(seed, () => (service.isRunning ? service.cloud.clock.now() : 0), options.only);
  const service = new MortalService({
    assembly,
    port: 0,
    log,
    data,
    interference: storm.interference,
    longestIdleMs: LONGEST_IDLE_MS,
    disorder: { share: DISORDER, random: seeded(seed ^ 0xd150) },
  });
  await service.start();
  options.onBegin?.(service);
  const receivers = await openReceivers(() => random() < RECEIVER_FAILURES);
  const operator = await OperatorAtWork.begin(service.description.control_url, seeded(seed ^ 0x0f0f));
  try {
    return await new Season(service, storm, random, receivers, operator, log).live(options);
  } finally {
    await operator.end();
    await service.stop();
    receivers.server.closeAllConnections();
    receivers.server.close();
    await rm(data, { recursive: true });
  }
}

interface Receivers {
  server: Server;
  /** Account → event → how often it was accepted with a 2xx. */
  received: Map<string, Map<string, number>>;
  url: (accountId: string) => string;
  heal(): void;
}

/** One HTTP server that is the webhook receiver of every customer, and fails now and then. */
async function openReceivers(fails: () => boolean): Promise<Receivers> {
  const received = new Map<string, Map<string, number>>();
  let isHealed = false;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const isTaken = isHealed || !fails();
      const of = received.get(request.url!.slice(1))!;
      const id = String(request.headers['webhook-id']);
      if (isTaken) of.set(id, (of.get(id) ?? 0) + 1);
      response.writeHead(isTaken ? 204 : 500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = (accountId: string) => {
    received.set(accountId, new Map());
    return `http://127.0.0.1:${port}/${accountId}`;
  };
  const heal = () => {
    isHealed = true;
  };
  return { server, received, url, heal };
}

class Season {
  readonly #service: MortalService;
  readonly #storm: Storm;
  readonly #random: () => number;
  readonly #receivers: Receivers;
  readonly #operator: OperatorAtWork;
  readonly #log: SeasonOptions['log'];
  readonly #control: Control;
  readonly #internals: Internals;
  readonly #customers: Customer[] = [];
  /** By verification; undefined if its file was gone. */
  readonly #codes = new Map<string, string | undefined>();
  /** Reports that the print house has not sent yet. */
  readonly #lateReports: string[][] = [];
  #stopped = 0;
  readonly #purged = new Map<string, number>();

  constructor(
    service: MortalService,
    storm: Storm,
    random: () => number,
    receivers: Receivers,
    operator: OperatorAtWork,
    log: SeasonOptions['log'],
  ) {
    this.#log = log;
    this.#operator = operator;
    this.#service = service;
    this.#storm = storm;
    this.#random = random;
    this.#receivers = receivers;
    this.#control = new Control(service.description.control_url);
    this.#internals = new Internals(service);
  }

  async live({ orders, storms }: SeasonOptions): Promise<Aftermath> {
    const begin = this.#now();
    await this.#openAccounts();
    this.#storm.rage();
    for (let storm = 0; storm < storms; storm++) await this.#weather(orders);
    this.#storm.calm();
    this.#receivers.heal();
    return this.#settle(begin);
  }

  /** Customers order, and then everyone acts for some 30 hours. */
  async #weather(orders: number): Promise<void> {
    await this.#mayDieDuring(() => Promise.all(this.#customers.map((customer) => this.#orderAll(customer, orders))));
    this.#tell('the orders are placed');
    for (let step = 0; step < 10; step++) {
      if (this.#random() < 0.4) this.#storm.cutOff(this.#random() * HOUR_MS);
      await this.#mayDieDuring(() => this.#advance(this.#random() * 6 * HOUR_MS));
      await this.#produce();
      await Promise.all(this.#customers.map((customer) => this.#meddle(customer)));
      await this.#correct();
      await this.#lose();
      this.#tell(`step ${step} of the storm is over`);
    }
  }

  async #mayDieDuring(work: () => Promise<unknown>): Promise<void> {
    if (this.#random() >= DEATHS) await work();
    else await this.#service.mayDieDuring(1 + Math.floor(this.#random() * LONGEST_LIFE_LINES), work);
  }

  async #openAccounts(): Promise<void> {
    for (let index = 0; index < CUSTOMERS; index++) {
      const { base_url } = this.#service.description;
      const email = `dono-${index}@exemplo.com.br`;
      const browser = new Browser(new URL(base_url).origin);
      const { id, api } = await this.#control.openAccount(base_url, { balance: balances[index] });
      await this.#control.post(`/accounts/${id}/webhooks`, { url: this.#receivers.url(id), events: ['*'] });
      await this.#control.post(`/accounts/${id}/people`, { email, role: 'owner' });
      const at = await browser.signIn(email);
      if (at !== '/') throw new Error(`signed in to ${at}`);
      this.#customers.push(new Customer(id, new ApiClient(api.baseUrl, api.key), browser));
    }
  }

  async #orderAll(customer: Customer, orders: number): Promise<void> {
    const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let order = lane; order < orders; order += AT_ONCE) await this.#order(customer);
    });
    await Promise.all(lanes);
  }

  async #order(customer: Customer): Promise<void> {
    const kind: Kind = this.#random() < 0.7 ? 'letter' : 'verification';
    const habit = habits[Math.floor(this.#random() * habits.length)]!;
    const isScheduled = kind === 'letter' && this.#random() < 0.4;
    const days = 1 + Math.floor(this.#random() * 4);
    const date = new Date(this.#now() - 3 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10);
    const method = this.#random() < 0.5 ? 'code' : 'hosted_page';
    const fields = kind === 'verification' ? { method } : isScheduled ? { send_date: date } : {};
    const isCanceled = this.#random() < 0.15;
    const { createdIds } = await customer.order(kind, habit, fields);
    if (isCanceled && createdIds[0])
      await customer.cancel(kind, createdIds[0], this.#random() < 0.5 ? 'api' : 'session');
  }

  /** The print house forms a batch, and sometimes reports twice, late or out of order. */
  async #produce(): Promise<void> {
    await this.#control.post('/production/batches').catch(() => undefined);
    for (const lines of this.#lateReports.splice(0)) await this.#internals.dropReport(lines);
    for (const customer of this.#customers) {
      const lines = (await this.#mailingsOf(customer)).filter(inProduction).flatMap((mailing) => {
        if (this.#random() < 0.5) return [];
        const at = new Date(this.#now()).toISOString();
        const line = JSON.stringify({ id: mailing.id, ...this.#reported(mailing), at });
        // The report of printing comes again, after all others.
        return this.#random() < 0.2 ? [line, JSON.stringify({ id: mailing.id, status: 'printed', at })] : [line];
      });
      if (lines.length === 0) continue;
      if (this.#random() < 0.3) this.#lateReports.push(lines);
      if (this.#random() < 0.8) await this.#internals.dropReport(lines);
    }
  }

  /** An execution is stopped or a queue purged by hand; the service must repair both. */
  async #lose(): Promise<void> {
    if (this.#random() < LOSSES && (await this.#internals.stopSome(this.#random))) this.#stopped++;
    const purge = this.#random() < LOSSES && (await this.#internals.purgeSome(this.#random));
    if (purge) this.#purged.set(purge.queue, (this.#purged.get(purge.queue) ?? 0) + purge.lost);
  }

  #reported({ id }: Seen): object {
    if (this.#random() < 0.1) return { status: 'failed', failure_reason: 'damaged_in_production' };
    if (id.startsWith('ltr_') && this.#random() < 0.4) return { status: 'printed' };
    return { status: 'posted' };
  }

  /** Customers return, cancel letters and try codes; recipients try codes on the page. */
  async #meddle(customer: Customer): Promise<void> {
    await customer.comeBack();
    for (const letter of await this.#all(customer, '/letters'))
      if (this.#random() < 0.05) await customer.cancel('letter', letter.id, this.#random() < 0.5 ? 'api' : 'session');
    for (const { id, method, status, hosted_page_url } of await this.#all(customer, '/verifications')) {
      if (status === 'in_production') this.#codes.set(id, await this.#codeOf(id));
      const code = this.#codes.get(id);
      if (status !== 'awaiting_code' || code === undefined) continue;
      const isRight = this.#random() < 0.4;
      const tried = isRight ? code : wrongCode(code);
      const key = this.#random() < 0.5 ? `${id}-${customer.trials.length}` : undefined;
      const onPage = method === 'hosted_page' && this.#random() < 0.8;
      const tries = this.#random() < 0.3 ? 2 : 1;
      await Promise.all(
        Array.from({ length: tries }, () =>
          onPage ? tryOnPage(customer, id, hosted_page_url, tried, isRight) : customer.check(id, tried, isRight, key),
        ),
      );
    }
  }

  /** The operator adds money, edits and cancels, repeating each as often as needed, and sometimes once more. */
  async #correct(): Promise<void> {
    for (const customer of this.#customers) {
      const { id } = customer;
      if (this.#random() < 0.5) await this.#operator.credit(id, 100 + Math.floor(this.#random() * 900));
      const letters = await this.#all(customer, '/letters');
      for (const letter of letters.filter(({ status }) => status === 'scheduled' || status === 'received')) {
        const lot = this.#random();
        if (lot < 0.1) await this.#operator.cancel(id, letter.id);
        else if (lot < 0.3) await this.#operator.edit(id, letter.id);
      }
    }
  }

  async #mailingsOf(customer: Customer): Promise<Seen[]> {
    return [...(await this.#all(customer, '/letters')), ...(await this.#all(customer, '/verifications'))];
  }

  async #codeOf(id: string): Promise<string | undefined> {
    return readLetter(this.#control, id).then(
      ({ code }) => code,
      () => undefined,
    );
  }

  /** The storm is over: failures are redriven once, the print house posts the rest, and the codes expire. */
  async #settle(begin: number): Promise<Aftermath> {
    for (const lines of this.#lateReports.splice(0)) await this.#internals.dropReport(lines);
    for (let hour = 0; hour < 6; hour++) await this.#advance(HOUR_MS);
    await this.#internals.redrive();
    for (let day = 0; day < 8; day++) {
      await this.#advance(DAY_MS);
      await this.#postAll();
    }
    this.#tell('the print house has posted the rest');
    const events = new Map<string, Map<string, Seen>>();
    await this.#gatherEvents(events);
    // Lost executions are found within a day.
    await this.#advance(62 * DAY_MS);
    await this.#gatherEvents(events);
    this.#tell('the codes have expired');
    return this.#aftermath(begin, events);
  }

  #tell(what: string): void {
    this.#log(`season: ${what}, ${(performance.now() / 1000).toFixed(1)} s after the start`);
  }

  async #postAll(): Promise<void> {
    await this.#control.post('/production/batches');
    for (const customer of this.#customers) {
      const mailings = await this.#mailingsOf(customer);
      const at = new Date(this.#now()).toISOString();
      const lines = mailings.filter(inProduction).map(({ id }) => JSON.stringify({ id, status: 'posted', at }));
      if (lines.length > 0) await this.#internals.dropReport(lines);
    }
  }

  async #gatherEvents(events: Map<string, Map<string, Seen>>): Promise<void> {
    for (const customer of this.#customers) {
      const of = events.get(customer.id) ?? new Map<string, Seen>();
      events.set(customer.id, of);
      for (const event of await this.#all(customer, '/events')) of.set(event.id, event);
    }
  }

  async #aftermath(begin: number, events: Map<string, Map<string, Seen>>): Promise<Aftermath> {
    const customers: Aftermath['customers'] = [];
    const executions = new Map<string, readonly string[]>();
    for (const [index, customer] of this.#customers.entries()) {
      const letters = await this.#all(customer, '/letters');
      const verifications = await this.#all(customer, '/verifications');
      for (const { id } of [...letters, ...verifications]) executions.set(id, await this.#internals.executionsOf(id));
      customers.push({
        id: customer.id,
        orders: customer.orders,
        trials: customer.trials,
        corrections: [
          { description: null, amount: balances[index]!, outcome: 'done' },
          ...this.#operator.correctionsOf(customer.id),
        ],
        edits: this.#operator.editsOf(customer.id),
        balance: (await customer.api.get('/balance')).body.amount,
        transactions: await this.#all(customer, '/balance/transactions'),
        letters,
        verifications,
        events: [...events.get(customer.id)!.values()],
        received: this.#receivers.received.get(customer.id)!,
      });
    }
    return {
      customers,
      executions,
      printed: await this.#internals.printed(),
      stopped: this.#stopped,
      purged: this.#purged,
      documents: await this.#internals.keys('DocumentsBucket'),
      codeFiles: await this.#internals.keys('VerificationFilesBucket'),
      reports: await this.#reports(),
      workLeft: await this.#internals.workLeft(),
      auditDifferences: (await this.#control.get('/ledger/audit')).differences,
      leftInQueues: await this.#internals.leftInQueues(),
      damage: this.#storm.damage,
      deaths: this.#service.deaths,
      virtualMs: this.#now() - begin,
    };
  }

  /** Every object of a list, page by page. */
  async #all({ api }: Customer, path: string): Promise<Seen[]> {
    const found: Seen[] = [];
    for (let cursor = ''; ;) {
      const { status, body } = await api.get(`${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      // A list may also fail during the storm.
      if (status !== 200) return found;
      found.push(...body.data);
      if (!body.next_cursor) return found;
      cursor = body.next_cursor;
    }
  }

  async #reports(): Promise<Aftermath['reports']> {
    const keys = await this.#internals.keys('ProductionBucket');
    const namesIn = (folder: string) =>
      keys.filter((key) => key.startsWith(folder)).map((key) => key.slice(folder.length));
    const applied = namesIn('results/');
    const results = await Promise.all(
      applied.map((name) => this.#internals.text('ProductionBucket', `results/${name}`)),
    );
    const misread = results.flatMap((text) => text.split('\n')).filter((line) => line.includes('"invalid_'));
    return { left: namesIn('inbox/'), applied, misread };
  }

  #advance(milliseconds: number): Promise<void> {
    return this.#service.advance(milliseconds);
  }

  #now(): number {
    return this.#service.cloud.clock.now();
  }
}

function inProduction({ status }: Seen): boolean {
  return status === 'in_production' || status === 'printed';
}

/** A recipient submits a code with the page's form, once. */
async function tryOnPage(customer: Customer, id: string, url: string, code: string, isRight: boolean): Promise<void> {
  const trial: Trial = { verification: id, isRight, sent: 1, outcome: undefined };
  customer.trials.push(trial);
  const shown = await new PageVisit(url).enter(code).catch(() => undefined);
  if (shown?.status !== 200) return;
  if (shown.heading === 'Endereço confirmado') trial.outcome = 'right';
  else if (new URL(shown.url).searchParams.has('wrong')) trial.outcome = 'wrong';
}
