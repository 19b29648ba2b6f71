import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { AwsError } from '../aws-error.ts';
import type { HttpResponse, Route } from '../endpoint.ts';
import { readBody, RequestAborted, requestUrl, send } from '../endpoint.ts';
import type { Quota, TokenBucket } from '../quotas.ts';
import type {
  AwsRequest,
  AwsResponse,
  AwsService,
  Cloud,
  CreatedResource,
  ResourceContext,
  ResourceType,
} from '../service.ts';
import type { GatewayContext, GatewayErrorType, GatewayResponseProperties } from './gateway-responses.ts';
import { GatewayResponses } from './gateway-responses.ts';
import { GatewayResource } from './gateway-routes.ts';

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const LARGEST_BODY_BYTES = 10 * 1024 * 1024;
const DEFAULT_INTEGRATION_TIMEOUT_MS = 29_000;

/** Headers that the gateway does not pass to functions. */
const HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'content-md5',
  'expect',
  'max-forwards',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The gateway renames a function's headers of these names to `x-amzn-Remapped-<name>`. */
const REMAPPED_HEADERS = new Set(['connection', 'content-length', 'date', 'server', 'www-authenticate']);

const INTEGRATION_PROPERTIES = new Set(['Type', 'IntegrationHttpMethod', 'Uri', 'TimeoutInMillis']);

interface MethodProperties {
  RestApiId: string;
  ResourceId: string;
  HttpMethod: string;
  AuthorizationType?: string;
  ApiKeyRequired?: boolean;
  Integration: { Type: string; Uri: string; TimeoutInMillis?: number };
}

interface Method {
  functionArn: string;
  timeoutMs: number;
}

interface RestApi {
  id: string;
  binaryMediaTypes: string[];
  resources: Map<string, GatewayResource<Method>>;
  root: GatewayResource<Method>;
  responses: GatewayResponses;
}

interface Stage {
  name: string;
  api: RestApi;
  variables: Record<string, string> | null;
  /** Throttle of each method of the stage; undefined: only the account's. */
  throttle: Quota | undefined;
  /** By method and path of the resource. */
  buckets: Map<string, TokenBucket>;
}

interface MethodSetting {
  HttpMethod: string;
  ResourcePath: string;
  ThrottlingRateLimit?: number;
  ThrottlingBurstLimit?: number;
}

interface StageProperties {
  RestApiId: string;
  StageName: string;
  Variables?: Record<string, string>;
  MethodSettings?: MethodSetting[];
}

/** One request on its way through the gateway. */
interface GatewayRequest {
  stage: Stage;
  /** Path below the stage, as received. */
  path: string;
  query: URLSearchParams;
  headers: [name: string, value: string][];
  context: GatewayContext;
}

