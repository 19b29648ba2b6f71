import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { newBrowser, newEmail, signedIn } from '../../support/dashboard.ts';
import { useCustomer, useService } from '../../support/service.ts';

const customer = useCustomer();
const invite = (email: string, role = 'owner') =>
  useService().control.post(`/accounts/${customer().id}/people`, { email, role });

describe('signing in', () => {
  test('leads to the requested page, and returns who signed in', async () => {
    const email = newEmail();
    const { id } = await invite(email, 'sender');
    const browser = newBrowser();
    expect(await browser.signIn(email, { returnTo: '/letters?status=posted' })).toBe('/letters?status=posted');
    const { status, body } = await browser.ask('GET', '/session');
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'session',
      person: { id, name: null, email },
      accounts: [{ id: customer().id, name: 'Empresa de Teste Ltda.', role: 'sender' }],
      invitations: [],
      expires_at: expect.stringMatching(/^20.*Z$/),
      // The operator's setting `printBatchSchedule`.
      print_schedule: {
        times: ['09:00', '13:00', '17:00'],
        weekdays: [1, 2, 3, 4, 5],
        days_off: expect.arrayContaining([expect.stringMatching(/^20\d\d-\d\d-\d\d$/)]),
        cutoff_minutes: 0,
      },
    });
  });

  test('keeps only one cookie in the browser, which scripts cannot read', async () => {
    const browser = await signedIn(customer().id, 'viewer');
    const own = [...browser.cookies].filter(([name]) => name.startsWith('malote'));
    expect(own).toEqual([
      [
        'malote_session',
        { value: expect.stringMatching(/^[\w-]{43}$/), attributes: expect.stringContaining('HttpOnly') },
      ],
    ]);
    expect(own[0]![1].attributes).toMatch(/SameSite=Strict/);
    expect(own[0]![1].attributes).toMatch(/Path=\//);
  });

  test('is rejected for people who are in no account', async () => {
    const browser = newBrowser();
    expect(await browser.signIn(newEmail())).toBe('/?sign_in_error=not_invited');
    expect((await browser.ask('GET', '/session')).body.error.code).toBe('session_missing');
  });

  test('accepts another spelling of the address', async () => {
    const email = newEmail();
    await invite(email.toUpperCase());
    expect(await newBrowser().signIn(email)).toBe('/');
  });

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/api/sign-in', '\t//evil.example', 'x'])(
    'never redirects to another site (%j)',
    async (returnTo) => {
      const email = newEmail();
      await invite(email);
      expect(await newBrowser().signIn(email, { returnTo })).toBe('/');
    },
  );
});

describe('an incomplete sign-in', () => {
  test('ends without the browser that started it', async () => {
    const email = newEmail();
    await invite(email);
    const [victim, other] = [newBrowser(), newBrowser()];
    const callback = await callbackOf(other, email);
    expect((await victim.follow(callback)).url).toBe('/?sign_in_error=expired');
    expect(victim.cookies.has('malote_session')).toBe(false);
  });

  test('works once', async () => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    const callback = await callbackOf(browser, email);
    const attempts = [...browser.cookies].filter(([name]) => name.startsWith('malote_sign_in_'));
    expect(attempts).toHaveLength(1);
    expect((await browser.follow(callback)).url).toBe('/');
    browser.cookies.delete('malote_session');
    expect((await browser.follow(callback)).url).toBe('/?sign_in_error=expired');
    browser.cookies.set(...attempts[0]!);
    expect((await browser.follow(callback)).url).toBe('/?sign_in_error=refused');
    expect(browser.cookies.has('malote_session')).toBe(false);
  });

  test.each([
    ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
    ['a made-up code', (query: URLSearchParams) => query.set('code', 'x')],
    ['two codes', (query: URLSearchParams) => query.append('code', 'x')],
    ['no code', (query: URLSearchParams) => query.delete('code')],
  ])('is rejected with %s', async (_, change) => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    const callback = new URL(await callbackOf(browser, email), browser.origin);
    change(callback.searchParams);
    expect((await browser.follow(callback.pathname + callback.search)).url).toBe('/?sign_in_error=refused');
    expect(browser.cookies.has('malote_session')).toBe(false);
  });

  test.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'x')],
    ['no state', (query: URLSearchParams) => query.delete('state')],
  ])('is unknown with %s', async (_, change) => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    const callback = new URL(await callbackOf(browser, email), browser.origin);
    change(callback.searchParams);
    expect((await browser.follow(callback.pathname + callback.search)).url).toBe('/?sign_in_error=expired');
    expect(browser.cookies.has('malote_session')).toBe(false);
  });

  test('is rejected with the code of another sign-in in the same browser', async () => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    const [first, second] = [await callbackOf(browser, email), await callbackOf(browser, email)];
    const mixed = new URL(second, browser.origin);
    mixed.searchParams.set('code', new URL(first, browser.origin).searchParams.get('code')!);
    expect((await browser.follow(mixed.pathname + mixed.search)).url).toBe('/?sign_in_error=refused');
    expect(browser.cookies.has('malote_session')).toBe(false);
  });
});

