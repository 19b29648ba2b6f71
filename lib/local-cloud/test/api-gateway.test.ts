import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RunningCloud } from '../cloud.ts';
import { startCloud } from '../cloud.ts';
import { anyRole, forGateway, lambda, noDynamoDb, startTestCloud, writeAssembly } from './support/assembly.ts';

const MEGABYTE = 1024 * 1024;

function resource(parent: unknown, pathPart: string) {
  return {
    Type: 'AWS::ApiGateway::Resource',
    Properties: { RestApiId: { Ref: 'Api' }, ParentId: parent, PathPart: pathPart },
  };
}

function method(resourceId: unknown, httpMethod: string, fn: string, integration: Record<string, unknown> = {}) {
  return {
    Type: 'AWS::ApiGateway::Method',
    Properties: {
      RestApiId: { Ref: 'Api' },
      ResourceId: resourceId,
      HttpMethod: httpMethod,
      AuthorizationType: 'NONE',
      Integration: {
        Type: 'AWS_PROXY',
        IntegrationHttpMethod: 'POST',
        Uri: {
          'Fn::Join': [
            '',
            [
              'arn:aws:apigateway:',
              { Ref: 'AWS::Region' },
              ':lambda:path/2015-03-31/functions/',
              { 'Fn::GetAtt': [fn, 'Arn'] },
              '/invocations',
            ],
          ],
        },
        ...integration,
      },
    },
  };
}

const root = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };

const resources = {
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { BinaryMediaTypes: ['multipart/form-data', 'image/png'] } },
  Deployment: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: { Ref: 'Api' } } },
  Stage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: { RestApiId: { Ref: 'Api' }, StageName: 'v1', DeploymentId: { Ref: 'Deployment' } },
  },
  Echo: lambda('echo'),
  Respond: lambda('respond'),
  Fail: lambda('fail'),
  Hang: lambda('hang', { Timeout: 10 }),
  EchoPermission: forGateway('Echo'),
  RespondPermission: forGateway('Respond'),
  FailPermission: forGateway('Fail'),
  HangPermission: forGateway('Hang'),
  Letters: resource(root, 'letters'),
  LettersGet: method({ Ref: 'Letters' }, 'GET', 'Echo'),
  LettersPost: method({ Ref: 'Letters' }, 'POST', 'Echo'),
  Letter: resource({ Ref: 'Letters' }, '{letter_id}'),
  LetterGet: method({ Ref: 'Letter' }, 'GET', 'Echo'),
  Cancel: resource({ Ref: 'Letter' }, 'cancel'),
  CancelPost: method({ Ref: 'Cancel' }, 'POST', 'Echo'),
  Quote: resource({ Ref: 'Letters' }, 'quote'),
  QuoteAny: method({ Ref: 'Quote' }, 'ANY', 'Echo'),
  Files: resource(root, 'files'),
  FilesProxy: resource({ Ref: 'Files' }, '{proxy+}'),
  FilesAny: method({ Ref: 'FilesProxy' }, 'ANY', 'Echo'),
  RespondPath: resource(root, 'respond'),
  RespondPost: method({ Ref: 'RespondPath' }, 'POST', 'Respond'),
  FailPath: resource(root, 'fail'),
  FailGet: method({ Ref: 'FailPath' }, 'GET', 'Fail'),
  HangPath: resource(root, 'hang'),
  HangGet: method({ Ref: 'HangPath' }, 'GET', 'Hang', { TimeoutInMillis: 100 }),
};

const gatewayResponse = (type: string, properties: Record<string, unknown>) => ({
  Type: 'AWS::ApiGateway::GatewayResponse',
  Properties: { RestApiId: { Ref: 'Api' }, ResponseType: type, ...properties },
});

let cloud: RunningCloud;
let styled: RunningCloud;

