import { beforeAll, describe, expect, test } from '@jest/globals';
import { openIdClients, SignInRefused } from '../../../lib/adapters/sign-in/openid.ts';
import { SIGN_IN_MS } from '../../../lib/core/domain/sessions.ts';
import { Browser } from '../../support/browser.ts';
import { openCustomer, useService } from '../../support/service.ts';
import { DASHBOARD, gatewayPath, wholeMinistack } from './targets.ts';

import './cognito-at-ministack.ts';

/**
 * A person of the stack's user pool signs in to the deployed dashboard, on MiniStack's Cognito and functions: template,
 * sign-in pages, tokens and their signature, session and the account's letters. The test calls the dashboard's API at
 * its gateway, since MiniStack's CloudFront calls no gateway.
 */
const isThere = process.env.FIDELITY_TARGET === wholeMinistack.name;
const endpoint = process.env.AWS_ENDPOINT_URL!;
const region = process.env.AWS_REGION!;
const issuers = `https://cognito-idp.${region}.amazonaws.com`;

const email = `ana-${process.pid}@exemplo.com.br`;
const password = 'Malote-2026-segura!';
const api = `${endpoint}${gatewayPath(DASHBOARD)}/api`;

/** A call of Cognito's API; MiniStack reads the service from the signature and does not verify it. */
async function cognito<Answer>(operation: string, body: object): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/cognito-idp/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${operation}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Fills in the sign-in pages. @returns the address to which they redirect the browser, if any */
async function fillIn(url: string, typed: string): Promise<URL | undefined> {
  let page = await fetch(url.replace(issuers, endpoint), { redirect: 'manual' });
  for (let step = 0; step < 3 && page.status === 200; step++) {
    const [form = ''] = /<form[^]*?<\/form>/.exec(await page.text()) ?? [];
    const fields = new URLSearchParams();
    for (const [input, name] of form.matchAll(/<input[^>]*name="([^"]+)"[^>]*>/g))
      fields.set(name!, (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&'));
    if (fields.get('username') === '') fields.set('username', email);
    if (fields.has('password')) fields.set('password', typed);
    page = await fetch(`${endpoint}/login`, { method: 'POST', body: fields, redirect: 'manual' });
  }
  const location = page.headers.get('location');
  return location === null ? undefined : new URL(location);
}

const [describeThere, where] = isThere ? [describe, ''] : [describe.skip, ' (elsewhere the pages are other ones)'];

describeThere(`a person of the user pool${where}`, () => {
  const { outputs, control } = useService();
  const origin = outputs.DashboardOrigin!;
  let accountId: string;
  let issuer: string;
  let poolId: string;

  const begin = async () => {
    const browser = new Browser(origin);
    const answer = await browser.open(`${api}/sign-in?return_to=/letters`);
    expect(answer.status).toBe(302);
    return { browser, page: answer.headers.get('location')! };
  };
  const come = async (browser: Browser, back: URL | undefined) => {
    expect(back?.origin).toBe(origin);
    expect(back!.pathname).toBe('/api/sign-in/callback');
    const answer = await browser.open(`${api}/sign-in/callback${back!.search}`);
    return answer.headers.get('location');
  };

  beforeAll(async () => {
    const { UserPools } = await cognito<{ UserPools: { Id: string }[] }>('ListUserPools', { MaxResults: 10 });
    const { Id: UserPoolId } = UserPools[0]!;
    poolId = UserPoolId;
    issuer = `${issuers}/${UserPoolId}`;
    const attributes = { email, email_verified: 'true', name: 'Ana Souza' };
    await cognito('AdminCreateUser', {
      UserPoolId,
      Username: email,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
      MessageAction: 'SUPPRESS',
      // One that MiniStack makes up is shorter than the pool demands.
      TemporaryPassword: password,
    });
    await cognito('AdminSetUserPassword', { UserPoolId, Username: email, Password: password, Permanent: true });
    ({ id: accountId } = await openCustomer());
    await control.post(`/accounts/${accountId}/people`, { email, role: 'owner' });
  });

  test('signs in, and sees the account and its letters', async () => {
    const { browser, page } = await begin();
    expect(await come(browser, await fillIn(page, password))).toBe('/letters');
    const session = await browser.open(`${api}/session`);
    expect(await session.json()).toMatchObject({
      person: { email, name: 'Ana Souza' },
      accounts: [{ id: accountId, role: 'owner' }],
    });
    const letters = await browser.open(`${api}/accounts/${accountId}/letters`);
    expect(await letters.json()).toMatchObject({ object: 'list', data: [] });
    const others = await browser.open(`${api}/accounts/acc_00000000000000000000000000/letters`);
    expect(others.status).toBe(404);
  });

  test('does not sign in twice with one code, nor in another browser', async () => {
    const { browser, page } = await begin();
    const back = await fillIn(page, password);
    const { browser: other } = await begin();
    // What a browser has begun is kept in it, by the state: this one does not know it.
    expect(await come(other, back)).toBe('/?sign_in_error=expired');
    expect(await come(new Browser(origin), back)).toBe('/?sign_in_error=expired');
    expect((await browser.open(`${api}/session`)).status).toBe(401);
  });

  test('has a valid code, PKCE, state, nonce and signature, and is rejected with those of another sign-in', async () => {
    const clientId = new URL((await begin()).page).searchParams.get('client_id')!;
    const { UserPoolClient } = await cognito<{ UserPoolClient: { ClientSecret: string } }>('DescribeUserPoolClient', {
      UserPoolId: poolId,
      ClientId: clientId,
    });
    const client = openIdClients({ issuer, clientId, clientSecret: UserPoolClient.ClientSecret })(origin);
    const beginning = async () => ({ ...(await client.begin()), expires_at: Date.now() + SIGN_IN_MS });
    const begun = await beginning();
    const back = await fillIn(begun.url, password);
    expect(await client.finish(back!.searchParams, begun)).toEqual({
      issuer,
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      emailVerified: true,
      name: 'Ana Souza',
      refreshToken: expect.stringMatching(/^\S+$/),
    });
    // The code has been used.
    await expect(client.finish(back!.searchParams, begun)).rejects.toThrow(SignInRefused);
    const other = await client.begin();
    for (const part of ['state', 'nonce', 'code_verifier'] as const) {
      const mine = await beginning();
      const answer = await fillIn(mine.url, password);
      await expect(client.finish(answer!.searchParams, { ...mine, [part]: other[part] })).rejects.toThrow(
        SignInRefused,
      );
    }
  });

  test('does not sign in with another password', async () => {
    const { page } = await begin();
    expect(await fillIn(page, 'Malote-2026-errada!')).toBeUndefined();
  });
});
