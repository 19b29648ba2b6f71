import { randomBytes } from 'node:crypto';
import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyResult } from 'aws-lambda';
import {
  apiHandler,
  type ApiOptions,
  type ApiRequest,
  endpointNotFoundHandler,
  gatheringApiHandler,
} from '../../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../../lib/adapters/http/body-formats.ts';
import { compileValidator } from '../../../lib/adapters/json-schema/compile-validator.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { type Detail, Problem } from '../../../lib/core/domain/problems.ts';
import { invocation, proxyEvent, type RequestParts } from '../../support/proxy-event.ts';
import { account, countsOf, NOW, recordingLog, SECRET, stores } from './onion.ts';

interface Body {
  name: string;
  size?: number;
}

const validator = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 10 }, size: { type: 'integer' } },
});

const base = { operation: 'test', docsUrl: 'https://docs.example/errors', clock: () => NOW, log: recordingLog() };
const echo = async ({ body }: ApiRequest<Body>): Promise<object> => ({ got: body });

/** A POST that passes every layer, unless parts of it are replaced. */
function post(parts: RequestParts & { options?: Partial<ApiOptions<Body, object>>; run?: typeof echo } = {}) {
  const { options, run = echo, headers, ...rest } = parts;
  const handler = apiHandler<Body, object>(
    { ...base, stores: stores(), body: jsonBody(validator), creates: true, ...options },
    run,
  );
  const defaults = { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' };
  const all = Object.entries({ ...defaults, ...headers }).filter(([, value]) => value !== undefined);
  return handler(
    proxyEvent({ method: 'POST', path: '/letters', body: { name: 'Ana' }, ...rest, headers: Object.fromEntries(all) }),
    invocation(),
  );
}

function codeOf({ body }: APIGatewayProxyResult): unknown {
  return (JSON.parse(body) as { error?: { code?: string } }).error?.code;
}

function detailsOf({ body }: APIGatewayProxyResult): string[] {
  const { error } = JSON.parse(body) as { error: { details: { param: string; code: string }[] } };
  return error.details.map(({ param, code }) => `${param} ${code}`);
}

const absent = undefined as unknown as string;

describe('a response', () => {
  test('has every documented header, and JSON in UTF-8 (rule REQ-9)', async () => {
    const { statusCode, headers, body } = await post({
      options: { stores: stores({ requestCounts: countsOf(8) }) },
    });
    expect(statusCode).toBe(201);
    expect(JSON.parse(body)).toEqual({ got: { name: 'Ana' } });
    expect(headers).toEqual({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Request-Id': expect.stringMatching(/^req_[0-9a-z]{26}$/),
      'RateLimit-Limit': '50',
      'RateLimit-Remaining': '42',
      'RateLimit-Reset': '1',
      'Strict-Transport-Security': 'max-age=31536000',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('has the same request id in header and error', async () => {
    const answer = await post({ body: {} });
    const { error } = JSON.parse(answer.body) as { error: { request_id: string } };
    expect(error.request_id).toBe(answer.headers!['Request-Id']);
  });

  test('is in Portuguese, or in English on request', async () => {
    const message = async (headers: Record<string, string>) =>
      (JSON.parse((await post({ headers, body: {} })).body) as { error: { message: string } }).error.message;
    expect(await message({})).toContain('campos inválidos');
    expect(await message({ 'accept-language': 'en' })).toContain('invalid fields');
  });
});

describe('rejections', () => {
  test.each<[string, RequestParts, number, string]>([
    ['no key', { headers: { Authorization: absent } }, 401, 'api_key_missing'],
    ['an empty Authorization', { headers: { Authorization: ' ' } }, 401, 'api_key_missing'],
    ['an unknown key', { headers: { Authorization: 'Bearer other' } }, 401, 'api_key_invalid'],
    ['another scheme', { headers: { Authorization: `Basic ${SECRET}` } }, 401, 'api_key_invalid'],
    ['a scheme without a key', { headers: { Authorization: 'Bearer' } }, 401, 'api_key_invalid'],
    ['no content type', { headers: { 'Content-Type': absent } }, 400, 'unsupported_content_type'],
    ['another content type', { headers: { 'Content-Type': 'text/json' } }, 400, 'unsupported_content_type'],
    [
      'another charset',
      { headers: { 'Content-Type': 'application/json; charset=iso-8859-1' } },
      400,
      'unsupported_content_type',
    ],
    [
      'multipart where only JSON is accepted',
      { headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
      400,
      'unsupported_content_type',
    ],
    ['4,500,001 bytes', { body: JSON.stringify({ name: 'x'.repeat(4_500_001 - 11) }) }, 413, 'request_too_large'],
    ['4,500,001 bytes in few characters', { body: `"${'é'.repeat(2_249_999)}x"` }, 413, 'request_too_large'],
    ['an empty Idempotency-Key', { headers: { 'Idempotency-Key': ' ' } }, 400, 'invalid_idempotency_key'],
    ['a long Idempotency-Key', { headers: { 'Idempotency-Key': 'k'.repeat(256) } }, 400, 'invalid_idempotency_key'],
    ['no body', { body: undefined }, 400, 'invalid_json'],
    ['a body that is not JSON', { body: '{"name":' }, 400, 'invalid_json'],
    ['bytes that were not UTF-8, as the gateway passes them', { body: '{"name":"Jos\ufffd"}' }, 400, 'invalid_json'],
    ['bytes that are not UTF-8', { body: Buffer.from('{"name":"\xe9"}', 'latin1') }, 400, 'invalid_json'],
    ['a query parameter', { query: { color: 'true' } }, 422, 'invalid_parameters'],
    ['a wrong field', { body: { name: 5 } }, 422, 'invalid_parameters'],
  ])('%s', async (_, parts, status, code) => {
    const answer = await post(parts);
    expect([answer.statusCode, codeOf(answer)]).toEqual([status, code]);
  });

  test.each<[string, RequestParts]>([
    ['the scheme in another case', { headers: { Authorization: `bEARER  ${SECRET}` } }],
    ['headers in another case', { headers: { Authorization: absent, authorization: `Bearer ${SECRET}` } }],
    ['parameters of the content type', { headers: { 'Content-Type': 'Application/JSON;charset="UTF-8"' } }],
    ['a key of 255 characters', { headers: { 'Idempotency-Key': 'k'.repeat(255) } }],
    ['an escape of the character that the gateway substitutes for such bytes', { body: '{"name":"\\ufffd"}' }],
    ['UTF-8 bytes', { body: Buffer.from('{"name":"José"}') }],
    ['the character U+FFFD in UTF-8 bytes', { body: Buffer.from('{"name":"Jos\ufffd"}') }],
  ])('but not %s', async (_, parts) => {
    expect((await post(parts)).statusCode).toBe(201);
  });

  test('exactly 4,500,000 bytes are accepted', async () => {
    const answer = await post({ body: JSON.stringify({ name: 'x'.repeat(4_500_000 - 11) }) });
    expect(detailsOf(answer)).toEqual(['name too_long']);
  });

  test('a revoked key', async () => {
    const apiKeys = { find: async () => ({ id: 'key_1', account_id: account.id, revoked_at: NOW }) };
    expect(codeOf(await post({ options: { stores: stores({ apiKeys }) } }))).toBe('api_key_revoked');
  });

  test('over the rate limit', async () => {
    const answer = await post({ options: { stores: stores({ requestCounts: countsOf(undefined) }) } });
    expect([answer.statusCode, codeOf(answer)]).toEqual([429, 'rate_limit_exceeded']);
    expect(answer.headers).toMatchObject({ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '1', 'Retry-After': '1' });
  });

  test('a suspended account, only where something is created', async () => {
    const suspended = stores({ accounts: { find: async () => ({ ...account, suspended: true }) } });
    const refused = await post({ options: { stores: suspended, creates: true } });
    expect([refused.statusCode, codeOf(refused)]).toEqual([403, 'account_suspended']);
    expect((await post({ options: { stores: suspended, creates: false } })).statusCode).toBe(200);
  });

  test('every problem of query and body at once', async () => {
    const answer = await post({ query: { page: '2', name: ['a', 'b'] }, body: { size: 'x', extra: 1 } });
    expect(detailsOf(answer)).toEqual([
      'name invalid_value',
      'page unknown_parameter',
      'name required',
      'size invalid_type',
      'extra unknown_parameter',
    ]);
  });

  test('come in the documented order: each request has every fault of the later ones', async () => {
    const limited = stores({ requestCounts: countsOf(undefined) });
    const suspended = stores({ accounts: { find: async () => ({ ...account, suspended: true }) } });
    const inUse = stores({
      accounts: suspended.accounts,
      idempotencyRecords: { ...suspended.idempotencyRecords, claim: async () => ({ outcome: 'in_use' }) },
    });
    const large = `{"extra":1,"name":"${'x'.repeat(4_500_000)}`;
    const faults: [string, RequestParts & { options?: Partial<ApiOptions<Body, object>> }][] = [
      [
        'api_key_invalid',
        {
          headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain', 'Idempotency-Key': '' },
          body: large,
          options: { stores: limited },
        },
      ],
      [
        'rate_limit_exceeded',
        { headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': '' }, body: large, options: { stores: limited } },
      ],
      [
        'unsupported_content_type',
        { headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': '' }, body: large, options: { stores: inUse } },
      ],
      ['request_too_large', { headers: { 'Idempotency-Key': '' }, body: large, options: { stores: inUse } }],
      ['invalid_idempotency_key', { headers: { 'Idempotency-Key': '' }, body: '{"extra"', options: { stores: inUse } }],
      ['invalid_json', { headers: { 'Idempotency-Key': 'k' }, body: '{"extra"', options: { stores: inUse } }],
      [
        'idempotency_key_in_use',
        { headers: { 'Idempotency-Key': 'k' }, body: '{"extra":1}', options: { stores: inUse, creates: true } },
      ],
      [
        'account_suspended',
        { headers: { 'Idempotency-Key': 'k' }, body: '{"extra":1}', options: { stores: suspended, creates: true } },
      ],
      ['invalid_parameters', { headers: { 'Idempotency-Key': 'k' }, body: '{"extra":1}' }],
    ];
    for (const [code, parts] of faults) expect(codeOf(await post(parts))).toBe(code);
  });
});

describe('a request without a body', () => {
  const cancel = (parts: RequestParts) => post({ ...parts, options: { body: undefined } });

  test.each<[string, RequestParts]>([
    ['nothing', { body: undefined, headers: { 'Content-Type': absent } }],
    ['an empty text', { body: '' }],
    ['nothing, as a form', { body: undefined, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    ['{}', { body: {} }],
  ])('accepts %s', async (_, parts) => {
    const answer = await cancel(parts);
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([201, { got: {} }]);
  });

  test('accepts no field, and nothing but JSON', async () => {
    expect(detailsOf(await cancel({ body: { reason: 'x' } }))).toEqual(['reason unknown_parameter']);
    expect(detailsOf(await cancel({ body: [] }))).toEqual(['body invalid_type']);
    expect(codeOf(await cancel({ body: 'a=1', headers: { 'Content-Type': 'text/plain' } }))).toBe(
      'unsupported_content_type',
    );
  });
});

describe('a GET', () => {
  const query = compileValidator({
    type: 'object',
    additionalProperties: false,
    properties: { limit: { type: 'integer', minimum: 1, maximum: 100 }, status: { type: 'string' } },
  });
  const handler = apiHandler({ ...base, stores: stores(), query }, async (request) => ({
    query: request.query,
    id: request.path.letter_id,
  }));
  const get = (parts: RequestParts) =>
    handler(proxyEvent({ ...parts, headers: { Authorization: `Bearer ${SECRET}`, ...parts.headers } }), invocation());

  test('reads its path and its query, with integers as numbers', async () => {
    const letter_id = `ltr_${'0'.repeat(26)}`;
    const { body } = await get({ query: { limit: '20', status: '20' }, pathParameters: { letter_id } });
    expect(JSON.parse(body)).toEqual({ query: { limit: 20, status: '20' }, id: letter_id });
  });

  test.each(['', 'ltr_1', `upl_${'0'.repeat(26)}`, `ltr_${'U'.repeat(26)}`, `ltr_${'0'.repeat(4_000)}`])(
    'of a letter %j finds nothing',
    async (letter_id) => {
      expect(codeOf(await get({ pathParameters: { letter_id } }))).toBe('resource_not_found');
    },
  );

  test.each<[string, RequestParts['query'], string[]]>([
    ['an unknown parameter', { color: 'x' }, ['color unknown_parameter']],
    ['a repeated parameter', { status: ['a', 'b'] }, ['status invalid_value']],
    ['a fraction', { limit: '5.5' }, ['limit invalid_type']],
    ['an empty number', { limit: '' }, ['limit invalid_type']],
    ['a number out of range', { limit: '0' }, ['limit out_of_range']],
    ['a number too long to be exact', { limit: '9'.repeat(20) }, ['limit out_of_range']],
    ['names that every object inherits', { constructor: 'x' }, ['constructor unknown_parameter']],
  ])('rejects %s', async (_, parameters, expected) => {
    expect(detailsOf(await get({ query: parameters }))).toEqual(expected);
  });

  test('ignores body, content type and Idempotency-Key', async () => {
    const headers = { 'Content-Type': 'text/plain', 'Idempotency-Key': '' };
    expect((await get({ headers, body: 'x' })).statusCode).toBe(200);
  });
});

describe('failures', () => {
  const failing = (error: unknown, log = recordingLog()) =>
    post({
      options: { log },
      run: async () => {
        throw error;
      },
    });

  test('a problem of the handler becomes its envelope', async () => {
    const answer = await failing(new Problem('insufficient_balance'));
    expect([answer.statusCode, codeOf(answer)]).toEqual([402, 'insufficient_balance']);
  });

  test('throttling of an AWS service is a 503 with Retry-After', async () => {
    const answer = await failing(new ProvisionedThroughputExceededException({ message: 'slow down', $metadata: {} }));
    expect([answer.statusCode, codeOf(answer), answer.headers!['Retry-After']]).toEqual([
      503,
      'service_unavailable',
      '5',
    ]);
  });

  test.each<[string, object]>([
    ['a connection reset', { code: 'ECONNRESET' }],
    ['a timeout', { name: 'TimeoutError' }],
    ['a 5xx of an AWS service', { $metadata: { httpStatusCode: 502 } }],
    ['a transaction conflict', { CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }] }],
  ])('so is %s', async (_, fields) => {
    expect((await failing(Object.assign(new Error('x'), fields))).statusCode).toBe(503);
  });

  test('an unexpected error is a 500, logged by class and stack without any data', async () => {
    const log = recordingLog();
    const cause = new TypeError('cannot read\n    at Rua das Flores, Ana');
    const answer = await failing(new Error('letter for Ana', { cause }), log);
    expect([answer.statusCode, codeOf(answer)]).toEqual([500, 'internal_error']);
    const [failure] = log.lines;
    expect(failure).toMatchObject({
      level: 'error',
      failure: { name: 'Error', frames: expect.any(Array), cause: { name: 'TypeError' } },
    });
    expect(failure!.failure!.frames[0]).toContain('api-handler.test.ts');
    expect(JSON.stringify(log.lines) + answer.body).not.toContain('Ana');
  });

  test('a thrown value need not be an Error', async () => {
    const answer = await failing('text');
    expect(answer.statusCode).toBe(500);
  });

  test('a key whose account is gone is a fault of the service', async () => {
    const answer = await post({ options: { stores: stores({ accounts: { find: async () => undefined } }) } });
    expect(answer.statusCode).toBe(500);
  });

  test('a function that runs out of time still responds', async () => {
    const handler = apiHandler({ ...base, stores: stores() }, () => new Promise<object>(() => {}));
    const event = proxyEvent({ headers: { Authorization: `Bearer ${SECRET}` } });
    const answer = await handler(event, { ...invocation(), getRemainingTimeInMillis: () => 510 });
    expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'service_unavailable']);
  });
});

describe('the log line of a request names', () => {
  const lineOf = async (parts: Parameters<typeof post>[0]) => {
    const log = recordingLog();
    await post({ ...parts, options: { ...parts?.options, log } });
    return log.lines[0];
  };
  const made = createId('letter', NOW, randomBytes);
  const run = async () => ({ id: made });

  test('the object that it created', async () => {
    expect(await lineOf({ run })).toMatchObject({ object_id: made });
  });

  test('the object of its path, whatever the outcome', async () => {
    const pathParameters = { letter_id: made };
    expect(await lineOf({ pathParameters, body: {} })).toMatchObject({ status: 422, object_id: made });
  });

  test('no malformed id of a path, and no object that was only read', async () => {
    expect(await lineOf({ pathParameters: { letter_id: 'Ana' } })).toMatchObject({ object_id: undefined });
    expect(await lineOf({ pathParameters: { postal_code: '01001000' } })).toMatchObject({ object_id: undefined });
    expect(await lineOf({ run, options: { creates: false } })).toMatchObject({ object_id: undefined });
  });
});

test('each request writes one line of allowed fields', async () => {
  const log = recordingLog();
  await post({ options: { log } });
  await post({ options: { log }, body: {} });
  expect(log.lines).toEqual([
    {
      level: 'info',
      message: 'request',
      operation: 'test',
      request_id: expect.stringMatching(/^req_/),
      gateway_request_id: undefined,
      method: 'POST',
      route: '/letters',
      account_id: 'acc_1',
      api_key_id: 'key_1',
      object_id: undefined,
      status: 201,
      error_code: undefined,
      replayed: false,
      duration_ms: 0,
    },
    {
      level: 'info',
      message: 'request',
      operation: 'test',
      request_id: expect.stringMatching(/^req_/),
      gateway_request_id: undefined,
      method: 'POST',
      route: '/letters',
      account_id: 'acc_1',
      api_key_id: 'key_1',
      object_id: undefined,
      status: 422,
      error_code: 'invalid_parameters',
      replayed: false,
      duration_ms: 0,
    },
  ]);
});

describe('a handler that collects violations', () => {
  const handler = gatheringApiHandler<Body>(
    { ...base, stores: stores(), body: jsonBody(validator) },
    async (request) => {
      const notBob: Detail = { param: 'name', code: 'invalid_value', values: { allowed: 'Alice' } };
      const found = request.body.name === 'Bob' ? [notBob] : [];
      const all = [...request.violations, ...found];
      if (all.length > 0) throw Problem.invalid(all);
      return request.body;
    },
  );
  const send = (body: unknown) =>
    handler(
      proxyEvent({
        method: 'POST',
        body,
        headers: { Authorization: `Bearer ${SECRET}`, 'Content-Type': 'application/json' },
      }),
      invocation(),
    );

  test('adds its own to those of the schema', async () => {
    expect(detailsOf(await send({ name: 'Bob', size: 'x' }))).toEqual(['size invalid_type', 'name invalid_value']);
    expect(detailsOf(await send({ name: 7 }))).toEqual(['name invalid_type']);
    expect(detailsOf(await send('[]'))).toEqual(['body invalid_type']);
  });

  test('has the whole body when there are none', async () => {
    expect(JSON.parse((await send({ name: 'Ana', size: 1 })).body)).toEqual({ name: 'Ana', size: 1 });
  });
});

describe('endpoint not found', () => {
  const handler = endpointNotFoundHandler(base);

  test.each<[string, RequestParts]>([
    ['without a key', { method: 'DELETE', path: '/letters' }],
    ['with a key', { path: '/nowhere', headers: { Authorization: 'Bearer x', 'Accept-Language': 'en' } }],
    ['whatever the body', { method: 'POST', path: '/nowhere', body: '{' }],
  ])('%s', async (_, parts) => {
    const answer = await handler(proxyEvent(parts), invocation());
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'endpoint_not_found']);
    expect(answer.headers).toMatchObject({
      'Request-Id': expect.stringMatching(/^req_/),
      'RateLimit-Limit': '50',
      'RateLimit-Remaining': '50',
      'RateLimit-Reset': '1',
    });
  });
});
