import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { readBody, requestUrl, send } from '@malote/local-cloud/endpoint.ts';
import { openAccounts } from '../../../adapters/data/accounts/accounts.ts';
import { openApiKeys } from '../../../adapters/data/accounts/api-keys.ts';
import { openPeople } from '../../../adapters/data/accounts/people.ts';
import { openLetters } from '../../../adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../../adapters/data/mailings/mail-merges.ts';
import { openMailingSearch } from '../../../adapters/data/mailings/mailing-search.ts';
import { openPrintBatches } from '../../../adapters/data/mailings/print-batches.ts';
import { openVerifications } from '../../../adapters/data/mailings/verifications.ts';
import { openCorrections } from '../../../adapters/data/money/corrections.ts';
import { openLedger } from '../../../adapters/data/money/ledger.ts';
import { openTable } from '../../../adapters/data/table/table.ts';
import { Contention, isInconclusive, OutcomeUnknown } from '../../../adapters/data/table/transactions.ts';
import { openWebhookEndpoints } from '../../../adapters/data/webhooks/webhook-endpoints.ts';
import { openPrintFiles } from '../../../adapters/documents/print-files.ts';
import { violationsOf } from '../../../adapters/http/validation.ts';
import type { Validator } from '../../../adapters/json-schema/validator.ts';
import { awsObjectClient, awsRunClient } from '../../../adapters/net/aws-client.ts';
import { createGuard, createUrlCheck } from '../../../adapters/net/guard.ts';
import { openDirectory } from '../../../adapters/postal-codes/directory.ts';
import { openBatchForming } from '../../../adapters/production/batch-forming.ts';
import { openInbox } from '../../../adapters/production/inbox.ts';
import { parseReport, type ReportResult } from '../../../adapters/production/print-report.ts';
import { openSecrets } from '../../../adapters/webhooks/secrets.ts';
import { createId } from '../../../core/domain/ids.ts';
import { restrictionsOf } from '../../../core/domain/key-restrictions.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { DAY_MS, MEGABYTE } from '../../../core/domain/units.ts';
import { accountResource } from '../../../core/resources/account.ts';
import { balanceTransactionResource } from '../../../core/resources/balance.ts';
import { timestamp } from '../../../core/resources/timestamps.ts';
import { changeAccount } from '../../../operations/accounts/change-account.ts';
import { issueApiKey } from '../../../operations/accounts/issue-api-key.ts';
import { listApiKeys } from '../../../operations/accounts/list-api-keys.ts';
import { openAccount } from '../../../operations/accounts/open-account.ts';
import { listAccounts } from '../../../operations/accounts/read-account.ts';
import { revokeApiKey } from '../../../operations/accounts/revoke-api-key.ts';
import { findMailings } from '../../../operations/mailings/find-mailings.ts';
import { auditAccounts } from '../../../operations/money/audit-account.ts';
import { correctBalance } from '../../../operations/money/correct-balance.ts';
import { addPerson } from '../../../operations/people/add-person.ts';
import { submitReport } from '../../../operations/production/submit-report.ts';
import { addWebhookEndpoint } from '../../../operations/webhooks/add-webhook-endpoint.ts';
import { localDocsUrl } from '../documentation.ts';
import type { LocalSignIn } from '../sign-in/local-sign-in.ts';
import type { UserChange } from '../sign-in/provider-thread.ts';
import { RequestedFaults } from './requested-faults.ts';
import {
  accountOrder,
  advance,
  credit,
  fault,
  keyOrder,
  personOrder,
  planChange,
  userChange,
  webhookEndpoint,
} from './requests.ts';
import { WebhookInbox } from './webhook-inbox.ts';

/** Path of the API on this machine. */
const API_BASE = '/v1';
/** Path of the control surface; it is in no template. */
export const CONTROL_PATH = '/_local';

const LONGEST_BODY_BYTES = 16 * MEGABYTE;
/** No test needs to wait longer. */
const MOST_WOUND_MS = 10 * 366 * DAY_MS;

/** The service that a control surface operates, local or deployed. */
export interface Installation {
  /** Scheme, host and port at which the surface is served. */
  readonly origin: string;
  /** Settings of the AWS clients of an operator. */
  readonly aws: { endpoint?: string; region: string; credentials?: { accessKeyId: string; secretAccessKey: string } };
  /** Outputs of the stack, by name. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Current time of the service, in epoch milliseconds. */
  readonly now: () => number;
  /** Advances the clock, to an instant or by milliseconds; absent if the clock cannot be advanced. */
  readonly winding?: { advanceTo(instant: number): Promise<void>; advanceBy(milliseconds: number): Promise<void> };
  /** Waits for started work, until it ends if that can be observed. */
  readonly pause: () => Promise<void>;
}