describe('a sign-in in progress', () => {
  const attemptsOf = (browser: ReturnType<typeof newBrowser>) =>
    [...browser.cookies].filter(([name]) => name.startsWith('malote_sign_in_'));

  test.each([
    ['whose time was moved', (attempt: any) => (attempt.expires_at += 60_000)],
    ['whose page was changed', (attempt: any) => (attempt.return_to = '/letters')],
    ['that ends another session', (attempt: any) => (attempt.replaces = 'a'.repeat(64))],
  ])('%s is unknown', async (_, change) => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    const callback = await callbackOf(browser, email);
    const [[name, { value, attributes }] = ['', { value: '', attributes: '' }]] = attemptsOf(browser);
    const [content = '', mac] = value.split('.');
    const attempt = JSON.parse(Buffer.from(content, 'base64url').toString());
    change(attempt);
    const forged = Buffer.from(JSON.stringify(attempt)).toString('base64url');
    for (const other of [`${forged}.${mac}`, forged, `${forged}.`, content]) {
      browser.cookies.set(name, { value: other, attributes });
      expect((await browser.follow(callback)).url).toBe('/?sign_in_error=expired');
    }
    expect(browser.cookies.has('malote_session')).toBe(false);
    browser.cookies.set(name, { value, attributes });
    expect((await browser.follow(callback)).url).toBe('/');
  });

  test('is not found under the name of another one', async () => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    const callback = await callbackOf(browser, email);
    await browser.open('/api/sign-in');
    const [[mine], [, other]] = attemptsOf(browser) as [[string, any], [string, any]];
    browser.cookies.set(mine, other);
    expect((await browser.follow(callback)).url).toBe('/?sign_in_error=expired');
  });

  test('costs the service no item, and a browser keeps at most five', async () => {
    const browser = newBrowser();
    for (let count = 0; count < 7; count++) await browser.open('/api/sign-in');
    expect(attemptsOf(browser)).toHaveLength(5);
    expect(await signInItems()).toBe(0);
    const email = newEmail();
    await invite(email);
    expect(await browser.signIn(email)).toBe('/');
  });
});

describe('a sign-in that another site begins', () => {
  test.each(['cross-site', 'same-site'])('(%s) leads to the own page, and touches no session', async (site) => {
    const browser = await signedIn(customer().id, 'owner');
    const session = browser.cookies.get('malote_session')!;
    browser.cookies.delete('malote_session');
    const answer = await browser.open('/api/sign-in?return_to=/letters', { headers: { 'sec-fetch-site': site } });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/letters']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    browser.cookies.set('malote_session', session);
    expect((await browser.ask('GET', '/session')).status).toBe(200);
  });

  test.each(['same-origin', 'none'])('and one that the person begins (%s) does not', async (site) => {
    const answer = await newBrowser().open('/api/sign-in', { headers: { 'sec-fetch-site': site } });
    expect(answer.headers.get('location')).toContain('/_sign-in/auth?');
  });
});

