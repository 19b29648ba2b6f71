import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import { dailyLimitsOf } from '../../../lib/core/domain/daily-limits.ts';
import { type DashboardOperation, dashboardOperations } from '../../../lib/core/domain/dashboard-operations.ts';
import { dashboardEndpoints } from '../../../lib/infra/dashboard-endpoints.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiResponse, Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { draftMailMerge } from '../../support/mail-merges.ts';
import { startOwnService } from '../../support/own-service.ts';
import { PageVisit, type Shown } from '../../support/page.ts';
import { readLetter, templateBody, wrongCode } from '../../support/verifications.ts';
import { Internals } from './internals.ts';

/**
 * Every use case by which a customer or a person changes something, when DynamoDB responds to none of the transactions
 * that it commits. A response with an error has changed nothing (rule ERR-1), so the call must find out that it is
 * done. Writes outside of transactions are counted: only writes that belong to every request may be separate, where a
 * lost response would look like a rejection.
 */

let service: LocalService;
let control: Control;
let internals: Internals;
let owner: Browser;
/** Writes of each function, while its transactions get no response. */
const written = new Map<string, string[]>();
/** Calls of clients that were counted: on a busy machine a client repeats one that is not answered within a second. */
const invocations = new Set<string>();
/**
 * How often transactions of each function took effect. That one has arrived says nothing: on a busy machine a call may
 * give up before its transaction is carried out, and then the transaction is rejected.
 */
const committed = new Map<string, number>();
/** What becomes of transactions: their responses are lost, or they are carried out after their call has given up. */
let fault: Fault | undefined;
const LOST: Fault = { kind: 'disconnected', effect: true };

beforeAll(async () => {
  const interference = ({ functionName, operation, request }: FunctionCall) => {
    if (!fault) return undefined;
    const invocation = request.headers['amz-sdk-invocation-id']!;
    if (/^(Put|Update|Delete|TransactWrite)Items?$/.test(operation) && !invocations.has(invocation)) {
      invocations.add(invocation);
      writesOf(functionName).push(nameOfWrite(operation, request.body));
    }
    return operation === TRANSACTION ? fault : undefined;
  };
  service = await startOwnService({ interference });
  service.cloud.onWrite!(({ operation, caller }) => {
    if (operation === TRANSACTION && caller)
      committed.set(caller.functionName, (committed.get(caller.functionName) ?? 0) + 1);
  });
  const { base_url, control_url } = service.description;
  control = new Control(control_url);
  internals = new Internals(service);
  owner = new Browser(new URL(base_url).origin);
});
afterAll(() => service?.stop());

function writesOf(functionName: string): string[] {
  const known = written.get(functionName) ?? [];
  written.set(functionName, known);
  return known;
}

/** The operation, and what kind of item a single write is of. */
function nameOfWrite(operation: string, body: Buffer): string {
  if (operation === TRANSACTION) return operation;
  const { Item, Key } = JSON.parse(body.toString()) as Record<'Item' | 'Key', { PK: { S: string } } | undefined>;
  const [first, , last] = (Item ?? Key)!.PK.S.split('#');
  return `${operation} ${last ?? first}`;
}

interface Request {
  /** What stands for the names in the path. */
  ids?: Record<string, string>;
  body?: unknown;
}

const EMAIL = 'dona@exemplo.com.br';

/** An account of the owner's, in which things are made ready. */
class Account {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  static async open(): Promise<Account> {
    const { id } = await control.openAccount(service.description.base_url);
    await control.post(`/accounts/${id}/people`, { email: EMAIL, role: 'owner' });
    return new Account(id);
  }

  readonly path = (below: string) => `/accounts/${this.id}${below}`;

  /** @returns the id of what was made */
  async make(path: string, body: unknown): Promise<string> {
    const { status, body: answer } = await owner.ask('POST', this.path(path), body);
    expect([path, status, answer.error]).toEqual([path, 201, undefined]);
    return answer.id as string;
  }