/** API Gateway's REST APIs with Lambda proxy integrations, served under `/<stage>`. */
export class ApiGatewayService implements AwsService {
  readonly name = 'apigateway';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::ApiGateway::RestApi': {
      honors: ['BinaryMediaTypes'],
      ignores: {
        Description: 'text for people',
        DisableExecuteApiEndpoint: 'there are no custom domains locally: the own host of the gateway is the only one',
        EndpointAccessMode: 'there is no TLS locally',
        EndpointConfiguration: 'there is one endpoint locally',
        Name: 'text for people',
        SecurityPolicy: 'there is no TLS locally',
        Tags: 'text for people',
      },
      create: (properties: { BinaryMediaTypes?: string[] }, context) => this.#createApi(properties, context),
    },
    'AWS::ApiGateway::Resource': {
      honors: ['RestApiId', 'ParentId', 'PathPart'],
      ignores: {},
      create: (properties: { RestApiId: string; ParentId: string; PathPart: string }, context) =>
        this.#createResource(properties, context),
    },
    'AWS::ApiGateway::Method': {
      honors: ['RestApiId', 'ResourceId', 'HttpMethod', 'AuthorizationType', 'ApiKeyRequired', 'Integration'],
      ignores: { MethodResponses: 'a proxy integration passes every response on', OperationName: 'text for people' },
      create: (properties: MethodProperties, context) => this.#createMethod(properties, context),
    },
    'AWS::ApiGateway::Deployment': {
      honors: [],
      ignores: { Description: 'text for people', RestApiId: 'a stage always shows the template as it is' },
      create: (_, { logicalId }) => ({ ref: logicalId, attributes: { DeploymentId: logicalId } }),
    },
    'AWS::ApiGateway::Stage': {
      honors: ['RestApiId', 'StageName', 'Variables', 'MethodSettings'],
      ignores: {
        AccessLogSetting: 'all lines go to one local log',
        DeploymentId: 'a stage always shows the template as it is',
        Description: 'text for people',
        Tags: 'text for people',
        TracingEnabled: 'there is no X-Ray locally',
      },
      create: (properties: StageProperties) => this.#createStage(properties),
    },
    'AWS::ApiGateway::GatewayResponse': {
      honors: ['RestApiId', 'ResponseType', 'StatusCode', 'ResponseParameters', 'ResponseTemplates'],
      ignores: {},
      create: (properties: GatewayResponseProperties & { RestApiId: string }, { logicalId }) => {
        this.#api(properties.RestApiId).responses.add(properties);
        return { ref: logicalId };
      },
    },
  };
  readonly #cloud: Cloud;
  readonly #apis = new Map<string, RestApi>();
  readonly #stages = new Map<string, Stage>();

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  /** The APIs of the template by stage. */
  get stageNames(): string[] {
    return [...this.#stages.keys()];
  }

  handle({ operation }: AwsRequest): Promise<AwsResponse> {
    throw new AwsError('UnknownOperationException', `The local cloud does not know the operation ${operation}`);
  }

  readonly route: Route = (request, response) => {
    const url = requestUrl(request);
    const [, stageName = ''] = /^\/([^/]+)/.exec(url?.pathname ?? '') ?? [];
    const stage = this.#stages.get(stageName);
    if (!url || !stage) return false;
    // The target as received: the URL class would resolve `..` and re-encode.
    const path = request.url!.split('?', 1)[0]!.slice(stageName.length + 1) || '/';
    this.#answer(request, stage, path, url.searchParams).then(
      (answered) => send(response, answered),
      (error: Error) => {
        if (error instanceof RequestAborted) return;
        this.#cloud.log(`local cloud: ${error.stack}`);
        send(response, { status: 500 });
      },
    );
    return true;
  };

  async #answer(request: IncomingMessage, stage: Stage, path: string, query: URLSearchParams): Promise<HttpResponse> {
    const headers = endToEndHeaders(request);
    const { root, responses } = stage.api;
    const httpMethod = request.method!;
    // A slash at the end makes no difference to a REST API.
    const found = root.match(path.replace(/\/$/, '').split('/').slice(1));
    const context = this.#context(request, stage, path, found?.resource);
    const refuse = (type: GatewayErrorType): HttpResponse => {
      const { status, headers: own, body } = responses.answer(type, context, lowerCaseHeaders(headers));
      return { status, headers: { ...gatewayHeaders(context), ...own }, body };
    };

    const body = await readBody(request, LARGEST_BODY_BYTES);
    const method = found?.resource.method(httpMethod);
    if (!found || !method) return refuse('MISSING_AUTHENTICATION_TOKEN');
    if (!this.#mayPass(stage, `${httpMethod} ${found.resource.path}`)) return refuse('THROTTLED');
    if (!body) return refuse('REQUEST_TOO_LARGE');

    const gatewayRequest: GatewayRequest = { stage, path, query, headers, context };
    const event = proxyEvent(gatewayRequest, body, found.parameters);
    const result = await this.#integrate(method, event, this.#executeApiArn(context));
    if (typeof result === 'string') return refuse(result);
    const answered = proxyResponse(result.payload, acceptsBinary(gatewayRequest));
    if (!answered) {
      this.#cloud.log(`${method.functionArn}: malformed proxy response to ${httpMethod} ${found.resource.path}`);
      return refuse('INTEGRATION_FAILURE');
    }
    return { ...answered, headers: { ...gatewayHeaders(context), ...answered.headers } };
  }

  /**
   * Applies the method's and the account's throttle:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
   */
  #mayPass({ throttle, buckets }: Stage, method: string): boolean {
    const { quotas } = this.#cloud;
    if (!quotas) return true;
    let bucket = throttle && buckets.get(method);
    if (throttle && !bucket) buckets.set(method, (bucket = quotas.newBucket(throttle)));
    return (bucket?.take() ?? true) && quotas.bucketOf('apigateway:Request').take();
  }

  /** The function's result, or the gateway's type of failure. */
  async #integrate(
    { functionArn, timeoutMs }: Method,
    event: Record<string, unknown>,
    sourceArn: string,
  ): Promise<{ payload: unknown } | GatewayErrorType> {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<'timed out'>((resolve) => {
      timer = setTimeout(() => resolve('timed out'), timeoutMs);
    });
    const as = { service: 'apigateway.amazonaws.com', sourceArn };
    try {
      const result = await Promise.race([this.#cloud.invokeFunction(functionArn, event, as), timedOut]);
      if (result === 'timed out') return 'INTEGRATION_TIMEOUT';
      return result.failed ? 'INTEGRATION_FAILURE' : { payload: result.payload };
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      if (error.code === 'AccessDeniedException') return 'API_CONFIGURATION_ERROR';
      if (error.status === 413) return 'REQUEST_TOO_LARGE';
      // "If the Lambda API rejects the invocation request, API Gateway returns a 500 error code"
      // (https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway-errors.html).
      return error.status === 429 ? 'LAMBDA_REFUSED' : 'INTEGRATION_FAILURE';
    } finally {
      clearTimeout(timer);
    }
  }

  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/arn-format-reference.html */
  #executeApiArn({ apiId, stage, httpMethod, resourcePath }: GatewayContext): string {
    const { region, accountId } = this.#cloud;
    return `arn:aws:execute-api:${region}:${accountId}:${apiId}/${stage}/${httpMethod}${resourcePath}`;
  }

  #context(
    request: IncomingMessage,
    stage: Stage,
    path: string,
    resource: GatewayResource<Method> | undefined,
  ): GatewayContext {
    const now = this.#cloud.clock.now();
    return {
      accountId: this.#cloud.accountId,
      apiId: stage.api.id,
      domainName: request.headers.host,
      domainPrefix: stage.api.id,
      extendedRequestId: randomUUID(),
      httpMethod: request.method,
      'identity.sourceIp': request.socket.remoteAddress,
      'identity.userAgent': request.headers['user-agent'],
      path: `/${stage.name}${path}`,
      protocol: `HTTP/${request.httpVersion}`,
      requestId: randomUUID(),
      requestTime: commonLogTime(now),
      requestTimeEpoch: now,
      resourceId: resource?.id,
      resourcePath: resource?.path,
      stage: stage.name,
    };
  }

  #createApi(
    { BinaryMediaTypes = [] }: { BinaryMediaTypes?: string[] },
    { logicalId }: ResourceContext,
  ): CreatedResource {
    const root = new GatewayResource<Method>(`${logicalId}-root`, '/');
    const resources = new Map([[root.id, root]]);
    this.#apis.set(logicalId, {
      id: logicalId,
      binaryMediaTypes: BinaryMediaTypes,
      resources,
      root,
      responses: new GatewayResponses(),
    });
    return { ref: logicalId, attributes: { RestApiId: logicalId, RootResourceId: root.id } };
  }

  #createResource(
    { RestApiId, ParentId, PathPart }: { RestApiId: string; ParentId: string; PathPart: string },
    { logicalId }: ResourceContext,
  ): CreatedResource {
    const { resources } = this.#api(RestApiId);
    const parent = resources.get(ParentId);
    if (!parent) throw new Error(`resource ${ParentId} is not known`);
    resources.set(logicalId, parent.add(logicalId, PathPart));
    return { ref: logicalId, attributes: { ResourceId: logicalId } };
  }

  #createMethod(properties: MethodProperties, { logicalId }: ResourceContext): CreatedResource {
    const { RestApiId, ResourceId, HttpMethod, AuthorizationType = 'NONE', ApiKeyRequired, Integration } = properties;
    if (AuthorizationType !== 'NONE' || ApiKeyRequired) throw new Error('authorization by the gateway is not known');
    const unknown = Object.keys(Integration).find((property) => !INTEGRATION_PROPERTIES.has(property));
    if (unknown) throw new Error(`integration property ${unknown} is not known`);
    if (Integration.Type !== 'AWS_PROXY') throw new Error(`integration type ${Integration.Type} is not known`);
    const [, functionArn] = /\/functions\/(arn:[^/]+)\/invocations$/.exec(Integration.Uri) ?? [];
    const resource = this.#api(RestApiId).resources.get(ResourceId);
    if (!functionArn || !resource) throw new Error(`integration ${Integration.Uri} is not known`);
    resource.methods.set(HttpMethod, {
      functionArn,
      timeoutMs: Integration.TimeoutInMillis ?? DEFAULT_INTEGRATION_TIMEOUT_MS,
    });
    return { ref: logicalId };
  }

  #createStage({ RestApiId, StageName, Variables, MethodSettings = [] }: StageProperties): CreatedResource {
    if (this.#stages.has(StageName)) throw new Error(`two stages are named ${StageName}`);
    this.#stages.set(StageName, {
      name: StageName,
      api: this.#api(RestApiId),
      variables: Variables ?? null,
      throttle: throttleOf(MethodSettings),
      buckets: new Map(),
    });
    return { ref: StageName };
  }

  #api(id: string): RestApi {
    const api = this.#apis.get(id);
    if (!api) throw new Error(`REST API ${id} is not known`);
    return api;
  }
}

