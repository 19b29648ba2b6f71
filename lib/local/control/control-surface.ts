import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { openAccounts } from '../../data/accounts.ts';
import { openApiKeys } from '../../data/api-keys.ts';
import { openLedger } from '../../data/ledger.ts';
import { openLetters } from '../../data/letters.ts';
import { openTable } from '../../data/table.ts';
import { openWebhookEndpoints } from '../../data/webhook-endpoints.ts';
import { createId } from '../../domain/ids.ts';
import { Problem } from '../../domain/problems.ts';
import { violationsOf, type Validator } from '../../http/validation.ts';
import { createGuard, createUrlCheck } from '../../net/guard.ts';
import { addWebhookEndpoint } from '../../operations/add-webhook-endpoint.ts';
import { auditAccount } from '../../operations/audit-account.ts';
import { openAccount } from '../../operations/open-account.ts';
import { openDirectory } from '../../postal-codes/directory.ts';
import { openExchange, resultKey } from '../../production/exchange.ts';
import { parseReport, type ReportResult } from '../../production/print-report.ts';
import { accountResource } from '../../resources/account.ts';
import { balanceTransactionResource } from '../../resources/balance.ts';
import { timestamp } from '../../resources/timestamps.ts';
import { openSecrets } from '../../webhooks/secrets.ts';
import type { RunningCloud } from '../cloud.ts';
import { readBody, requestUrl, send } from '../endpoint.ts';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import { accountOrder, advance, credit, planChange, webhookEndpoint } from './requests.ts';
import { WebhookInbox } from './webhook-inbox.ts';

/** Where the control surface stands; it exists in the local cloud alone and is in no template. */
export const CONTROL_PATH = '/_local';

const page = () => readFileSync(new URL('./page.html', import.meta.url));

const LONGEST_BODY_BYTES = 16 * 1024 * 1024;

interface Call {
  parameters: string[];
  body: Buffer;
  headers: IncomingMessage['headers'];
}

interface Reply {
  status: number;
  body: unknown;
}

interface ControlRoute {
  method: string;
  path: RegExp;
  run: (call: Call) => Promise<Reply>;
}

/** A request that the control surface cannot serve, with what is wrong. */
class Refusal extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/**
 * What a tester needs beside the API: the clock, accounts and their money, the print house, a webhook receiver and the
 * ledger's audit. JSON in and out; 2xx when done, a 4xx with `error.message` otherwise.
 */
export class ControlSurface {
  readonly url: string;
  readonly inboxUrl: string;
  readonly #cloud: RunningCloud;
  readonly #inbox: WebhookInbox;
  readonly #stores: Stores;
  readonly #routes: readonly ControlRoute[];
  /** What `.local/service.json` says; shown by the page. */
  description: Readonly<Record<string, string>> = {};

