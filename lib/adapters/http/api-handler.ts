import { randomBytes as cryptoRandomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Account } from '../../core/domain/accounts.ts';
import type { Call, CreationOrder, Identity, PendingResponse } from '../../core/domain/calls.ts';
import { type IdKind, isId, type RandomBytes } from '../../core/domain/ids.ts';
import type { Locale } from '../../core/domain/locale.ts';
import type { Person, Role } from '../../core/domain/people.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import { securityEventOf } from '../../core/domain/security-events.ts';
import type { VerificationSource } from '../../core/domain/verification-statuses.ts';
import type { KeyRestrictions } from '../../core/schemas/api-key.ts';
import type { Validator } from '../json-schema/validator.ts';
import { clockOfWork, withTimeLeft } from '../net/time-left.ts';
import { type BodyFormat, emptyBody } from './body-formats.ts';
import { type DashboardSite, siteOf } from './dashboard-site.ts';
import {
  type ApiContext,
  type ApiEvent,
  type ApiMiddleware,
  type ApiResult,
  type ApiStores,
  type DashboardStores,
  type Exchange,
  requestHeader,
  type ResponseSeal,
  type SignedIn,
} from './exchange.ts';
import { endOfWork, STOP_MS } from './gateway-time.ts';
import { activeAccount } from './middlewares/active-account.ts';
import { activity } from './middlewares/activity.ts';
import { admission, personAdmission } from './middlewares/admission.ts';
import { authentication } from './middlewares/authentication.ts';
import { bodyFormat } from './middlewares/body-format.ts';
import { bodyParsing } from './middlewares/body-parsing.ts';
import { bodySize } from './middlewares/body-size.ts';
import { committedResponse } from './middlewares/committed-response.ts';
import { dailyAllowance } from './middlewares/daily-allowance.ts';
import { errorEnvelope } from './middlewares/error-envelope.ts';
import { idempotency } from './middlewares/idempotency.ts';
import { idempotencyKey } from './middlewares/idempotency-key.ts';
import { keyOperations } from './middlewares/key-operations.ts';
import { opening } from './middlewares/opening.ts';
import { requestValidation } from './middlewares/request-validation.ts';
import { accountSession, isOfDashboard, personSession } from './middlewares/session.ts';
import { identityFactory } from './object-identity.ts';
import { reply } from './reply.ts';
import type { RequestLog } from './request-log.ts';
import { noFields, validFields } from './validation.ts';
import { addressesOf } from './visitor.ts';

/** Dependencies of the outermost layers, which every response needs. */
export interface BaseOptions {
  /** Name of the endpoint in the log: its folder's name. */
  operation: string;
  /** Base of `error.doc_url`. */
  docsUrl: string;
  clock?: () => number;
  randomBytes?: RandomBytes;
  log?: RequestLog;
}

export interface ApiOptions<Body, Query> extends BaseOptions {
  stores: ApiStores;
  /** The formats that a POST accepts, by content type; absent for a POST without a body. */
  body?: BodyFormat<Body> | readonly BodyFormat<Body>[];
  /** The query string's contract; absent for an endpoint without parameters. */
  query?: Validator<Query>;
  /** True when it creates an object: it returns 201 instead of 200, and rejects a suspended account. */
  creates?: boolean;
  /** True for a POST that changes nothing: its Idempotency-Key is checked, and a repetition is computed again (rule IDEM-1). */
  onlyReads?: boolean;
  /** Status of the response, if it differs from the one that `creates` implies. */
  status?: 200 | 201;
  /** Another form of the response, for requests that prefer its media type (rule EVI-7). */
  otherwise?: Rendition;
  /** How a response with a secret is stored under its Idempotency-Key. */
  secretResponse?: ResponseSeal;
}

/** The response as a file of another media type. */
export interface Rendition {
  mediaType: 'application/pdf';
  /** @param json the response, byte for byte; @returns the file and the name under which it is saved */
  render: (json: string) => Promise<{ file: Uint8Array; filename: string }>;
}

/** Names in the path templates; a route guarantees the parameters in its own path. */
export type PathParameter =
  | 'account_id'
  | 'letter_id'
  | 'mail_merge_id'
  | 'letter_batch_id'
  | 'verification_id'
  | 'postal_code'
  | 'person_id'
  | 'key_id'
  | 'request_id'
  | 'endpoint_id'
  | 'delivery_id';

