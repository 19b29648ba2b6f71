import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from '@jest/globals';
import { SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

const distribution = () => template.all('AWS::CloudFront::Distribution')[0]!.properties.DistributionConfig;

test('requests through the distribution have a secret that is in no template', () => {
  const [origin] = distribution().Origins;
  const [header] = origin!.OriginCustomHeaders;
  expect(header!.HeaderName).toBe('x-origin-secret');
  expect(JSON.stringify(header!.HeaderValue)).toMatch(/resolve:secretsmanager:.*OriginSecret/);
  expect(template.all('AWS::SecretsManager::Secret').filter(({ id }) => id.startsWith('PageFront'))).toHaveLength(1);
  expect(origin!.CustomOriginConfig.OriginProtocolPolicy).toBe('https-only');
  expect(origin!.OriginPath).toBe('/confirm');
});

test('nothing is cached at the edge, and only HTTPS is served', () => {
  const { CachePolicyId, ViewerProtocolPolicy, AllowedMethods } = distribution().DefaultCacheBehavior;
  // Managed-CachingDisabled.
  expect(CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
  expect(ViewerProtocolPolicy).toBe('redirect-to-https');
  expect(AllowedMethods).toEqual(expect.arrayContaining(['GET', 'POST']));
});

test('the location of the visitor reaches the page, the host does not', () => {
  const [policy] = template.all('AWS::CloudFront::OriginRequestPolicy').map(({ properties }) => properties);
  const { Headers } = policy!.OriginRequestPolicyConfig.HeadersConfig;
  expect(Headers).toEqual(
    expect.arrayContaining(['CloudFront-Viewer-Address', 'CloudFront-Viewer-City', 'User-Agent']),
  );
  expect(Headers).not.toContain('Host');
  // CloudFront's maximum is ten.
  expect(Headers.length).toBeLessThanOrEqual(10);
});

test('the requested host and gzip reach the page in one header, which the browser cannot override', () => {
  const [edge] = template.all('AWS::CloudFront::Function').map(({ properties }) => properties);
  const handler = runInNewContext(`${edge!.FunctionCode}; handler`) as (event: object) => { headers: object };
  const noted = (headers: Record<string, { value: string }>) =>
    handler({ request: { headers: { host: { value: 'confirme.ipe.example' }, ...headers } } }).headers;
  const made = { 'x-viewer': { value: 'confirme.outra.example gzip' } };
  expect(noted(made)).toMatchObject({ 'x-viewer': { value: 'confirme.ipe.example' } });
  expect(noted({ 'accept-encoding': { value: 'gzip, br' } })).toMatchObject({
    'x-viewer': { value: 'confirme.ipe.example gzip' },
  });
});

test('every distribution answers security.txt at its edge, and only that', () => {
  const edges = template.all('AWS::CloudFront::Function').map(({ properties }) => properties.FunctionCode);
  expect(edges.length).toBe(template.all('AWS::CloudFront::Distribution').length);
  for (const code of edges) {
    const handler = runInNewContext(`${code}; handler`) as (event: object) => { statusCode?: number; body: string };
    const ask = (uri: string) => handler({ request: { uri, headers: { host: { value: 'malote.example' } } } });
    const { statusCode, body } = ask('/.well-known/security.txt');
    expect(statusCode).toBe(200);
    expect(body).toMatch(/^Contact: mailto:\S+\nExpires: 20\d\d-\S+Z\nPreferred-Languages: pt-BR, en\n$/);
    expect(Date.parse(/Expires: (.*)/.exec(body)![1]!)).toBeGreaterThan(Date.now() + 170 * 86_400_000);
    expect(ask('/').statusCode).toBeUndefined();
  }
});

test.each([
  ['DEFAULT_4XX', '404', undefined],
  ['THROTTLED', '429', "'60'"],
  ['DEFAULT_5XX', '503', "'120'"],
])('the gateway itself responds to %s with a page, for any Accept header', (type, status, retryAfter) => {
  const { StatusCode, ResponseParameters, ResponseTemplates } = template
    .all('AWS::ApiGateway::GatewayResponse')
    .map(({ properties }) => properties)
    .find(({ ResponseType, ResponseTemplates }) => ResponseType === type && ResponseTemplates['text/html'])!;
  expect(StatusCode).toBe(status);
  expect(ResponseParameters['gatewayresponse.header.Content-Type']).toBe("'text/html; charset=utf-8'");
  expect(ResponseParameters['gatewayresponse.header.X-Frame-Options']).toBe("'DENY'");
  expect(ResponseParameters['gatewayresponse.header.Retry-After']).toBe(retryAfter);
  const page = ResponseTemplates['text/html'];
  expect(page).toBe(ResponseTemplates['application/json']);
  const style = createHash('sha256')
    .update(/<style>(.*)<\/style>/s.exec(page)![1]!)
    .digest('base64');
  expect(page.replaceAll('&#39;', "'")).toContain(`style-src 'unsafe-inline' 'sha256-${style}'`);
  expect(page).toContain('class="sheet"');
  expect(page).toContain('lang="en"');
  // The gateway would substitute it.
  expect(page).not.toContain('$');
});

test('no trace contains the address of a page', () => {
  const stages = template.all('AWS::ApiGateway::Stage').map(({ properties }) => properties);
  expect(stages.find(({ StageName }) => StageName === 'confirm')!.TracingEnabled).toBe(false);
});

test('all gateways wait for the role that allows them to write logs', () => {
  const { Resources } = JSON.parse(template.text) as {
    Resources: Record<string, { Type: string; DependsOn?: string[] }>;
  };
  const [, dashboard] = Object.entries(Resources).find(
    ([id, { Type }]) => Type === 'AWS::CloudFormation::Stack' && id.startsWith('Dashboard'),
  )!;
  const [account] = template.all('AWS::ApiGateway::Account');
  const stages = template.all('AWS::ApiGateway::Stage');
  expect(stages).toHaveLength(3);
  // The gateway stage of the nested stack waits as that stack does.
  for (const { id } of stages) expect((Resources[id] ?? dashboard).DependsOn).toContain(account!.id);
});

test(
  'a stage may omit the distribution; a custom domain comes with its certificate',
  async () => {
    const bare = await synthesizeApp({
      context: { confirmationPageDistribution: 'false', dashboard: 'false', docs: 'false' },
    });
    expect(bare.all('AWS::CloudFront::Distribution')).toEqual([]);
    const own = await synthesizeApp({
      context: {
        dashboard: 'false',
        docs: 'false',
        confirmationPageBase: 'https://confirmar.example.com',
        confirmationPageHosts: 'confirme.ipe.example,confirme.serra.example',
        confirmationPageCertificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/a',
      },
    });
    expect(own.all('AWS::CloudFront::Distribution')[0]!.properties.DistributionConfig.Aliases).toEqual([
      'confirmar.example.com',
      'confirme.ipe.example',
      'confirme.serra.example',
    ]);
    // Where the domain's DNS must point.
    const { Outputs } = JSON.parse(own.text) as { Outputs: { ConfirmationPageHost: { Value: unknown } } };
    expect(own.typeOf(Outputs.ConfirmationPageHost.Value)).toBe('AWS::CloudFront::Distribution');
  },
  2 * SYNTHESIS_MS,
);