/** @throws Error for settings of single methods, which the local cloud does not know */
function throttleOf(settings: readonly MethodSetting[]): Quota | undefined {
  const single = settings.find(({ HttpMethod, ResourcePath }) => HttpMethod !== '*' || ResourcePath !== '/*');
  if (single) throw new Error(`settings of ${single.HttpMethod} ${single.ResourcePath} alone are not known`);
  const { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: size } = settings[0] ?? {};
  return perSecond === undefined || size === undefined ? undefined : { perSecond, size };
}

function endToEndHeaders({ rawHeaders, socket }: IncomingMessage): [string, string][] {
  const pairs = Array.from({ length: rawHeaders.length / 2 }, (_, i): [string, string] => [
    rawHeaders[2 * i]!,
    rawHeaders[2 * i + 1]!,
  ]);
  const isForwardedFor = ([name]: [string, string]) => name.toLowerCase() === 'x-forwarded-for';
  const forwarded = [...pairs.filter(isForwardedFor).map(([, value]) => value), socket.remoteAddress];
  return [
    ...pairs.filter((pair) => !HOP_HEADERS.has(pair[0].toLowerCase()) && !isForwardedFor(pair)),
    ['X-Forwarded-For', forwarded.join(', ')],
    ['X-Forwarded-Port', String(socket.localPort)],
    ['X-Forwarded-Proto', 'http'],
  ];
}