/** A request that passed every layer of the onion. */
export interface ApiRequest<Body = Record<never, never>, Query = Record<never, never>> {
  requestId: string;
  /** The instant of the request, epoch milliseconds. */
  now: number;
  locale: Locale;
  accountId: string;
  account: Account;
  /** The signed-in person; undefined for the API. */
  person: Person | undefined;
  /** Their role in the account; undefined for the API. */
  role: Role | undefined;
  /** The key of the request; undefined for the dashboard. */
  apiKeyId: string | undefined;
  /** What that key is restricted to, if anything. */
  restrictions: KeyRestrictions | undefined;
  source: VerificationSource;
  path: Readonly<Record<PathParameter, string>>;
  query: Query;
  body: Body;
  /** Id and creation instant of the object this request makes: the same for every retry with one key. */
  identify: (kind: IdKind) => Identity;
  call: Call;
  /** The response with this body, for the commit in the handler's own transaction. */
  toResponse: (body: object) => PendingResponse;
  logger: RequestLog;
}

/** A request whose handler checks for more problems before all are reported together. */
export type GatheringRequest<Body, Query = Record<never, never>> = Omit<ApiRequest<Body, Query>, 'body'> &
  CreationOrder<Body>;

export type ApiFunction = (event: ApiEvent, context: Context) => Promise<ApiResult>;

/**
 * An endpoint of the API: the same middlewares for all, in the order of the checks (rule REQ-7), around a function that
 * returns the body of the response. A Problem thrown anywhere becomes the error envelope.
 */
export function apiHandler<Body = Record<never, never>, Query = Record<never, never>>(
  options: ApiOptions<Body, Query>,
  perRequest: (request: ApiRequest<Body, Query>) => Promise<object>,
): ApiFunction {
  return onion(options, { gathersViolations: false }, perRequest as PerRequest);
}

/**
 * An endpoint that checks for problems beyond its schema (a postal code that does not exist, a file that is not a PDF)
 * and reports them together with the schema's: the function is called even with violations, and throws them with its
 * own.
 */
export function gatheringApiHandler<Body extends object, Query = Record<never, never>>(
  options: ApiOptions<Body, Query>,
  perRequest: (request: GatheringRequest<Body, Query>) => Promise<object>,
): ApiFunction {
  return onion(options, { gathersViolations: true }, (request) =>
    perRequest({
      ...(request as ApiRequest<Body, Query> & { violations: readonly Detail[]; fields: readonly string[] }),
      body: validFields<Body>(request.body, request.violations),
    }),
  );
}

/** A dashboard request that concerns no account. */
export interface PersonRequest<Query> {
  person: Person;
  signedIn: SignedIn;
  site: DashboardSite;
  query: Query;
  path: Readonly<Record<PathParameter, string>>;
  /** The response with this body, for the commit in the handler's own transaction. */
  toResponse: (body: object) => PendingResponse;
}

/** An endpoint of the dashboard that concerns the signed-in person. */
export function personHandler<Query = Record<never, never>>(
  options: BaseOptions & { stores: DashboardStores & Pick<ApiStores, 'requestCounts'>; query?: Validator<Query> },
  perRequest: (request: PersonRequest<Query>) => Promise<{ body: object; headers?: Record<string, string> }>,
): ApiFunction {
  const tools = toolsOf(options);
  const { stores, query = noFields } = options;
  const layers = [
    ...outerLayers(tools),
    personSession(stores),
    personAdmission(stores),
    requestValidation({ query, gathersViolations: false }),
    committedResponse(tools),
  ];
  return wrap(tools, layers, async (event, { exchange }, { signal }) => {
    const call = beginCall(exchange, signal);
    const { body, headers } = await perRequest({
      person: exchange.person!,
      signedIn: exchange.signedIn!,
      site: siteOf(event),
      query: exchange.query as Query,
      path: pathOf(event),
      toResponse: (answer) => ({ call, status: 200, body: answer }),
    });
    return reply(exchange, { status: 200, body: JSON.stringify(body) }, headers);
  });
}

