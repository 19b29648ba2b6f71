import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { type LocalService, startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { templateBody } from '../../support/verifications.ts';

export interface Release {
  name: string;
  /** Folder of its cloud assembly. */
  assembly: string;
}

export interface UpgradeOptions {
  /** Releases in the order in which they run over the same data. */
  releases: readonly Release[];
  /** Receives the data. */
  data: string;
  port: number;
  print: (line: string) => void;
}

/** An order, and the call that made it. */
interface Order {
  id: string;
  path: '/letters' | '/verifications';
  body: unknown;
  key: string;
  madeBy: string;
}

const ORDERS = 4;
const DAY_S = 86_400;
/** Letters are sent, waits of codes end, and all of it is told. */
const DAYS_AFTER = 80;

/**
 * Runs one release after another over the same data, as a stack that is updated and taken back: each makes orders, repeats those
 * of the ones before, cancels some, and reads on where they stopped reading. Then the last one lets everything end.
 * @returns what is wrong: refused requests, executions that stand still, events that are lost or doubled, money
 */
export async function upgrade({ releases, data, port, print }: UpgradeOptions): Promise<string[]> {
  const world = new World();
  for (const [at, release] of releases.entries()) {
    const service = await startLocalService({ assembly: release.assembly, data, port, log: () => undefined });
    try {
      await world.live(service, release.name);
      if (at === releases.length - 1) await world.end(service);
      print(
        `${release.name}: ${world.asked} requests and ${world.events} events so far, ${world.findings.length} findings`,
      );
    } finally {
      await service.stop();
    }
  }
  return world.findings;
}

class World {
  readonly findings: string[] = [];
  asked = 0;
  readonly #kept: Order[] = [];
  readonly #sandboxed: Order[] = [];
  readonly #canceled = new Set<string>();
  /** How often each event came. */
  readonly #delivered = new Map<string, number>();
  readonly #listed = new Set<string>();
  #cursor: string | undefined;

  get events(): number {
    return this.#listed.size;
  }

  /** A day with one release. */
  async live(service: LocalService, name: string): Promise<void> {
    const { api, sandbox, control } = clientsOf(service);
    for (const order of [...this.#kept, ...this.#sandboxed]) {
      const client = this.#sandboxed.includes(order) ? sandbox : api;
      const { body } = await this.#ask(client, 'GET', `${order.path}/${order.id}`, `reads an order of ${order.madeBy}`);
      if (body?.id !== order.id) this.findings.push(`${name} does not show ${order.id} of ${order.madeBy}`);
    }
    // The answers of the release before are repeated.
    for (const order of this.#kept.slice(-2)) {
      const { body } = await this.#ask(api, 'POST', order.path, `repeats an order of ${order.madeBy}`, order);
      if (body?.id !== order.id) this.findings.push(`${name} made ${body?.id} for the key of ${order.id}`);
    }
    if (this.#cursor) await this.#ask(api, 'GET', `/verifications?limit=1&cursor=${this.#cursor}`, 'reads on');
    const open = this.#kept.filter(({ id }) => !this.#canceled.has(id)).slice(0, ORDERS / 2);
    for (const { path, id, madeBy } of open) {
      await this.#ask(api, 'POST', `${path}/${id}/cancel`, `cancels an order of ${madeBy}`);
      this.#canceled.add(id);
    }
    for (let at = 0; at < ORDERS; at++) {
      const letter = letterBody({ send_date: dateIn(20 + at) });
      this.#kept.push(await this.#order(api, name, '/letters', letter));
      this.#kept.push(await this.#order(api, name, '/verifications', templateBody()));
      this.#sandboxed.push(await this.#order(sandbox, name, '/letters', letterBody()));
      this.#sandboxed.push(await this.#order(sandbox, name, '/verifications', templateBody()));
    }
    const page = await this.#ask(api, 'GET', '/verifications?limit=1', 'reads a page');
    this.#cursor = page.body?.next_cursor ?? undefined;
    // Executions and deliveries are under way when the next release comes.
    await control.advance(6 * 3_600);
    await this.#collect(service);
  }

  /** Everything ends: what is real mail is canceled, the sandboxes' simulated print house posts theirs. */
  async end(service: LocalService): Promise<void> {
    const { api, sandbox, control } = clientsOf(service);
    for (const { id, path, madeBy } of this.#kept.filter((order) => !this.#canceled.has(order.id)))
      await this.#ask(api, 'POST', `${path}/${id}/cancel`, `cancels an order of ${madeBy}`);
    await this.#collect(service);
    for (let days = 0; days < DAYS_AFTER; days += 20) await control.advance(20 * DAY_S);
    for (const { id, path, madeBy } of this.#sandboxed) {
      const { body } = await this.#ask(sandbox, 'GET', `${path}/${id}`, `reads an order of ${madeBy}`);
      const expected = path === '/letters' ? 'posted' : 'expired';
      if (body?.status !== expected) this.findings.push(`${id} of ${madeBy} is ${body?.status} and not ${expected}`);
    }
    const running = await runningExecutions(service);
    this.findings.push(...running.map((execution) => `the execution ${execution} stands still`));
    const { differences } = (await control.get('/ledger/audit')) as { differences: unknown[] };
    this.findings.push(...differences.map((difference) => `the audit finds ${JSON.stringify(difference)}`));
    for (const id of this.#listed) {
      const times = this.#delivered.get(id) ?? 0;
      if (times !== 1) this.findings.push(`the event ${id} was delivered ${times} times`);
    }
    if (this.#listed.size < this.#kept.length) this.findings.push('there are fewer events than orders');
  }

  async #order(client: ApiClient, madeBy: string, path: Order['path'], body: unknown): Promise<Order> {
    const key = `upgrade-${this.asked}`;
    const { body: made } = await this.#ask(client, 'POST', path, 'orders', { body, key });
    return { id: made?.id ?? '', path, body, key, madeBy };
  }

  async #ask(
    client: ApiClient,
    method: string,
    path: string,
    what: string,
    { body, key }: { body?: unknown; key?: string } = {},
  ): Promise<{ body: any }> {
    this.asked++;
    const answer = await client.ask(method, path, body, key === undefined ? {} : { 'idempotency-key': key });
    if (answer.status >= 300)
      this.findings.push(`${method} ${path} (${what}): ${answer.status} ${JSON.stringify(answer.body?.error?.code)}`);
    return answer;
  }

  /** The inbox is in the memory of a process, and events are kept for 30 days. */
  async #collect(service: LocalService): Promise<void> {
    const { api, control } = clientsOf(service);
    await service.cloud.whenIdle();
    const { data } = (await control.get('/inbox')) as { data: { body: string }[] };
    for (const { body } of data) {
      const { id } = JSON.parse(body) as { id: string };
      this.#delivered.set(id, (this.#delivered.get(id) ?? 0) + 1);
    }
    await fetch(`${control.url}/inbox`, { method: 'DELETE' });
    for (let cursor = '', more = true; more;) {
      const { body } = await this.#ask(api, 'GET', `/events?limit=100${cursor}`, 'lists events');
      for (const { id } of body.data) this.#listed.add(id);
      more = body.has_more === true;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }
}

function clientsOf({ description }: LocalService) {
  return {
    api: new ApiClient(description.base_url, description.api_key),
    sandbox: new ApiClient(description.base_url, description.sandbox_api_key),
    control: new Control(description.control_url),
  };
}

async function runningExecutions({ cloud }: LocalService): Promise<string[]> {
  const credentials = { accessKeyId: 'administrator', secretAccessKey: 'local' };
  const client = new SFNClient({ endpoint: cloud.endpoint, region: cloud.region, credentials });
  const machines = [cloud.outputs.LetterStateMachineArn, cloud.outputs.VerificationStateMachineArn];
  const lists = machines.map((stateMachineArn) =>
    client.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: 'RUNNING' })),
  );
  return (await Promise.all(lists)).flatMap(({ executions = [] }) => executions.map(({ name }) => name!));
}