describe('the provider', () => {
  test.each([
    ['no secret', {}],
    ['another secret', { client_secret: 'x'.repeat(43) }],
  ])('gives no token to a client with %s', async (_, secret) => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    const callback = new URL(await callbackOf(browser, email), browser.origin);
    const [[, { value }] = ['', { value: '' }]] = [...browser.cookies].filter(([name]) =>
      name.startsWith('malote_sign'),
    );
    const { code_verifier } = JSON.parse(Buffer.from(value.split('.')[0]!, 'base64url').toString());
    const answer = await fetch(`${browser.origin}/_sign-in/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code')!,
        redirect_uri: `${browser.origin}/api/sign-in/callback`,
        client_id: 'malote-dashboard',
        code_verifier,
        ...secret,
      }),
    });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([401, 'invalid_client']);
    expect((await browser.follow(callback.pathname + callback.search)).url).toBe('/');
  });
});

describe('a sign-in without a new authentication', () => {
  /** The provider's first page after the browser has removed parameters from the request that passes through it. */
  async function stripped(browser: ReturnType<typeof newBrowser>, remove: (name: string) => boolean): Promise<string> {
    const asked = new URL((await browser.open('/api/sign-in')).headers.get('location')!);
    for (const name of [...asked.searchParams.keys()]) if (remove(name)) asked.searchParams.delete(name);
    return (await browser.follow(asked.pathname + asked.search)).url;
  }

  const required = ['client_id', 'response_type', 'scope', 'redirect_uri', 'code_challenge', 'code_challenge_method'];
  const optional = ['prompt', 'max_age'];

  test('sends what can be removed, and no more', async () => {
    const asked = new URL((await newBrowser().open('/api/sign-in')).headers.get('location')!);
    expect([...asked.searchParams.keys()].sort()).toEqual([...required, ...optional, 'nonce', 'state'].sort());
  });

  test.each([
    ['prompt', (name: string) => name === 'prompt'],
    ['max_age', (name: string) => name === 'max_age'],
    ['both', (name: string) => optional.includes(name)],
    ['everything that is not required', (name: string) => !required.includes(name)],
  ])('is refused after a sign-out, when the browser removes %s', async (_, remove) => {
    const email = newEmail();
    const browser = await signedIn(customer().id, 'owner', email);
    await later(7);
    await browser.ask('POST', '/sign-out?everywhere=true');
    const at = await stripped(browser, remove);
    // The provider's form, or its answer without one, which the callback refuses; without the state, it finds no attempt.
    expect(at).toMatch(/^\/_sign-in\/interaction\/|^\/\?sign_in_error=(?:refused|expired)$/);
    expect((await browser.ask('GET', '/session')).status).toBe(401);
  });

  test.each(['prompt', 'max_age'])('is refused when the browser removes everything but %s', async (kept) => {
    const browser = await signedIn(customer().id, 'owner');
    await later(7);
    await browser.ask('POST', '/sign-out');
    const at = await stripped(browser, (name) => optional.includes(name) && name !== kept);
    expect(at).toMatch(/^\/_sign-in\/interaction\//);
    expect((await browser.ask('GET', '/session')).status).toBe(401);
  });

  test('is impossible after the page has followed the sign-out to the provider', async () => {
    const email = newEmail();
    const browser = await signedIn(customer().id, 'owner', email);
    const { provider_sign_out_url } = (await browser.ask('POST', '/sign-out')).body;
    const form = await (await browser.open(provider_sign_out_url)).text();
    const [, action] = / action="([^"]+)"/.exec(form)!;
    const [, xsrf] = / name="xsrf" value="([^"]+)"/.exec(form)!;
    const left = await browser.open(action!, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ xsrf: xsrf!, logout: 'yes' }).toString(),
    });
    expect(left.headers.get('location')).toBe(`${browser.origin}/`);
    expect(await stripped(browser, (name) => optional.includes(name))).toMatch(/^\/_sign-in\/interaction\//);
    expect(await browser.signIn(email)).toBe('/');
  });
});

describe('a session', () => {
  test('is new after each sign-in, and the previous one ends', async () => {
    const email = newEmail();
    const browser = await signedIn(customer().id, 'owner', email);
    const before = browser.cookies.get('malote_session')!;
    await browser.signIn(email);
    const after = browser.cookies.get('malote_session')!;
    expect(after.value).not.toBe(before.value);
    browser.cookies.set('malote_session', before);
    expect((await browser.ask('GET', '/session')).body.error.code).toBe('session_ended');
  });

  test('is never a session that somebody else put into the browser', async () => {
    const email = newEmail();
    await invite(email);
    const browser = newBrowser();
    browser.cookies.set('malote_session', { value: 'A'.repeat(43), attributes: '' });
    await browser.signIn(email);
    expect(browser.cookies.get('malote_session')!.value).not.toBe('A'.repeat(43));
    const attacker = newBrowser();
    attacker.cookies.set('malote_session', { value: 'A'.repeat(43), attributes: '' });
    expect((await attacker.ask('GET', '/session')).status).toBe(401);
  });

  test('ends at sign-out, immediately and for every copy of its cookie', async () => {
    const browser = await signedIn(customer().id, 'owner');
    const stolen = browser.cookies.get('malote_session')!;
    const { body, headers } = await browser.ask('POST', '/sign-out');
    expect(body).toEqual({
      object: 'session',
      ended: true,
      provider_sign_out_url: expect.stringContaining('/_sign-in/session/end?'),
    });
    // Also the drafts in the browser (rule DASH-8).
    expect(headers.get('clear-site-data')).toBe('"storage"');
    expect(browser.cookies.has('malote_session')).toBe(false);
    const thief = newBrowser();
    thief.cookies.set('malote_session', stolen);
    expect((await thief.ask('GET', '/session')).body.error.code).toBe('session_ended');
    expect((await thief.ask('GET', `/accounts/${customer().id}/letters`)).body.error.code).toBe('session_ended');
  });

  test('ends everywhere when its person asks for it, and other people keep theirs', async () => {
    const email = newEmail();
    const here = await signedIn(customer().id, 'owner', email);
    const there = newBrowser();
    await there.signIn(email);
    const other = await signedIn(customer().id, 'viewer');
    await here.ask('POST', '/sign-out');
    expect((await there.ask('GET', '/session')).status).toBe(200);
    await there.ask('POST', '/sign-out?everywhere=true');
    await here.signIn(email);
    expect((await here.ask('GET', '/session')).status).toBe(200);
    expect((await other.ask('GET', '/session')).status).toBe(200);
  });

  test('is rejected with two cookies of its name', async () => {
    const browser = await signedIn(customer().id, 'owner');
    const { value } = browser.cookies.get('malote_session')!;
    browser.cookies.clear();
    const { status } = await browser.ask('GET', '/session', undefined, {
      cookie: `malote_session=${value}; malote_session=${value}`,
    });
    expect(status).toBe(401);
  });
});

/** The tolerance for the provider's clock is five seconds. */
const later = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** The address to which the provider redirects the browser, not opened yet. */
async function callbackOf(browser: ReturnType<typeof newBrowser>, email: string): Promise<string> {
  const open = browser.open.bind(browser);
  let callback = '';
  browser.open = async (url, init) => {
    if (!url.startsWith('/api/sign-in/callback')) return open(url, init);
    callback = url;
    return new Response(null, { status: 204 });
  };
  await browser.signIn(email);
  browser.open = open;
  return callback;
}

/** Of the whole table. */
/** Items of sign-ins in progress; earlier releases stored them. */
async function signInItems(): Promise<number> {
  const { aws, outputs } = await useService().control.get('/stack');
  const client = new DynamoDBClient(aws);
  const { Count } = await client.send(
    new ScanCommand({
      TableName: outputs.TableName,
      Select: 'COUNT',
      FilterExpression: 'begins_with(PK, :sign_in)',
      ExpressionAttributeValues: { ':sign_in': { S: 'SIGN_IN#' } },
    }),
  );
  return Count!;
}