  constructor(cloud: RunningCloud, postalCodes: string) {
    this.#cloud = cloud;
    this.url = `${cloud.endpoint}${CONTROL_PATH}`;
    this.inboxUrl = `${this.url}/inbox`;
    this.#inbox = new WebhookInbox(() => cloud.clock.now());
    this.#stores = openStores(cloud, postalCodes);
    const id = '([^/]+)';
    this.#routes = [
      route('GET', '/service', async () => ok(this.description)),
      route('GET', '/clock', async () => ok({ now: timestamp(cloud.clock.now()) })),
      route('POST', '/clock', (call) => this.#advance(call)),
      route('GET', '/accounts', async () => ok({ data: await this.#accounts() })),
      route('POST', '/accounts', (call) => this.#openAccount(call)),
      route('POST', `/accounts/${id}/credits`, (call) => this.#credit(call)),
      route('POST', `/accounts/${id}/plan`, (call) => this.#changePlan(call)),
      route('POST', `/accounts/${id}/keys`, (call) => this.#issueKey(call)),
      route('POST', `/accounts/${id}/suspend`, (call) => this.#setSuspended(call, true)),
      route('POST', `/accounts/${id}/reinstate`, (call) => this.#setSuspended(call, false)),
      route('POST', `/accounts/${id}/webhooks`, (call) => this.#addWebhook(call)),
      route('POST', `/keys/${id}/revoke`, (call) => this.#revokeKey(call)),
      route('POST', '/production/batches', () => this.#formBatches()),
      route('POST', '/production/reports', (call) => this.#applyReport(call)),
      route('GET', '/inbox', async () => ok({ data: this.#inbox.deliveries() })),
      route('POST', '/inbox', async ({ headers, body }) => ok({ verified: this.#inbox.receive(headers, body) })),
      route('DELETE', '/inbox', async () => ok({ deleted: this.#inbox.clear() })),
      route('GET', '/ledger/audit', async () => ok({ differences: await this.#audit() })),
    ];
  }

  /** Takes the requests under its path. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const url = requestUrl(request);
    if (!url || !(url.pathname === CONTROL_PATH || url.pathname.startsWith(`${CONTROL_PATH}/`))) return false;
    void this.#answer(request, response, url.pathname.slice(CONTROL_PATH.length));
    return true;
  }

  async #answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    try {
      if (request.method === 'GET' && (path === '' || path === '/')) {
        send(response, { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page() });
        return;
      }
      const { status, body } = await this.#dispatch(request, path);
      sendJson(response, status, body);
    } catch (error) {
      sendJson(response, ...refusalOf(error));
    }
  }

  async #dispatch(request: IncomingMessage, path: string): Promise<Reply> {
    const body = await readBody(request, LONGEST_BODY_BYTES);
    if (!body) throw new Refusal(413, `The body is over ${LONGEST_BODY_BYTES} bytes.`);
    for (const { method, path: pattern, run } of this.#routes) {
      const match = request.method === method ? pattern.exec(path) : null;
      if (match) return run({ parameters: match.slice(1).map(decodeURIComponent), body, headers: request.headers });
    }
    throw new Refusal(404, `The control surface has no ${request.method} ${CONTROL_PATH}${path}.`);
  }

  async #advance({ body }: Call): Promise<Reply> {
    const { clock } = this.#cloud;
    const { advance_seconds, advance_to } = read(advance, body);
    if ((advance_seconds === undefined) === (advance_to === undefined)) {
      throw new Refusal(422, 'Give either advance_seconds or advance_to.');
    }
    const target = advance_to === undefined ? clock.now() + advance_seconds! * 1000 : Date.parse(advance_to);
    if (target < clock.now()) throw new Refusal(422, `Time only goes forward; it is ${timestamp(clock.now())}.`);
    await clock.advanceTo(target);
    return ok({ now: timestamp(clock.now()) });
  }

  async #accounts() {
    const { accounts, ledger } = this.#stores;
    const found = await Promise.all((await accounts.ids()).map((accountId) => accounts.find(accountId)));
    return Promise.all(
      found
        .filter((account) => account !== undefined)
        .map(async (account) => ({
          ...accountResource(account),
          suspended: account.suspended,
          balance: (await ledger.balance(account.id)).amount,
        })),
    );
  }

  async #openAccount({ body }: Call): Promise<Reply> {
    const account = await openAccount(this.#stores, read(accountOrder, body));
    const { secret, apiKey } = await this.#stores.apiKeys.issue(account.id, this.#stores.now(), randomBytes);
    return { status: 201, body: { account: accountResource(account), api_key: secret, api_key_id: apiKey.id } };
  }

  async #credit({ parameters: [accountId], body }: Call): Promise<Reply> {
    const account = await this.#account(accountId);
    const { amount } = read(credit, body);
    const entry = await this.#stores.ledger.move({
      account_id: account.id,
      type: 'credit',
      amount,
      source_id: null,
      description: null,
    });
    return { status: 201, body: balanceTransactionResource(entry) };
  }

  async #changePlan({ parameters: [accountId], body }: Call): Promise<Reply> {
    const account = await this.#account(accountId);
    const { plan } = read(planChange, body);
    await this.#stores.accounts.setPlan(account.id, plan);
    return ok(accountResource({ ...account, plan }));
  }

  async #issueKey({ parameters: [accountId] }: Call): Promise<Reply> {
    const account = await this.#account(accountId);
    const { secret, apiKey } = await this.#stores.apiKeys.issue(account.id, this.#stores.now(), randomBytes);
    return { status: 201, body: { id: apiKey.id, api_key: secret } };
  }

  async #revokeKey({ parameters: [keyId] }: Call): Promise<Reply> {
    const { accounts, apiKeys, now } = this.#stores;
    for (const accountId of await accounts.ids()) {
      if (await apiKeys.revoke(accountId, keyId!, now())) return ok({ id: keyId, revoked: true });
    }
    throw new Refusal(404, `There is no API key ${keyId}.`);
  }

  async #setSuspended({ parameters: [accountId] }: Call, suspended: boolean): Promise<Reply> {
    const account = await this.#account(accountId);
    await this.#stores.accounts.setSuspended(account.id, suspended);
    return ok({ id: account.id, suspended });
  }

  async #addWebhook({ parameters: [accountId], body }: Call): Promise<Reply> {
    const account = await this.#account(accountId);
    const { endpoint, secret } = await addWebhookEndpoint(this.#stores, account.id, {
      events: ['*'],
      ...read(webhookEndpoint, body),
    });
    this.#inbox.trust(secret);
    return { status: 201, body: { ...endpoint, secret } };
  }

  async #formBatches(): Promise<Reply> {
    const { payload, failed } = await this.#cloud.invokeFunction(this.#cloud.outputs.FormPrintBatchFunctionArn!, {});
    if (failed) throw new Error(`forming batches failed: ${JSON.stringify(payload)}`);
    await this.#cloud.whenIdle();
    return { status: 201, body: payload };
  }

  /** Takes the way of the print house: the report goes into the inbox of the exchange, the result is read beside it. */
  async #applyReport({ body }: Call): Promise<Reply> {
    if (parseReport(body.toString('utf8')).length === 0) throw new Refusal(422, 'Send at least one line of JSON.');
    const { s3, exchange, now } = this.#stores;
    const key = `inbox/${createId('request', now(), randomBytes)}.jsonl`;
    await s3.send(new PutObjectCommand({ Bucket: this.#cloud.outputs.ProductionBucket!, Key: key, Body: body }));
    await this.#cloud.whenIdle();
    const lines = (await exchange.readReport(resultKey(key))).trimEnd().split('\n');
    return ok({ results: lines.map((line) => JSON.parse(line) as ReportResult) });
  }

  async #audit() {
    const ids = await this.#stores.accounts.ids();
    return (await Promise.all(ids.map((accountId) => auditAccount(this.#stores, accountId)))).flat();
  }

  async #account(accountId: string | undefined) {
    const account = await this.#stores.accounts.find(accountId ?? '');
    if (!account) throw new Refusal(404, `There is no account ${accountId}.`);
    return account;
  }
}

type Stores = ReturnType<typeof openStores>;

/** The service's own operations over the local endpoint: what a dashboard would use. */
function openStores(cloud: RunningCloud, postalCodes: string) {
  const client = {
    endpoint: cloud.endpoint,
    region: cloud.region,
    credentials: { accessKeyId: 'control', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
  };
  const now = () => cloud.clock.now();
  const tools = { now, randomBytes };
  const table = openTable(cloud.outputs.TableName!, new DynamoDBClient(client));
  const s3 = new S3Client(client);
  return {
    ...tools,
    accounts: openAccounts(table),
    apiKeys: openApiKeys(table),
    ledger: openLedger(table, tools),
    letters: openLetters(table, tools),
    endpoints: openWebhookEndpoints(table),
    secrets: openSecrets(new KMSClient(client), cloud.outputs.WebhookSecretsKeyId!, { now, cacheFor: 0 }),
    allowsUrl: createUrlCheck(createGuard({ loopback: true })),
    directory: openDirectory(postalCodes),
    s3,
    exchange: openExchange(cloud.outputs.ProductionBucket!, s3),
  };
}

function route(method: string, path: string, run: ControlRoute['run']): ControlRoute {
  return { method, path: new RegExp(`^${path}$`), run };
}

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function read<T>(validator: Validator<T>, body: Buffer): T {
  let value: unknown;
  try {
    value = JSON.parse(body.length === 0 ? '{}' : body.toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body is not valid JSON.');
  }
  const details = violationsOf(validator, value);
  if (details.length > 0) throw Problem.invalid(details);
  return value as T;
}

function refusalOf(error: unknown): [number, unknown] {
  if (error instanceof Refusal) return [error.status, { error: { message: error.message } }];
  if (error instanceof Problem) return [422, { error: { message: error.code, details: error.details } }];
  return [500, { error: { message: String(error) } }];
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  });
}
