import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { openIdClients, SignInRefused } from '../../lib/adapters/sign-in/openid.ts';
import { readSettings } from '../../lib/infra/settings.ts';
import { SignIn } from '../../lib/infra/sign-in.ts';
import type { Template } from './deployment.ts';

/**
 * The user pool of the stack on the Cognito of MiniStack, which has no CloudFront and so no dashboard: template, pages of sign-in,
 * tokens and their signature, by the client of OpenID that the functions use.
 */
const isThere = process.env.FIDELITY_TARGET === 'MiniStack';
const endpoint = process.env.AWS_ENDPOINT_URL!;
const region = process.env.AWS_REGION!;
const aws = `https://cognito-idp.${region}.amazonaws.com`;

const origin = 'http://127.0.0.1:9';
const email = 'ana@exemplo.com.br';
const password = 'Malote-2026-segura!';
const StackName = 'MaloteSignIn';

const cloudFormation = new CloudFormationClient({});
const atMiniStack = globalThis.fetch;
let clients: ReturnType<typeof openIdClients>;

/** The template of the pool, without the style that MiniStack does not know. */
function template(): string {
  const app = new App();
  const stack = new Stack(app, StackName);
  const { clientId } = new SignIn(stack, 'SignIn', { settings: readSettings(app.node), origin });
  const pool = stack.node.findChild('SignIn').node.findChild('People').node.defaultChild as { ref?: string };
  new CfnOutput(stack, 'Pool', { value: pool.ref! });
  new CfnOutput(stack, 'Client', { value: clientId });
  const made = app.synth().getStackByName(StackName).template as Template;
  for (const [id, { Type }] of Object.entries(made.Resources))
    if (Type === 'AWS::Cognito::ManagedLoginBranding') delete made.Resources[id];
  return JSON.stringify({ Resources: made.Resources, Outputs: (made as { Outputs?: object }).Outputs });
}

/** A call of Cognito's own API; MiniStack reads the service from the signature and does not check it. */
async function cognito(operation: string, body: object): Promise<void> {
  const response = await atMiniStack(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/cognito-idp/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${operation}: ${await response.text()}`);
}

beforeAll(async () => {
  if (!isThere) return;
  await cloudFormation.send(new CreateStackCommand({ StackName, TemplateBody: template() }));
  await waitUntilStackCreateComplete({ client: cloudFormation, maxWaitTime: 120 }, { StackName });
  const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
  const output = (name: string) => Stacks![0]!.Outputs!.find(({ OutputKey }) => OutputKey === name)!.OutputValue!;
  const UserPoolId = output('Pool');
  const attributes = { email, email_verified: 'true', name: 'Ana Souza' };
  await cognito('AdminCreateUser', {
    UserPoolId,
    Username: email,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    MessageAction: 'SUPPRESS',
  });
  await cognito('AdminSetUserPassword', { UserPoolId, Username: email, Password: password, Permanent: true });
  clients = openIdClients({ issuer: `${aws}/${UserPoolId}`, clientId: output('Client'), clientSecret: undefined });
  // Its tokens name AWS's issuer, whose addresses lead to its endpoint here, and back in what it says of itself.
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const response = await atMiniStack(url.replace(aws, endpoint), init);
    if (!url.endsWith('/.well-known/openid-configuration')) return response;
    return Response.json(JSON.parse((await response.text()).replaceAll(endpoint, aws)), { status: response.status });
  };
});

afterAll(async () => {
  globalThis.fetch = atMiniStack;
  if (isThere) await cloudFormation.send(new DeleteStackCommand({ StackName }));
  cloudFormation.destroy();
});

/** Fills in the pages of sign-in. @returns the address to which they send the browser, if they do */
async function fillIn(url: string, typed: string): Promise<URL | undefined> {
  let page = await atMiniStack(url.replace(aws, endpoint), { redirect: 'manual' });
  for (let step = 0; step < 3 && page.status === 200; step++) {
    const [form = ''] = /<form[^]*?<\/form>/.exec(await page.text()) ?? [];
    const fields = new URLSearchParams();
    for (const [input, name] of form.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g))
      fields.set(name!, (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&'));
    if (fields.get('username') === '') fields.set('username', email);
    if (fields.has('password')) fields.set('password', typed);
    page = await atMiniStack(`${endpoint}/login`, { method: 'POST', body: fields, redirect: 'manual' });
  }
  const location = page.headers.get('location');
  return location === null ? undefined : new URL(location);
}

const [describeThere, where] = isThere ? [describe, ''] : [describe.skip, ' (elsewhere the pages are other ones)'];

describeThere(`a person of the user pool${where}`, () => {
  test('signs in: code, PKCE, state, nonce and signature are right', async () => {
    const client = clients(origin);
    const begun = await client.begin();
    const back = await fillIn(begun.url, password);
    expect(back?.origin).toBe(origin);
    expect(await client.finish(back!.searchParams, begun)).toEqual({
      issuer: expect.stringContaining(`${aws}/${region}_`),
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      emailVerified: true,
      name: 'Ana Souza',
    });
    // The code is used up.
    await expect(client.finish(back!.searchParams, begun)).rejects.toThrow(SignInRefused);
  });

  test('does not sign in with another password', async () => {
    const { url } = await clients(origin).begin();
    expect(await fillIn(url, 'Malote-2026-errada!')).toBeUndefined();
  });

  test('is refused with what belongs to another sign-in', async () => {
    const client = clients(origin);
    const other = await client.begin();
    for (const part of ['state', 'nonce', 'code_verifier'] as const) {
      const begun = await client.begin();
      const back = await fillIn(begun.url, password);
      const mixed = { ...begun, [part]: other[part] };
      await expect(client.finish(back!.searchParams, mixed)).rejects.toThrow(SignInRefused);
    }
  });
});
