import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LocalService, startLocalService } from '../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../support/api.ts';
import { seeded } from '../support/seeded.ts';
import { readLetter, wrongCode } from '../support/verifications.ts';
import { Backstage } from './backstage.ts';
import { Customer, type Habit, type Kind, type Order } from './customers.ts';
import { type Damage, Storm } from './storm.ts';

export interface SeasonOptions {
  /** Folder that `cdk synth` wrote. */
  assembly: string;
  /** Orders of each customer. */
  orders: number;
  log: (line: string) => void;
}

/** An object as a customer sees it: a mailing, an event, a balance transaction. */

export type Seen = any;

/** All that is left of a season, gathered once nothing moves any more. */
export interface Aftermath {
  customers: {
    id: string;
    orders: readonly Order[];
    /** Centavos that the account was given. */
    given: number;
    balance: number;
    transactions: Seen[];
    letters: Seen[];
    verifications: Seen[];
    events: Seen[];
    /** How often the receiver took each event with a 2xx, by its id. */
    received: ReadonlyMap<string, number>;
  }[];
  /** Mailing ids, one for each line of each manifest. */
  printed: string[];
  /** Mailing id → status of its execution; undefined where there is none. */
  executions: ReadonlyMap<string, string | undefined>;
  /** Keys in the buckets of print files and previews. */
  files: string[];
  auditDifferences: Seen[];
  /** Queue → messages that are still in it, dead letters included. */
  leftInQueues: Readonly<Record<string, number>>;
  damage: Damage;
  virtualMs: number;
}

const CUSTOMERS = 3;
/** The last customer has money for a few letters only. */
const balances = [100_000, 100_000, 3_000];
const AT_ONCE = 3;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Share of answers with which receivers fail while it storms. */
const RECEIVER_FAILURES = 0.2;

/** Lives through one seed: customers, print house and recipients act while calls fail, then everything settles. */
export async function liveSeason(seed: number, options: SeasonOptions): Promise<Aftermath> {
  const random = seeded(seed);
  const service: { current?: LocalService } = {};
  const storm = new Storm(random, () => service.current?.cloud.clock.now() ?? 0);
  const { assembly, log } = options;
  const started = await startLocalService({ assembly, port: 0, log, interference: storm.interference });
  service.current = started;
  const receivers = await openReceivers(() => random() < RECEIVER_FAILURES);
  try {
    return await new Season(started, storm, random, receivers, log).live(options.orders);
  } finally {
    await started.stop();
    receivers.server.closeAllConnections();
    receivers.server.close();
  }
}

interface Receivers {
  server: Server;
  /** Account → event → how often it was taken with a 2xx. */
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
  readonly #service: LocalService;
  readonly #storm: Storm;
  readonly #random: () => number;
  readonly #receivers: Receivers;
  readonly #log: SeasonOptions['log'];
  readonly #control: Control;
  readonly #backstage: Backstage;
  readonly #customers: Customer[] = [];
  /** By verification; undefined when its file was gone. */
  readonly #codes = new Map<string, string | undefined>();

  constructor(
    service: LocalService,
    storm: Storm,
    random: () => number,
    receivers: Receivers,
    log: SeasonOptions['log'],
  ) {
    this.#log = log;
    this.#service = service;
    this.#storm = storm;
    this.#random = random;
    this.#receivers = receivers;
    this.#control = new Control(service.description.control_url);
    this.#backstage = new Backstage(service.cloud);
  }