  readonly scheduled = async () => ({
    letter_id: await this.make('/letters', letterBody({ send_date: dateIn(10) })),
  });
  readonly endpoint = async () => ({ endpoint_id: await this.make('/webhook-endpoints', { url: receiver() }) });
  /** By the operator, so that no invitation was sent yet. */
  readonly added = async () => {
    const order = { email: newEmail(), role: 'viewer' };
    return { person_id: (await control.post(`/accounts/${this.id}/people`, order)).id as string };
  };
  readonly viewer = async () => ({ person_id: await this.make('/people', { email: newEmail(), role: 'viewer' }) });

  readonly draft = async () => ({ mail_merge_id: await draftMailMerge(owner, this.id, ['05010-000']) });

  /** An event that a receiver took. */
  async delivered(): Promise<string> {
    await this.endpoint();
    await this.make('/letters', letterBody());
    const { body } = await eventually(
      () => owner.ask('GET', this.path('/webhook-deliveries')),
      ({ body: list }) => list.data[0]?.state === 'delivered',
    );
    return body.data[0].id as string;
  }

  /** An endpoint with a delivery that has failed, in the account of an owner who signs in again a day later. */
  async failed(): Promise<{ endpoint_id: string }> {
    const url = 'http://127.0.0.1:9/';
    const endpoint_id = await this.make('/webhook-endpoints', { url });
    await this.make('/letters', letterBody());
    await control.advance(ALL_ATTEMPTS_SECONDS);
    await owner.signIn(EMAIL);
    await eventually(
      () => owner.ask('GET', this.path('/webhook-deliveries')),
      ({ body: list }) => list.data.some(({ state }: { state: string }) => state === 'failed'),
    );
    return { endpoint_id };
  }

  async awaitingCode(): Promise<{ verification_id: string; code: string }> {
    const id = await this.make('/verifications', templateBody());
    await control.post('/production/batches');
    const { code } = await readLetter(control, id);
    await internals.dropReport([JSON.stringify({ id, status: 'posted', at: (await control.get('/clock')).now })]);
    await eventually(
      () => owner.ask('GET', this.path(`/verifications/${id}`)),
      ({ body }) => body.status === 'awaiting_code',
    );
    return { verification_id: id, code };
  }
}

/** Longer than the eight attempts of rule HOOK-6. */
const ALL_ATTEMPTS_SECONDS = 29 * 3_600;
const logo = readFileSync(new URL('../confirmation-page/logo.png', import.meta.url)).toString('base64');
const receiver = () => `${control.url}/inbox`;
const newEmail = () => `pessoa-${randomBytes(6).toString('hex')}@exemplo.com.br`;

type Prepare = (account: Account) => Promise<Request>;