/** The response for every path and method that does not exist; the API key is not checked. */
export function endpointNotFoundHandler(options: BaseOptions): ApiFunction {
  const tools = toolsOf(options);
  return wrap(tools, outerLayers(tools), async () => {
    throw new Problem('endpoint_not_found');
  });
}

type PerRequest = (
  request: ApiRequest<unknown, unknown> & { violations: readonly Detail[]; fields: readonly string[] },
) => Promise<object>;
type Tools = Required<BaseOptions>;
type Innermost = (event: ApiEvent, context: ApiContext, options: { signal: AbortSignal }) => Promise<ApiResult>;

function onion<Body, Query>(
  options: ApiOptions<Body, Query>,
  { gathersViolations }: { gathersViolations: boolean },
  perRequest: PerRequest,
): ApiFunction {
  const tools = toolsOf(options);
  const { stores, body = emptyBody, query = noFields, creates = false, onlyReads = false, secretResponse } = options;
  const { otherwise } = options;
  const { status = creates ? 201 : 200 } = options;
  const formats = [body].flat() as BodyFormat<unknown>[];
  const layers = [
    ...outerLayers(tools),
    oneOf(isOfDashboard, accountSession(stores, tools.operation), authentication(stores)),
    admission(stores, tools.operation),
    keyOperations(tools),
    bodyFormat({ formats }),
    bodySize(),
    idempotencyKey(),
    bodyParsing(),
    ...(onlyReads ? [] : [idempotency({ ...stores, ...tools, seal: secretResponse })]),
    ...(creates ? [activeAccount()] : []),
    dailyAllowance({ ...stores, ...tools }),
    requestValidation({ query, gathersViolations }),
    activity({ ...stores, ...tools, objectOfPath }),
    committedResponse({ ...tools, seal: secretResponse }),
  ];
  return wrap(tools, layers, async (event, { exchange }, { signal }) => {
    const call = beginCall(exchange, signal);
    const body = await perRequest({
      ...exchange,
      fields: Object.keys(exchange.format?.validator.schema.properties ?? {}),
      source: exchange.person ? 'dashboard' : 'api',
      path: pathOf(event),
      identify: identityFactory(exchange.record, exchange.now, tools.randomBytes),
      call,
      toResponse: (answer) => ({ call, status, body: answer }),
      logger: tools.log,
    });
    const json = JSON.stringify(body);
    if (!otherwise || !prefers(event, otherwise)) return reply(exchange, { status, body: json });
    const { file, filename } = await otherwise.render(json);
    const headers = {
      'Content-Type': otherwise.mediaType,
      'Content-Disposition': `inline; filename="${filename}"`,
      // Chromium shows a PDF in an element of its own, which "default-src 'none'" would block.
      'Content-Security-Policy': "frame-ancestors 'none'",
    };
    return {
      ...reply(exchange, { status, body: Buffer.from(file).toString('base64') }, headers),
      isBase64Encoded: true,
    };
  });
}

/**
 * Whether the request names this media type first: only for such requests the gateway decodes base64
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html).
 */
function prefers(event: ApiEvent, { mediaType }: Rendition): boolean {
  const [first = ''] = (requestHeader(event, 'accept') ?? '').split(',');
  return first.split(';')[0]!.trim().toLowerCase() === mediaType;
}

/**
 * Kind of the id in each path parameter; null for parameters that are not one id. A malformed id never reaches a store.
 */
const namedBy: Record<PathParameter, IdKind | null> = {
  // Checked with the session or the invitation: an account is not the object of a call.
  account_id: null,
  letter_id: 'letter',
  mail_merge_id: 'mail_merge',
  letter_batch_id: 'mail_merge',
  verification_id: 'verification',
  postal_code: null,
  person_id: 'person',
  key_id: 'api_key',
  request_id: 'request',
  endpoint_id: 'webhook_endpoint',
  // Consists of two ids; the operation parses it.
  delivery_id: null,
};

function pathOf(event: ApiEvent): Record<PathParameter, string> {
  const path = (event.pathParameters ?? {}) as Record<PathParameter, string>;
  for (const [name, text] of Object.entries(path) as [PathParameter, string][]) {
    const kind = namedBy[name];
    if (kind && !isId(kind, text)) throw new Problem('resource_not_found');
  }
  return path;
}