interface Call {
  parameters: string[];
  body: Buffer;
  headers: IncomingMessage['headers'];
}

interface Reply {
  status: number;
  /** Bytes are a PDF, everything else is JSON. */
  body: unknown;
}

interface ControlRoute {
  method: string;
  path: RegExp;
  run: (call: Call) => Promise<Reply>;
}

/**
 * Whether a page of another site sent it. Browsers set both headers and pages cannot; other programs set neither
 * (https://www.w3.org/TR/fetch-metadata/, https://fetch.spec.whatwg.org/#origin-header).
 */
function isFromElsewhere({ headers: { host, origin, 'sec-fetch-site': site } }: IncomingMessage): boolean {
  const originIsOwn = origin === undefined || origin === `http://${host}`;
  return !originIsOwn || (site !== undefined && site !== 'same-origin' && site !== 'none');
}

/** A request that the control surface cannot serve, with the reason. */
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
 * Testing tools in addition to the API: the clock, accounts and their money, the print house, a webhook receiver and
 * the ledger's audit. JSON in and out; 2xx on success, otherwise a 4xx with `error.message`.
 */
export class ControlSurface {
  readonly url: string;
  readonly inboxUrl: string;
  /** Faults that tests ask for. */
  readonly faults: RequestedFaults;
  readonly #installation: Installation;
  readonly #inbox: WebhookInbox;
  readonly #stores: Stores;
  readonly #routes: readonly ControlRoute[];
  /** The content of `.local/service.json`; shown by the workbench. */
  description: Readonly<Record<string, string>> = {};