beforeAll(async () => {
  ({ cloud } = await startTestCloud(resources));
  ({ cloud: styled } = await startTestCloud({
    ...resources,
    NotFound: gatewayResponse('MISSING_AUTHENTICATION_TOKEN', {
      StatusCode: '404',
      ResponseParameters: {
        'gatewayresponse.header.Request-Id': 'context.requestId',
        'gatewayresponse.header.Retry-After': "'5'",
        'gatewayresponse.header.Asked-For': 'method.request.header.X-Wish',
      },
      ResponseTemplates: {
        'application/json':
          '{"id":"req_$context.requestId","type":"$context.error.responseType","m":$context.error.messageString,"x":"$context.no.such"}',
      },
    }),
    Default4xx: gatewayResponse('DEFAULT_4XX', {
      StatusCode: '400',
      ResponseTemplates: { 'application/json': '{"four":true}' },
    }),
    Default5xx: gatewayResponse('DEFAULT_5XX', { ResponseTemplates: { 'application/json': '{"five":true}' } }),
  }));
});

afterAll(() => Promise.all([cloud.stop(), styled.stop()]));

const call = (path: string, init?: RequestInit) => fetch(cloud.stageUrl('v1') + path, init);

interface ProxyEvent {
  resource: string;
  path: string;
  httpMethod: string;
  pathParameters: Record<string, string> | null;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  queryStringParameters: Record<string, string> | null;
  multiValueQueryStringParameters: Record<string, string[]> | null;
  requestContext: Record<string, unknown>;
  body: string | null;
  isBase64Encoded: boolean;
}

async function eventOf(path: string, init?: RequestInit): Promise<ProxyEvent> {
  const response = await call(path, init);
  expect(response.status).toBe(200);
  return (await response.json()) as ProxyEvent;
}

const respond = (result: unknown, headers: Record<string, string> = {}) =>
  call('/respond', { method: 'POST', body: JSON.stringify(result), headers });

describe('routing', () => {
  test.each([
    ['GET', '/letters', '/letters', null],
    ['GET', '/letters/', '/letters', null],
    ['GET', '/letters/ltr_1', '/letters/{letter_id}', { letter_id: 'ltr_1' }],
    ['GET', '/letters/a%2Fb%20c', '/letters/{letter_id}', { letter_id: 'a/b c' }],
    ['GET', '/letters/%zz', '/letters/{letter_id}', { letter_id: '%zz' }],
    ['POST', '/letters/ltr_1/cancel', '/letters/{letter_id}/cancel', { letter_id: 'ltr_1' }],
    ['GET', '/letters/quote', '/letters/quote', null],
    ['DELETE', '/letters/quote', '/letters/quote', null],
    ['POST', '/letters/quote/cancel', '/letters/{letter_id}/cancel', { letter_id: 'quote' }],
    ['PATCH', '/files/a/b%20c', '/files/{proxy+}', { proxy: 'a/b c' }],
  ])('%s %s goes to %s', async (httpMethod, path, matched, pathParameters) => {
    const event = await eventOf(path, { method: httpMethod });
    expect(event).toMatchObject({ resource: matched, path, httpMethod, pathParameters });
  });

  test.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['GET', '/files'],
    ['GET', '//letters'],
    ['DELETE', '/letters'],
    ['GET', '/letters/ltr_1/cancel'],
  ])('%s %s returns what AWS returns: 403 Missing Authentication Token', async (httpMethod, path) => {
    const response = await call(path, { method: httpMethod });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: 'Missing Authentication Token' });
  });
});

