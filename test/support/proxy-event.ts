import type { APIGatewayProxyEvent, Context } from 'aws-lambda';

export interface RequestParts {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** Text unchanged, bytes in base64, anything else as JSON. */
  body?: unknown;
  query?: Record<string, string | string[]>;
  pathParameters?: Record<string, string>;
}

/** The event that API Gateway (REST, proxy integration) makes from a request. */
export function proxyEvent(parts: RequestParts = {}): APIGatewayProxyEvent {
  const { method = 'GET', path = '/letters', headers = {}, query = {}, pathParameters = null } = parts;
  const values = Object.entries(query).map(([name, value]): [string, string[]] => [name, [value].flat()]);
  const bytes = parts.body instanceof Uint8Array ? Buffer.from(parts.body) : undefined;
  return {
    httpMethod: method,
    path,
    resource: path,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: values.length ? Object.fromEntries(values.map(([name, all]) => [name, all.at(-1)!])) : null,
    multiValueQueryStringParameters: values.length ? Object.fromEntries(values) : null,
    pathParameters,
    stageVariables: null,
    isBase64Encoded: bytes !== undefined,
    body: bytes?.toString('base64') ?? bodyText(parts.body),
    requestContext: {} as APIGatewayProxyEvent['requestContext'],
  };
}

/** The invocation's context, with a minute left. */
export function invocation(): Context {
  return { getRemainingTimeInMillis: () => 60_000 } as Context;
}

function bodyText(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
