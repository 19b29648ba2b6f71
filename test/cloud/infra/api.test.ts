import { beforeAll, expect, test } from '@jest/globals';
import { problemMessage } from '../../../lib/adapters/http/error-reply.ts';
import { mayHaveTakenEffect, Problem, type ProblemCode, type Values } from '../../../lib/core/domain/problems.ts';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { mistakes } from '../../modules/openapi/description.ts';
import { SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

function pathOf(resourceId: unknown): string {
  if (template.typeOf(resourceId) === 'AWS::ApiGateway::RestApi') return '';
  const { ParentId, PathPart } = template.at('AWS::ApiGateway::Resource', resourceId).properties;
  return `${pathOf(ParentId)}/${PathPart}`;
}

type Owned =
  | 'AWS::ApiGateway::GatewayResponse'
  | 'AWS::ApiGateway::Method'
  | 'AWS::ApiGateway::RestApi'
  | 'AWS::ApiGateway::Stage';

/** The API's resources; the confirmation page has its own gateway. */
const ofTheApi = <Type extends Owned>(type: Type) => template.all(type).filter(({ id }) => id.startsWith('Api'));

/** Routes as `METHOD /path` → name of the function. */
function routes(): Record<string, string> {
  const methods = ofTheApi('AWS::ApiGateway::Method').map(({ properties }) => {
    const { HttpMethod, ResourceId, Integration } = properties;
    const [, alias] = /functions\/",\{"Ref":"(\w+)"\}/.exec(JSON.stringify(Integration.Uri))!;
    const { Environment } = template.functionBehind({ Ref: alias }).properties;
    return [`${HttpMethod} ${pathOf(ResourceId) || '/'}`, Environment.Variables.POWERTOOLS_SERVICE_NAME];
  });
  return Object.fromEntries(methods) as Record<string, string>;
}

test('every endpoint is routed to its function', () => {
  expect(routes()).toMatchObject(
    Object.fromEntries(endpoints.map(({ method, path, function: name }) => [`${method} ${path}`, name])),
  );
});

test('every other method and path gets the response for unknown endpoints, so the gateway itself responds to none', () => {
  const all = Object.entries(routes());
  const fallbacks = all.filter(([route]) => route.startsWith('ANY '));
  const paths = new Set(all.map(([route]) => route.replace(/^\w+ /, '')));
  expect(new Set(fallbacks.map(([route]) => route.slice('ANY '.length)))).toEqual(paths);
  expect(paths).toContain('/{proxy+}');
  expect(new Set(fallbacks.map(([, name]) => name))).toEqual(new Set(['endpoint-not-found']));
});

test('every gateway refuses TLS before 1.2 at its own host too', () => {
  const gateways = template.all('AWS::ApiGateway::RestApi').map(({ properties }) => properties);
  expect(gateways.length).toBeGreaterThanOrEqual(3);
  for (const { SecurityPolicy, EndpointAccessMode } of gateways)
    expect([SecurityPolicy, EndpointAccessMode]).toEqual(['SecurityPolicy_TLS13_1_2_PQ_2025_09', 'STRICT']);
});

test(
  "a gateway with a domain of its own answers at no other host; CloudFront's origins do",
  async () => {
    const context = {
      apiDomain: 'api.malote.test',
      apiCertificateArn: 'arn:aws:acm:sa-east-1:444455556666:certificate/b',
    };
    const closed = (stack: Template) =>
      stack
        .all('AWS::ApiGateway::RestApi')
        .filter(({ properties }) => properties.DisableExecuteApiEndpoint === true)
        .map(({ properties }) => properties.Name)
        .sort();
    expect(closed(await synthesizeApp({ context }))).toEqual(['malote-prod', 'malote-prod-root']);
    expect(closed(template)).toEqual([]);
  },
  SYNTHESIS_MS,
);

test('the API is Regional, its stage is the version, bodies and files are binary', () => {
  expect(ofTheApi('AWS::ApiGateway::RestApi').map(({ properties }) => properties)).toEqual([
    expect.objectContaining({
      EndpointConfiguration: { Types: ['REGIONAL'] },
      BinaryMediaTypes: ['application/json', 'multipart/form-data', 'application/pdf'],
    }),
  ]);
  const [stage] = ofTheApi('AWS::ApiGateway::Stage');
  expect(stage!.properties.StageName).toBe('v1');
  expect(stage!.properties.MethodSettings[0]!.ThrottlingRateLimit).toBeGreaterThan(50);
});

test('the access logs contain no personal data and no page path', () => {
  const stages = template.all('AWS::ApiGateway::Stage');
  expect(stages).toHaveLength(3);
  for (const { properties } of stages) {
    const variables = properties.AccessLogSetting.Format.match(/\$context\.[\w.]+/g)!;
    expect(variables).toContain('$context.resourcePath');
    expect(variables.filter((name) => /identity|authorizer|query|header|\.path$|domain/i.test(name))).toEqual([]);
  }
});

/** What the gateway cannot know, because a function may have run. */
const maybe = mayHaveTakenEffect('service_unavailable').values!;

test.each<[string, string, ProblemCode, Values?]>([
  ['REQUEST_TOO_LARGE', '413', 'request_too_large'],
  ['MISSING_AUTHENTICATION_TOKEN', '404', 'endpoint_not_found'],
  ['RESOURCE_NOT_FOUND', '404', 'endpoint_not_found'],
  ['UNSUPPORTED_MEDIA_TYPE', '400', 'unsupported_content_type'],
  ['THROTTLED', '503', 'service_unavailable'],
  ['WAF_FILTERED', '429', 'rate_limit_exceeded'],
  ['QUOTA_EXCEEDED', '429', 'rate_limit_exceeded'],
  ['INTEGRATION_TIMEOUT', '503', 'service_unavailable', maybe],
  ['INTEGRATION_FAILURE', '503', 'service_unavailable', maybe],
  ['DEFAULT_4XX', '400', 'invalid_json'],
  ['DEFAULT_5XX', '500', 'internal_error', maybe],
])('the gateway itself returns %s as %s %s in the error envelope', (type, status, code, values = {}) => {
  const problem = new Problem(code, { values });
  const { StatusCode, ResponseParameters, ResponseTemplates } = ofTheApi('AWS::ApiGateway::GatewayResponse')
    .map(({ properties }) => properties)
    .find(({ ResponseType }) => ResponseType === type)!;
  expect(StatusCode).toBe(status);
  const body = ResponseTemplates['application/json'];
  const sent: unknown = JSON.parse(body.replace('$context.requestId', 'c1f0a3e2-5d0b-4f2e-9a57-7a1f6f3c2b10'));
  expect(mistakes({ $ref: '#/components/schemas/Error' }, sent)).toEqual([]);
  expect(JSON.parse(body)).toEqual({
    error: {
      type: expect.any(String),
      code,
      message: `${problemMessage(problem, 'pt-BR')} / ${problemMessage(problem, 'en')}`,
      request_id: 'req_$context.requestId',
      doc_url: expect.stringContaining(code),
      details: null,
    },
  });
  expect(ResponseParameters).toMatchObject({
    'gatewayresponse.header.Request-Id': 'context.requestId',
    'gatewayresponse.header.RateLimit-Limit': "'50'",
    'gatewayresponse.header.RateLimit-Remaining': status === '429' ? "'0'" : "'50'",
    'gatewayresponse.header.RateLimit-Reset': "'1'",
    'gatewayresponse.header.Content-Type': "'application/json; charset=utf-8'",
  });
  expect('gatewayresponse.header.Retry-After' in ResponseParameters).toBe(['429', '503'].includes(status));
});