  async live(orders: number): Promise<Aftermath> {
    const begin = this.#now();
    await this.#openAccounts();
    this.#storm.rage();
    await Promise.all(this.#customers.map((customer) => this.#orderAll(customer, orders)));
    this.#tell('the orders are placed');
    for (let step = 0; step < 10; step++) {
      if (this.#random() < 0.4) this.#storm.cutOff(this.#random() * HOUR_MS);
      await this.#advance(this.#random() * 6 * HOUR_MS);
      await this.#produce();
      await Promise.all(this.#customers.map((customer) => this.#meddle(customer)));
      this.#tell(`step ${step} of the storm is over`);
    }
    this.#storm.calm();
    this.#receivers.heal();
    return this.#settle(begin);
  }

  async #openAccounts(): Promise<void> {
    for (let index = 0; index < CUSTOMERS; index++) {
      const { base_url } = this.#service.description;
      const { id, api } = await this.#control.openAccount(base_url, { balance: balances[index] });
      await this.#control.post(`/accounts/${id}/webhooks`, { url: this.#receivers.url(id), events: ['*'] });
      this.#customers.push(new Customer(id, new ApiClient(api.baseUrl, api.key)));
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
    const habit: Habit = this.#random() < 0.6 ? 'keyed' : 'unkeyed';
    const isScheduled = kind === 'letter' && this.#random() < 0.4;
    const days = 1 + Math.floor(this.#random() * 4);
    const date = new Date(this.#now() - 3 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10);
    const fields = kind === 'verification' ? { method: 'code' } : isScheduled ? { send_date: date } : {};
    const { told } = await customer.order(kind, habit, fields);
    if (told && this.#random() < 0.15) await customer.insist(`/${kind}s/${told.id}/cancel`);
  }

  /** The print house forms a batch, and reports twice now and then. */
  async #produce(): Promise<void> {
    await this.#control.post('/production/batches').catch(() => undefined);
    for (const customer of this.#customers) {
      const mailings = [...(await this.#all(customer, '/letters')), ...(await this.#all(customer, '/verifications'))];
      const lines = mailings.filter(inProduction).flatMap((mailing) => {
        if (this.#random() < 0.5) return [];
        return [
          JSON.stringify({ id: mailing.id, ...this.#reported(mailing), at: new Date(this.#now()).toISOString() }),
        ];
      });
      if (lines.length === 0) continue;
      for (let time = 0; time < (this.#random() < 0.3 ? 2 : 1); time++) await this.#backstage.dropReport(lines);
    }
  }

  #reported({ id }: Seen): object {
    if (this.#random() < 0.1) return { status: 'failed', reason: 'damaged_in_production' };
    if (id.startsWith('ltr_') && this.#random() < 0.4) return { status: 'printed' };
    return { status: 'posted' };
  }

  /** Customers cancel letters and try codes. */
  async #meddle(customer: Customer): Promise<void> {
    for (const letter of await this.#all(customer, '/letters'))
      if (this.#random() < 0.05) await customer.insist(`/letters/${letter.id}/cancel`);
    for (const { id, status } of await this.#all(customer, '/verifications')) {
      if (status === 'in_production') this.#codes.set(id, await this.#codeOf(id));
      const code = this.#codes.get(id);
      if (status !== 'awaiting_code' || code === undefined) continue;
      const tried = this.#random() < 0.5 ? code : wrongCode(code);
      await customer.insist(`/verifications/${id}/check`, { code: tried });
    }
  }

  async #codeOf(id: string): Promise<string | undefined> {
    return readLetter(this.#control, id).then(
      ({ code }) => code,
      () => undefined,
    );
  }

  /** The storm is over: what failed is redriven once, the print house posts the rest, and the codes expire. */
  async #settle(begin: number): Promise<Aftermath> {
    for (let hour = 0; hour < 6; hour++) await this.#advance(HOUR_MS);
    await this.#backstage.redrive();
    for (let day = 0; day < 8; day++) {
      await this.#advance(DAY_MS);
      await this.#postAll();
    }
    this.#tell('the print house has posted the rest');
    const events = new Map<string, Map<string, Seen>>();
    await this.#gatherEvents(events);
    await this.#advance(61 * DAY_MS);
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
      const mailings = [...(await this.#all(customer, '/letters')), ...(await this.#all(customer, '/verifications'))];
      const at = new Date(this.#now()).toISOString();
      const lines = mailings.filter(inProduction).map(({ id }) => JSON.stringify({ id, status: 'posted', at }));
      if (lines.length > 0) await this.#backstage.dropReport(lines);
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
    const executions = new Map<string, string | undefined>();
    for (const [index, customer] of this.#customers.entries()) {
      const letters = await this.#all(customer, '/letters');
      const verifications = await this.#all(customer, '/verifications');
      for (const { id } of [...letters, ...verifications]) executions.set(id, await this.#backstage.executionOf(id));
      customers.push({
        id: customer.id,
        orders: customer.orders,
        given: balances[index]!,
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
      printed: await this.#printed(),
      files: [
        ...(await this.#backstage.keys('DocumentsBucket')),
        ...(await this.#backstage.keys('VerificationFilesBucket')),
      ],
      auditDifferences: (await this.#control.get('/ledger/audit')).differences,
      leftInQueues: await this.#backstage.leftInQueues(),
      damage: this.#storm.damage,
      virtualMs: this.#now() - begin,
    };
  }

  /** Every object of a list, page by page. */
  async #all({ api }: Customer, path: string): Promise<Seen[]> {
    const found: Seen[] = [];
    for (let cursor = ''; ;) {
      const { status, body } = await api.get(`${path}?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      // While it storms a list may fail, too.
      if (status !== 200) return found;
      found.push(...body.data);
      if (!body.next_cursor) return found;
      cursor = body.next_cursor;
    }
  }

  async #printed(): Promise<string[]> {
    const manifests = (await this.#backstage.keys('ProductionBucket')).filter((key) => key.endsWith('/manifest.jsonl'));
    const texts = await Promise.all(manifests.map((key) => this.#backstage.text('ProductionBucket', key)));
    return texts.flatMap((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    );
  }

  #advance(milliseconds: number): Promise<void> {
    return this.#service.cloud.clock.advanceTo(this.#now() + milliseconds);
  }

  #now(): number {
    return this.#service.cloud.clock.now();
  }
}

function inProduction({ status }: Seen): boolean {
  return status === 'in_production' || status === 'printed';
}