function lowerCaseHeaders(headers: [string, string][]): Record<string, string> {
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

function gatewayHeaders({ requestId, extendedRequestId }: GatewayContext): Record<string, string> {
  return { 'x-amzn-RequestId': String(requestId), 'x-amz-apigw-id': String(extendedRequestId) };
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
function proxyEvent(
  { stage, path, query, headers, context }: GatewayRequest,
  body: Buffer,
  pathParameters: Record<string, string>,
): Record<string, unknown> {
  const contentType = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isBase64Encoded = body.length > 0 && isBinary(contentType, stage.api.binaryMediaTypes);
  const { 'identity.sourceIp': sourceIp, 'identity.userAgent': userAgent, ...requestContext } = context;
  return {
    resource: context.resourcePath,
    path,
    httpMethod: context.httpMethod,
    headers: Object.fromEntries(headers),
    multiValueHeaders: multiValues(headers),
    queryStringParameters: orNull(Object.fromEntries(query)),
    multiValueQueryStringParameters: orNull(multiValues(query)),
    pathParameters: orNull(pathParameters),
    stageVariables: stage.variables,
    requestContext: { ...requestContext, identity: { sourceIp, userAgent: userAgent ?? null } },
    body: body.length > 0 ? body.toString(isBase64Encoded ? 'base64' : 'utf8') : null,
    isBase64Encoded,
  };
}

function multiValues(pairs: Iterable<[string, string]>): Record<string, string[]> {
  const values: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (const [name, value] of pairs) (values[name] ??= []).push(value);
  return values;
}

function orNull<T extends object>(values: T): T | null {
  return Object.keys(values).length > 0 ? values : null;
}

function isBinary(contentType: string | undefined, binaryMediaTypes: readonly string[]): boolean {
  const mediaType = (contentType ?? '').split(';')[0]!.trim().toLowerCase();
  return binaryMediaTypes.some((type) => type === '*/*' || type.toLowerCase() === mediaType);
}

/** The gateway decodes a base64 body only for a client whose first accepted type is one of the binary media types. */
function acceptsBinary({ stage, headers }: GatewayRequest): boolean {
  const accept = headers.findLast(([name]) => name.toLowerCase() === 'accept')?.[1];
  return isBinary(accept?.split(',')[0], stage.api.binaryMediaTypes);
}

interface ProxyResponse {
  statusCode?: unknown;
  headers?: Record<string, unknown> | null;
  multiValueHeaders?: Record<string, unknown[]> | null;
  body?: unknown;
  isBase64Encoded?: boolean;
}

/** The HTTP response of a function's result; undefined when the result has the wrong form. */
function proxyResponse(payload: unknown, binaryAccepted: boolean): HttpResponse | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
  const { statusCode, headers, multiValueHeaders, body, isBase64Encoded } = payload as ProxyResponse;
  const status = Number(statusCode);
  if (!Number.isInteger(status) || status < 100 || status > 599) return undefined;
  if (body !== undefined && body !== null && typeof body !== 'string') return undefined;
  const responseHeaders: Record<string, string | string[]> = {};
  try {
    for (const [name, value] of Object.entries({ ...headers, ...multiValueHeaders })) {
      const values = [value].flat().map(String);
      validateHeaderName(name);
      for (const single of values) validateHeaderValue(name, single);
      responseHeaders[REMAPPED_HEADERS.has(name.toLowerCase()) ? `x-amzn-Remapped-${name}` : name] = values;
    }
  } catch {
    return undefined;
  }
  if (!hasContentType(responseHeaders)) responseHeaders['Content-Type'] = 'application/json';
  return {
    status,
    headers: responseHeaders,
    body: isBase64Encoded && binaryAccepted ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
}

function hasContentType(headers: Record<string, unknown>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
}

/** `09/Apr/2015:12:34:56 +0000` */
function commonLogTime(instant: number): string {
  const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(instant).toUTCString())!;
  return `${day}/${month}/${year}:${time} +0000`;
}