  /**
   * @param mails sent mails, oldest first; empty when mail is really sent
   * @param provider of sign-in; a deployed one is changed with its own tools
   */
  constructor(
    installation: Installation,
    postalCodes: string,
    mails: () => readonly object[] = () => [],
    provider?: Pick<LocalSignIn, 'change'>,
  ) {
    this.#installation = installation;
    this.url = `${installation.origin}${CONTROL_PATH}`;
    this.inboxUrl = `${this.url}/inbox`;
    this.faults = new RequestedFaults(API_BASE, localDocsUrl(installation.origin), installation.now);
    this.#inbox = new WebhookInbox(installation.now);
    this.#stores = openStores(installation, postalCodes);
    const id = '([^/]+)';
    this.#routes = [
      route('GET', '/service', async () => ok(this.description)),
      route('GET', '/stack', async () => ok(this.#stack())),
      route('GET', '/clock', async () => ok({ now: timestamp(installation.now()) })),
      route('POST', '/clock', (call) => this.#advance(call)),
      route('GET', '/accounts', async () => ok({ data: await this.#accounts() })),
      route('POST', '/accounts', (call) => this.#openAccount(call)),
      route('POST', `/accounts/${id}/credits`, (call) => this.#credit(call)),
      route('POST', `/accounts/${id}/plan`, (call) => this.#changePlan(call)),
      route('POST', `/accounts/${id}/keys`, (call) => this.#issueKey(call)),
      route('POST', `/accounts/${id}/suspend`, (call) => this.#setSuspended(call, true)),
      route('POST', `/accounts/${id}/reinstate`, (call) => this.#setSuspended(call, false)),
      route('POST', `/accounts/${id}/people`, (call) => this.#addPerson(call)),
      route('POST', `/accounts/${id}/webhooks`, (call) => this.#addWebhook(call)),
      route('POST', `/keys/${id}/revoke`, (call) => this.#revokeKey(call)),
      route('POST', '/production/batches', () => this.#formBatches()),
      route('POST', '/production/reports', (call) => this.#applyReport(call)),
      route('GET', `/production/files/${id}`, (call) => this.#printFile(call)),
      route('GET', '/mails', async () => ok({ data: mails() })),
      route('GET', '/inbox', async () => ok({ data: this.#inbox.deliveries() })),
      route('POST', '/inbox', async ({ headers, body }) => ok({ verified: this.#inbox.receive(headers, body) })),
      route('DELETE', '/inbox', async () => ok({ deleted: this.#inbox.clear() })),
      route('GET', '/faults', async () => ok({ data: this.faults.waiting })),
      route('POST', '/faults', async ({ body }) => {
        this.faults.add(read(fault, body));
        return { status: 201, body: { data: this.faults.waiting } };
      }),
      route('DELETE', '/faults', async () => {
        this.faults.clear();
        return ok({ data: [] });
      }),
      ...(provider
        ? [
            route('POST', '/provider/people', async ({ body }) => {
              const change = read(userChange, body) as UserChange;
              provider.change(change);
              return ok(change);
            }),
          ]
        : []),
      route('GET', '/ledger/audit', async () => ok({ differences: await this.#audit() })),
    ];
  }

  /** Handles the requests under its path. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const url = requestUrl(request);
    if (!url || !(url.pathname === CONTROL_PATH || url.pathname.startsWith(`${CONTROL_PATH}/`))) return false;
    void this.#answer(request, response, url.pathname.slice(CONTROL_PATH.length));
    return true;
  }

  async #answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    try {
      const { status, body } = await this.#dispatch(request, path);
      if (body instanceof Buffer) send(response, { status, headers: { 'content-type': 'application/pdf' }, body });
      else sendJson(response, status, body);
    } catch (error) {
      sendJson(response, ...refusalOf(error));
    }
  }

  async #dispatch(request: IncomingMessage, path: string): Promise<Reply> {
    if (isFromElsewhere(request))
      throw new Refusal(403, 'The control surface takes no requests from pages of other sites.');
    const body = await readBody(request, LONGEST_BODY_BYTES);
    if (!body) throw new Refusal(413, `The body is over ${LONGEST_BODY_BYTES} bytes.`);
    for (const { method, path: pattern, run } of this.#routes) {
      const match = request.method === method ? pattern.exec(path) : null;
      if (!match) continue;
      const parameters = match.slice(1).map(decodeURIComponent);
      return run({ parameters, body, headers: request.headers }).catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'resource_not_found') throw error;
        throw new Refusal(404, `There is nothing with the id ${parameters[0]}.`);
      });
    }
    throw new Refusal(404, `The control surface has no ${request.method} ${CONTROL_PATH}${path}.`);
  }

  /** Connection settings for the operator's command, which treats the service like a deployed one. */
  #stack() {
    const { aws, outputs, now } = this.#installation;
    return { aws, outputs, now: now() };
  }

  async #advance({ body }: Call): Promise<Reply> {
    const installation = this.#installation;
    const { winding } = installation;
    if (!winding) throw new Refusal(409, 'The clock of this service cannot be advanced.');
    const { advance_seconds, advance_to } = read(advance, body);
    if ((advance_seconds === undefined) === (advance_to === undefined)) {
      throw new Refusal(422, 'Give either advance_seconds or advance_to.');
    }
    const milliseconds =
      advance_to === undefined ? advance_seconds! * 1000 : Date.parse(advance_to) - installation.now();
    if (milliseconds > MOST_WOUND_MS) throw new Refusal(422, 'The clock advances by at most ten years at a time.');
    const advanced =
      advance_to === undefined ? winding.advanceBy(milliseconds) : winding.advanceTo(Date.parse(advance_to));
    await advanced.catch((error: unknown) => {
      // The clock decides, because time passes between reading it and this call.
      if (!(error instanceof RangeError)) throw error;
      throw new Refusal(422, `Time only goes forward; it is ${timestamp(installation.now())}.`);
    });
    return ok({ now: timestamp(installation.now()) });
  }

  async #accounts() {
    const all = await listAccounts(this.#stores);
    return all.map(({ account, balance }) => ({
      ...accountResource(account),
      suspended: account.suspended,
      balance,
    }));
  }

  async #openAccount({ body }: Call): Promise<Reply> {
    const account = await openAccount(this.#stores, read(accountOrder, body), { secondOfCnpj: true });
    const { secret, apiKey } = await issueApiKey(this.#stores, account.id);
    return { status: 201, body: { account: accountResource(account), api_key: secret, api_key_id: apiKey.id } };
  }

  /** Each call is a separate credit, even with the same amount. */
  async #credit({ parameters: [accountId = ''], body }: Call): Promise<Reply> {
    const { now } = this.#stores;
    const reference = createId('request', now(), randomBytes);
    const { entry } = await correctBalance(this.#stores, accountId, {
      type: 'credit',
      reason: 'Crédito de teste',
      reference,
      ...read(credit, body),
    });
    return { status: 201, body: balanceTransactionResource(entry) };
  }

  async #changePlan({ parameters: [accountId = ''], body }: Call): Promise<Reply> {
    return ok(accountResource(await changeAccount(this.#stores.accounts, accountId, read(planChange, body))));
  }

  async #issueKey({ parameters: [accountId = ''], body }: Call): Promise<Reply> {
    const { mode, ...order } = read(keyOrder, body);
    const restrictions = restrictionsOf(order.restrictions);
    const { secret, apiKey } = await issueApiKey(this.#stores, accountId, { restrictions }, mode);
    return { status: 201, body: { id: apiKey.id, account_id: apiKey.account_id, api_key: secret } };
  }

  async #revokeKey({ parameters: [keyId = ''] }: Call): Promise<Reply> {
    const { accounts, apiKeys } = this.#stores;
    for (const accountId of await accounts.ids()) {
      if (!(await listApiKeys({ apiKeys }, accountId)).some(({ id }) => id === keyId)) continue;
      await revokeApiKey(this.#stores, accountId, keyId);
      return ok({ id: keyId, revoked: true });
    }
    throw new Problem('resource_not_found');
  }

  async #setSuspended({ parameters: [accountId = ''] }: Call, suspended: boolean): Promise<Reply> {
    const { id } = await changeAccount(this.#stores.accounts, accountId, { suspended });
    return ok({ id, suspended });
  }

  async #addWebhook({ parameters: [accountId = ''], body }: Call): Promise<Reply> {
    const { endpoint, secret } = await addWebhookEndpoint(this.#stores, accountId, {
      events: ['*'],
      ...read(webhookEndpoint, body),
    });
    this.#inbox.trust(secret);
    return { status: 201, body: { ...endpoint, secret } };
  }

  async #addPerson({ parameters: [accountId = ''], body }: Call): Promise<Reply> {
    return { status: 201, body: await addPerson(this.#stores, accountId, read(personOrder, body)) };
  }

  async #formBatches(): Promise<Reply> {
    const formed = await this.#stores.formBatches();
    await this.#stores.pause();
    return { status: 201, body: formed };
  }

  /** The file that the print house prints, with the code of a verification. */
  async #printFile({ parameters: [mailingId = ''] }: Call): Promise<Reply> {
    const { outputs } = this.#installation;
    const [mailing] = await findMailings(this.#stores, mailingId);
    if (!mailing) throw new Problem('resource_not_found');
    const buckets = { letter: outputs.DocumentsBucket!, verification: outputs.VerificationFilesBucket! };
    const files = openPrintFiles(buckets[mailing.kind], this.#stores.now, this.#stores.s3);
    const file = await files.read(mailing.print_file);
    if (!file)
      throw new Refusal(404, `The file of ${mailingId} is gone: it is kept only until it no longer needs printing.`);
    return ok(Buffer.from(file));
  }

  async #applyReport({ body }: Call): Promise<Reply> {
    if (parseReport(body.toString('utf8')).length === 0) throw new Refusal(422, 'Send at least one line of JSON.');
    const { name, result } = await submitReport(this.#stores, body);
    if (result === undefined) throw new Error(`${name} has no result`);
    const lines = result.trimEnd().split('\n');
    return ok({ results: lines.map((line) => JSON.parse(line) as ReportResult) });
  }

  async #audit() {
    return auditAccounts(this.#stores, await this.#stores.accounts.ids());
  }
}

type Stores = ReturnType<typeof openStores>;

/** Dependencies of the operations, on the service's AWS clients. */
function openStores({ aws: place, outputs, now, pause }: Installation, postalCodes: string) {
  const aws = { ...place, ...awsObjectClient() };
  const tools = { now, randomBytes };
  const table = openTable(outputs.TableName!, new DynamoDBClient(aws));
  const s3 = new S3Client(aws);
  const lambda = new LambdaClient({ ...place, ...awsRunClient() });
  return {
    ...tools,
    accounts: openAccounts(table),
    apiKeys: openApiKeys(table),
    people: openPeople(table),
    ledger: openLedger(table, tools),
    corrections: openCorrections(table, tools),
    search: openMailingSearch(table),
    mailMerges: openMailMerges(table, tools),
    letters: openLetters(table, tools),
    verifications: openVerifications(table, tools),
    endpoints: openWebhookEndpoints(table),
    secrets: openSecrets(new KMSClient(aws), outputs.WebhookSecretsKeyId!, { now, cacheFor: 0 }),
    allowsUrl: createUrlCheck(createGuard({ loopback: true })),
    directory: openDirectory(postalCodes),
    s3,
    formBatches: openBatchForming(lambda, outputs.FormPrintBatchFunctionArn!, openPrintBatches(table)),
    inbox: openInbox(outputs.ProductionBucket!, s3),
    pause,
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
  if (error instanceof Contention || (error instanceof Problem && error.code === 'service_unavailable'))
    return [
      409,
      { error: { message: 'Others change the same at this time; nothing was changed. Repeat the request.' } },
    ];
  if (error instanceof OutcomeUnknown || isInconclusive(error))
    return [503, { error: { message: 'It is unknown whether this was done: look before you repeat the request.' } }];
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