/** The first layer if the request matches, otherwise the second. */
function oneOf(is: (event: ApiEvent) => boolean, first: ApiMiddleware, second: ApiMiddleware): ApiMiddleware {
  return { before: async (request) => void (await (is(request.event) ? first : second).before!(request)) };
}

function outerLayers(tools: Tools): ApiMiddleware[] {
  return [opening(tools), errorEnvelope(tools)];
}

function beginCall(exchange: Exchange, signal: AbortSignal): Call {
  const { requestId, now, record } = exchange;
  const timeLeft = clockOfWork();
  return (exchange.call = {
    id: requestId,
    startedAt: now,
    record,
    // After a call has returned, Lambda resumes its unfinished work during the next invocation; no time is left then.
    timeLeft: () => (signal.aborted ? 0 : timeLeft()),
    outcome: 'nothing',
  });
}

function wrap(tools: Tools, layers: ApiMiddleware[], innermost: Innermost): ApiFunction {
  const handler = middy<ApiEvent, ApiResult, Error, ApiContext>(innermost, {
    timeoutEarlyInMillis: STOP_MS,
    requestEnd: (request) => logRequest(tools, request as middy.Request<ApiEvent, ApiResult, Error, ApiContext>),
  }).use(layers);
  // The opening middleware adds the exchange to the context.
  return (event, context) => {
    const end = endOfWork(event, tools.clock(), context.getRemainingTimeInMillis());
    return withTimeLeft(
      () => end - tools.clock(),
      () => handler(event, context as ApiContext),
    );
  };
}

type Finished = middy.Request<ApiEvent, ApiResult, Error, ApiContext>;

function logRequest(tools: Tools, { event, context, response }: Finished): void {
  const { exchange } = context;
  tools.log.info('request', {
    operation: tools.operation,
    request_id: exchange.requestId,
    gateway_request_id: event.requestContext.requestId,
    method: event.httpMethod,
    route: event.resource,
    account_id: exchange.accountId,
    api_key_id: exchange.apiKeyId,
    person_id: exchange.person?.id,
    object_id: objectOf(event, response),
    status: response?.statusCode,
    error_code: exchange.errorCode,
    replayed: exchange.replayed,
    duration_ms: tools.clock() - exchange.now,
  });
  logSecurity(tools, { event, context, response });
}

/** A second line for what matters to security, in which the network address may stand (rule PRIV-6). */
function logSecurity(
  { log, operation }: Tools,
  { event, context: { exchange }, response }: Pick<Finished, 'event' | 'context' | 'response'>,
): void {
  const { errorCode, requestId, person } = exchange;
  const isOutsider = isOfDashboard(event) && person !== undefined && exchange.role === undefined;
  const found = securityEventOf({ operation, errorCode, isOutsider: isOutsider && errorCode !== undefined });
  if (!found) return;
  log[errorCode === undefined ? 'info' : 'warn']('security', {
    ...found,
    operation,
    request_id: requestId,
    person_id: person?.id,
    api_key_id: exchange.apiKeyId,
    account_id: exchange.accountId ?? event.pathParameters?.account_id,
    object_id: objectOf(event, response),
    ...addressesOf(event),
  });
}

function objectOfPath(parameters: Readonly<Record<string, string | undefined>>): string | undefined {
  for (const [name, text = ''] of Object.entries(parameters)) {
    const kind = namedBy[name as PathParameter];
    if (kind && isId(kind, text)) return text;
  }
  return undefined;
}

/** The object of a call: the one in its path, or the one that it created. */
function objectOf({ pathParameters, httpMethod }: ApiEvent, response?: ApiResult | null): string | undefined {
  const named = objectOfPath(pathParameters ?? {});
  if (named !== undefined) return named;
  if (httpMethod !== 'POST' || response?.statusCode !== 201) return undefined;
  return (JSON.parse(response.body) as { id?: string }).id;
}

function toolsOf(options: BaseOptions): Tools {
  return {
    operation: options.operation,
    docsUrl: options.docsUrl,
    clock: options.clock ?? (() => Date.now()),
    randomBytes: options.randomBytes ?? cryptoRandomBytes,
    log: options.log ?? new Logger({ serviceName: 'malote' }),
  };
}