/** A request that can be carried out, for each operation that changes something. */
const requests: Partial<Record<DashboardOperation, Prepare>> = {
  // First, because it takes a day.
  'webhook-endpoints-send-failed': async (account) => {
    const since = (await control.get('/clock')).now as string;
    return { ids: await account.failed(), body: { since } };
  },
  'letters-create': async () => ({ body: letterBody() }),
  'letters-cancel': async (account) => ({ ids: await account.scheduled() }),
  'letters-edit': async (account) => ({ ids: await account.scheduled(), body: { reference: 'contrato 7' } }),
  'letters-send-now': async (account) => ({ ids: await account.scheduled() }),
  'uploads-create': async () => ({ body: { filename: 'carta.pdf', size: 1000 } }),
  'mail-merges-create': async () => ({
    body: { filename: 'aviso.pdf', document_size: 1_000, rows: 1, rows_size: 1_000 },
  }),
  'mail-merges-send': async (account) => ({ ids: await account.draft() }),
  'mail-merges-cancel': async (account) => ({ ids: await account.draft() }),
  'verifications-create': async () => ({ body: templateBody() }),
  'verifications-check': async (account) => ({ ids: await account.awaitingCode(), body: { code: '000000' } }),
  'verifications-cancel': async (account) => ({
    ids: { verification_id: await account.make('/verifications', templateBody()) },
  }),
  'erasures-create': async (account) => {
    const { letter_id } = await account.scheduled();
    await owner.ask('POST', account.path(`/letters/${letter_id}/cancel`));
    return { body: { mailing_id: letter_id } };
  },
  'balance-warning-set': async () => ({ body: { below: 1_000 } }),
  'account-edit': async () => ({ body: { trade_name: 'Loja da Ana' } }),
  'account-logo-set': async () => ({ body: { content: logo } }),
  'account-logo-remove': async () => ({}),
  'people-add': async () => ({ body: { email: newEmail(), role: 'sender' } }),
  'people-invite': async (account) => ({ ids: await account.added() }),
  'people-role': async (account) => ({ ids: await account.viewer(), body: { role: 'sender' } }),
  'people-remove': async (account) => ({ ids: await account.viewer() }),
  'api-keys-create': async () => ({ body: { name: 'Loja' } }),
  'api-keys-edit': async (account) => ({
    ids: { key_id: await account.make('/api-keys', { name: 'Loja' }) },
    body: { restrictions: { total_limit: 5_000 } },
  }),
  'api-keys-revoke': async (account) => ({ ids: { key_id: await account.make('/api-keys', { name: 'Loja' }) } }),
  'webhook-endpoints-create': async () => ({ body: { url: receiver() } }),
  'webhook-endpoints-edit': async (account) => ({ ids: await account.endpoint(), body: { events: ['letter.posted'] } }),
  'webhook-endpoints-remove': async (account) => ({ ids: await account.endpoint() }),
  'webhook-endpoints-rotate-secret': async (account) => ({ ids: await account.endpoint(), body: {} }),
  'webhook-deliveries-send-again': async (account) => ({ ids: { delivery_id: await account.delivered() } }),
};

/** In no activity log, since people see nothing of it yet. */
const unlogged: readonly string[] = ['uploads-create', 'mail-merges-create'];
const isLogged = (name: string) => !unlogged.includes(name);
/** Limits of the day that each request of an operation counts against (rule REQ-19). */
const dailyCountsOf = (name: string) => dailyLimitsOf(name, 'acc_1').filter(({ counts }) => counts === 'calls');
const operations = Object.keys(dashboardOperations) as DashboardOperation[];

test('every operation that changes data is tried', () => {
  const changing = operations.filter((name) => dashboardOperations[name].logged || !isLogged(name));
  expect(Object.keys(requests).sort()).toEqual(changing.toSorted());
});

const KEY = { 'idempotency-key': 'uma vez' };
const TRANSACTION = 'TransactWriteItems';
const MOST_ROUNDS = 10;
/** Calls at once: each starts its function, and starting all together takes most of the time that the gateway waits. */
const AT_ONCE = 4;
const camel = (operation: string) => operation.replace(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());

const isOf = (name: string, functionName: string) => functionName.includes(camel(name));

/** What the function of an operation wrote. */
const writes = (name: string) =>
  [...written].filter(([functionName]) => isOf(name, functionName)).map(([, list]) => list);

/** Forgets what the function of an operation has done. */
function forget(name: string): void {
  writes(name).forEach((list) => list.splice(0));
  for (const functionName of committed.keys()) if (isOf(name, functionName)) committed.delete(functionName);
}

/** Whether a transaction of an operation took effect; those still in flight are waited for. */
async function hasCommitted(name: string): Promise<boolean> {
  await service.cloud.whenIdle();
  return [...committed.keys()].some((functionName) => isOf(name, functionName));
}

interface Prepared {
  name: string;
  method: string;
  send: () => Promise<ApiResponse>;
}

/** A request with its account and the names in its path made ready, as a function that sends it. */
async function makeReady(name: string): Promise<Prepared> {
  const isOfAccount = ({ path }: { path: string }) => path.includes('{account_id}');
  const { method, path } = dashboardEndpoints.find((each) => each.function === name && isOfAccount(each))!;
  const account = await Account.open();
  const { ids = {}, body } = await requests[name as DashboardOperation]!(account);
  const target = path.replace('{account_id}', account.id).replace(/\{(\w+)\}/g, (_, part: string) => ids[part]!);
  return { name, method, send: () => owner.ask(method, target, body, method === 'POST' ? KEY : {}) };
}