describe('the proxy event', () => {
  test('keeps the last value of repeated headers and parameters, and all values in the multi-value fields', async () => {
    const request = httpRequest(`${cloud.stageUrl('v1')}/letters?status=a&status=b&plus=1+2&empty=&bad=%zz`, {
      headers: { 'X-Tag': ['one', 'two'], Authorization: 'Bearer key', Connection: 'close' },
    });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const event = JSON.parse((await response.toArray()).join('')) as ProxyEvent;
    expect(event.queryStringParameters).toEqual({ status: 'b', plus: '1 2', empty: '', bad: '%zz' });
    expect(event.multiValueQueryStringParameters).toMatchObject({ status: ['a', 'b'] });
    expect(event.headers).toMatchObject({ 'X-Tag': 'two', Authorization: 'Bearer key' });
    expect(event.multiValueHeaders).toMatchObject({ 'X-Tag': ['one', 'two'], Authorization: ['Bearer key'] });
    expect(event.headers).not.toHaveProperty('Connection');
  });

  test('has null for empty collections', async () => {
    expect(await eventOf('/letters')).toMatchObject({
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
  });

  test('contains the caller, the path and the time of the shared clock', async () => {
    await cloud.clock.advanceTo(cloud.clock.now() + 86_400_000);
    const before = cloud.clock.now();
    const { requestContext, headers } = await eventOf('/letters', { headers: { 'X-Forwarded-For': '10.1.1.1' } });
    expect(requestContext).toMatchObject({
      stage: 'v1',
      path: '/v1/letters',
      resourcePath: '/letters',
      httpMethod: 'GET',
      accountId: '000000000000',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requestTime: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      identity: { sourceIp: '127.0.0.1' },
    });
    expect(requestContext.requestTimeEpoch).toBeGreaterThanOrEqual(before);
    expect(headers).toMatchObject({ 'X-Forwarded-For': '10.1.1.1, 127.0.0.1', 'X-Forwarded-Proto': 'http' });
  });

  test('carries a binary media type as base64, and only that', async () => {
    const bytes = new Uint8Array([0, 255, 128, 10]);
    const binary = await eventOf('/letters', {
      method: 'POST',
      body: bytes,
      headers: { 'Content-Type': 'Multipart/Form-Data; boundary=x' },
    });
    expect(binary.isBase64Encoded).toBe(true);
    expect(Buffer.from(binary.body!, 'base64')).toEqual(Buffer.from(bytes));

    const json = await eventOf('/letters', {
      method: 'POST',
      body: '{"name":"José"}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(json).toMatchObject({ isBase64Encoded: false, body: '{"name":"José"}' });
  });

  test('replaces invalid UTF-8 in a text body with replacement characters', async () => {
    const event = await eventOf('/letters', { method: 'POST', body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) });
    expect(event.body).toBe('"��"');
  });
});

describe('the response', () => {
  test('has the status, headers and body of the function; the default content type is JSON', async () => {
    const response = await respond({ statusCode: 201, headers: { 'X-One': 1, 'X-Yes': true }, body: '{"a":1}' });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-one')).toBe('1');
    expect(response.headers.get('x-yes')).toBe('true');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('content-length')).toBe('7');
    expect(await response.text()).toBe('{"a":1}');
  });

  test('sends every value of multiValueHeaders', async () => {
    const response = await respond({ statusCode: 200, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] } });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('renames headers that belong to the gateway', async () => {
    const response = await respond({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer', Date: 'never' } });
    expect(response.headers.get('x-amzn-remapped-www-authenticate')).toBe('Bearer');
    expect(response.headers.get('www-authenticate')).toBeNull();
    expect(response.headers.get('date')).not.toBe('never');
  });

  test("decodes base64 only if the client's first accepted media type is binary", async () => {
    const result = { statusCode: 200, isBase64Encoded: true, body: Buffer.from('image').toString('base64') };
    expect(await (await respond(result, { Accept: 'image/png, */*' })).text()).toBe('image');
    expect(await (await respond(result, { Accept: '*/*' })).text()).toBe(result.body);
  });

  test('has the time of the shared clock in Date, which SDK clients use to correct their own', async () => {
    const response = await call('/letters');
    expect(Math.abs(Date.parse(response.headers.get('date')!) - cloud.clock.now())).toBeLessThan(5_000);
  });

  test.each([
    ['no object', 'text'],
    ['no status', {}],
    ['a status out of range', { statusCode: 99 }],
    ['a body that is not text', { statusCode: 200, body: { a: 1 } }],
    ['a header with a line break', { statusCode: 200, headers: { 'X-Bad': 'a\r\nb' } }],
    ['a header name with a blank', { statusCode: 200, headers: { 'X Bad': 'a' } }],
  ])('of a function that returns %s is 502', async (_, result) => {
    const response = await respond(result);
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({ message: 'Internal server error' });
  });
});

describe('failures', () => {
  test('of the function return 502', async () => {
    expect((await call('/fail')).status).toBe(502);
  });

  test('to respond within the integration timeout return 504', async () => {
    const response = await call('/hang');
    expect(response.status).toBe(504);
    expect(await response.json()).toEqual({ message: 'Endpoint request timed out' });
  });

  test('to keep the payload within 10 MiB return 413', async () => {
    const response = await call('/letters', { method: 'POST', body: Buffer.alloc(10 * MEGABYTE + 1, 'a') });
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: 'Request Too Long' });
  });

  test('to fit into a Lambda invocation return 413 too', async () => {
    const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const sized = (bytes: number) =>
      call('/respond', { method: 'POST', body: Buffer.alloc(bytes, 'a'), headers: multipart });
    expect((await sized(4_800_000)).status).toBe(413);
    expect((await sized(4_500_000)).status).toBe(502);
  });
});

describe('gateway responses', () => {
  test('fill their template and headers from the context', async () => {
    const response = await fetch(`${styled.stageUrl('v1')}/nothing`, { headers: { 'X-Wish': 'peace' } });
    const requestId = response.headers.get('request-id');
    expect(response.status).toBe(404);
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('asked-for')).toBe('peace');
    expect(await response.json()).toEqual({
      id: `req_${requestId}`,
      type: 'MISSING_AUTHENTICATION_TOKEN',
      m: 'Missing Authentication Token',
      x: '',
    });
  });

  test('DEFAULT_4XX and DEFAULT_5XX serve the types without a response of their own; without a status the type keeps its own', async () => {
    const tooLarge = await fetch(`${styled.stageUrl('v1')}/letters`, {
      method: 'POST',
      body: Buffer.alloc(10 * MEGABYTE + 1, 'a'),
    });
    expect(tooLarge.status).toBe(400);
    expect(await tooLarge.json()).toEqual({ four: true });
    const failed = await fetch(`${styled.stageUrl('v1')}/fail`);
    expect(failed.status).toBe(502);
    expect(await failed.json()).toEqual({ five: true });
  });
});

describe('a hostile client', () => {
  test('disconnects in the middle of a body: the gateway keeps working', async () => {
    const aborted = httpRequest(`${cloud.stageUrl('v1')}/letters`, {
      method: 'POST',
      headers: { 'Content-Length': 1000 },
    });
    aborted.write('half');
    aborted.on('error', () => undefined);
    await once(aborted, 'socket');
    aborted.destroy();
    expect((await call('/letters')).status).toBe(200);
  });

  test.each(['GET * HTTP/1.1\r\nHost: a b\r\n\r\n', 'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n', '\0\0\r\n\r\n'])(
    'sends %j: the request is rejected',
    async (text) => {
      const { port } = new URL(cloud.endpoint);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(text);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[034] /);
    },
  );
});