/** Of a call that got no response at all until its end: the only error that may have changed something (rule ERR-1). */
const isHonest = ({ body }: ApiResponse) => /pode ter tido efeito|may have taken effect/.test(body.error.message);

/**
 * Sends each request until it has a final response. On a busy machine, a call may have no time left to commit its
 * transaction: then nothing has changed, its 503 is right, and it is sent again. If it has no time left to learn that
 * its transaction has arrived, its 503 says so, and another one of its kind is sent. Any other 503 of a call that has
 * committed is final, and wrong.
 */
async function unheard(all: Prepared[]): Promise<Map<Prepared, ApiResponse>> {
  const answers = new Map<Prepared, ApiResponse>();
  const open = [...all];
  for (let round = 0; round < MOST_ROUNDS * Math.ceil(all.length / AT_ONCE) && open.length > 0; round++) {
    const asked = open.splice(0, AT_ONCE);
    for (const { name } of asked) forget(name);
    fault = LOST;
    const responses = await Promise.all(asked.map(({ send }) => send())).finally(() => (fault = undefined));
    for (const [index, each] of asked.entries()) {
      const response = responses[index]!;
      const isUndone = response.status === 503 && !(await hasCommitted(each.name));
      if (isUndone) open.push(each);
      else if (response.status === 503 && isHonest(response)) open.push(await makeReady(each.name));
      else answers.set(each, response);
    }
  }
  return answers;
}

test('each operation is done and reported so, although no transaction gets a response; a retry with its key gets the same response', async () => {
  await Account.open();
  expect(await owner.signIn(EMAIL)).toBe('/');
  const ready: Prepared[] = [];
  for (const name of Object.keys(requests)) ready.push(await makeReady(name));
  const answers = await unheard(ready);
  const all = [...answers.keys()];
  expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(requests).sort());
  const outcomes = all.map((each) => [each.name, answers.get(each)!.status, answers.get(each)!.body.error]);
  expect(outcomes.filter(([, status]) => status !== 200 && status !== 201)).toEqual([]);

  // The request is counted, also against limits of the day, its key claimed or the call asked for, and the act noted before and after. Each minute a
  // request also notes that its session was seen.
  const single = (name: string) =>
    writes(name)
      .flat()
      .filter((write) => write !== TRANSACTION && write !== 'UpdateItem SESSION')
      .toSorted();
  const expected = ({ name, method }: Prepared) =>
    [
      'UpdateItem RATE',
      ...dailyCountsOf(name).map(() => 'UpdateItem RATE'),
      method === 'POST' ? 'PutItem KEYS' : 'PutItem CALL',
      ...(isLogged(name) ? ['PutItem ACTIVITY', 'UpdateItem ACTIVITY'] : []),
    ].toSorted();
  expect(all.map(({ name }) => [name, single(name)])).toEqual(all.map((each) => [each.name, expected(each)]));

  for (const each of all.filter(({ method }) => method === 'POST')) {
    const again = await each.send();
    expect([each.name, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      each.name,
      'true',
      answers.get(each)!.body,
    ]);
  }
});

/** Longer than the gateway waits for any function: every transaction is carried out after its call has given up. */
const LATE_MS = 30_000;

test('a call whose transactions are carried out after it has given up has changed nothing, and can be repeated', async () => {
  const account = await Account.open();
  expect(await owner.signIn(EMAIL)).toBe('/');
  let email = '';
  let name = '';
  const key = () => ({ 'idempotency-key': email });
  const add = () => owner.ask('POST', account.path('/people'), { email, role: 'viewer' }, key());
  const rename = () => owner.ask('PATCH', account.path('/account'), { trade_name: name });
  const people = async () => {
    const { body } = await owner.ask('GET', account.path('/people'));
    return (body.data as { email: string }[]).map((person) => person.email).filter((each) => each === email);
  };
  const tradeName = async () => (await owner.ask('GET', account.path('/account'))).body.trade_name as unknown;
  let tradeNameBefore: unknown;
  const names = ['people-add', 'account-edit'];
  for (const each of names) forget(each);
  const haveArrived = () => names.every((each) => writes(each).flat().includes(TRANSACTION));
  let refused: ApiResponse[] = [];
  // On a busy machine a call may have no time left to send its transaction, or to make it fail, and then says so.
  for (let round = 0; round < MOST_ROUNDS && (!haveArrived() || refused.some(isHonest)); round++) {
    for (const each of names) forget(each);
    [email, name] = [newEmail(), `Loja ${round}`];
    tradeNameBefore = await tradeName();
    fault = { kind: 'slow', milliseconds: LATE_MS };
    refused = await Promise.all([add(), rename()]).finally(() => (fault = undefined));
  }
  expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual(
    refused.map(() => [503, 'service_unavailable']),
  );

  expect(haveArrived()).toBe(true);
  for (const each of names) expect([each, await hasCommitted(each)]).toEqual([each, false]);
  expect([await people(), await tradeName()]).toEqual([[], tradeNameBefore]);

  const repeated = await Promise.all([add(), rename()]);
  expect(repeated.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
    [201, null],
    [200, null],
  ]);
  expect([await people(), await tradeName()]).toEqual([[email], name]);
});

/** Asks again while a call has no time left to commit: then nothing was changed. */
async function unheardUntilCommitted<Answer>(
  name: string,
  isRefused: (answer: Answer) => boolean,
  ask: () => Promise<Answer>,
) {
  for (let round = 1; ; round++) {
    forget(name);
    fault = LOST;
    const answer = await ask().finally(() => (fault = undefined));
    if (!isRefused(answer) || round === MOST_ROUNDS || (await hasCommitted(name))) return answer;
  }
}

test.each([
  ['this browser', 'sign-out', 'POST', '/sign-out', { here: 401, elsewhere: 200 }],
  ['every browser', 'sign-out', 'POST', '/sign-out?everywhere=true', { here: 401, elsewhere: 401 }],
  ['all other browsers', 'sessions-end', 'DELETE', '/sessions', { here: 200, elsewhere: 401 }],
])(
  'the end of sessions in %s is reported, although no transaction gets a response',
  async (_, name, method, path, left) => {
    await Account.open();
    const [here, elsewhere] = [new Browser(owner.origin), new Browser(owner.origin)];
    for (const browser of [here, elsewhere]) expect(await browser.signIn(EMAIL)).toBe('/');
    // A browser forgets the cookie when it has signed out; a thief would not.
    const kept = new Browser(owner.origin);
    for (const cookie of here.cookies) kept.cookies.set(...cookie);
    const isRefused = ({ status }: ApiResponse) => status === 503;
    const { status } = await unheardUntilCommitted(name, isRefused, () => here.ask(method, path));
    expect(status).toBe(200);
    const statusOf = async (browser: Browser) => (await browser.ask('GET', '/session')).status;
    expect({ here: await statusOf(kept), elsewhere: await statusOf(elsewhere) }).toEqual(left);
  },
);

test('a code on the page counts and the location is kept once, although no transaction gets a response', async () => {
  const account = await Account.open();
  expect(await owner.signIn(EMAIL)).toBe('/');
  const { verification_id: id, code } = await account.awaitingCode();
  const shown = async () => (await owner.ask('GET', account.path(`/verifications/${id}`))).body;
  const page = new PageVisit((await shown()).hosted_page_url);
  const send = async (name: string, act: () => Promise<Shown>) => {
    const isApology = ({ status }: Shown) => status === 503;
    expect((await unheardUntilCommitted(`confirmation-page-${name}`, isApology, act)).status).toBe(200);
  };

  await send('confirm', () => page.enter(wrongCode(code)));
  expect(await shown()).toMatchObject({ status: 'awaiting_code', attempts_remaining: 4 });
  await send('confirm', () => page.enter(code));
  expect(await shown()).toMatchObject({ status: 'verified', attempts_remaining: 4 });
  const place = { consent: 'yes', latitude: '-23.55', longitude: '-46.63', accuracy_meters: '20' };
  await send('share-location', () => page.shareLocation(place));
  expect((await shown()).confirmation.precise_location).toMatchObject({ latitude: -23.55 });
});