describe('the start fails for', () => {
  const start = (properties: Record<string, unknown>, integration: Record<string, unknown> = {}) => {
    const changed = method(root, 'GET', 'Echo', integration);
    Object.assign(changed.Properties, properties);
    const assembly = writeAssembly({ Resources: { AnyRole: anyRole, ...resources, Changed: changed } });
    return startCloud({ assembly, port: 0, log: () => undefined, dynamoDb: noDynamoDb });
  };

  test.each([
    ['an authorizer', { AuthorizationType: 'CUSTOM' }, {}, 'authorization'],
    ['another integration type', {}, { Type: 'MOCK' }, 'integration type MOCK'],
    ['an unknown property of the integration', {}, { CacheNamespace: 'x' }, 'CacheNamespace'],
  ])('%s', async (_, properties, integration, message) => {
    await expect(start(properties, integration)).rejects.toThrow(message);
  });
});

// https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
test('a gateway returns 500 on paths where it may not invoke its function', async () => {
  const { EchoPermission, ...others } = resources;
  const SourceArn = 'arn:aws:execute-api:sa-east-1:000000000000:Api/v1/GET/letters/*';
  const Narrow = { ...EchoPermission, Properties: { ...EchoPermission.Properties, SourceArn } };
  const { cloud: narrow } = await startTestCloud({ ...others, Narrow });
  const statusOf = async (path: string, init?: RequestInit) => (await fetch(narrow.stageUrl('v1') + path, init)).status;
  expect(await statusOf('/letters/ltr_1')).toBe(200);
  expect(await statusOf('/letters')).toBe(500);
  expect(await statusOf('/letters/ltr_1/cancel', { method: 'POST' })).toBe(500);
  await narrow.stop();
});
