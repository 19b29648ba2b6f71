import { beforeAll, expect, test } from '@jest/globals';
import type { FunctionCall } from '@malote/local-cloud/interference.ts';
import { ApiClient } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { useStruckService } from './struck-service.ts';

/** A person's request for an API key, whose function dies at one of its writes, is repeated under its key (rule IDEM-6). */

/** A call without an answer is taken over after 60 seconds (rule IDEM-6). */
const UNTIL_TAKEN_OVER = 61;

const { service, strikeWith } = useStruckService();
let path: string;
let owner: Browser;
let developer: Browser;

beforeAll(async () => {
  const { control, api } = service();
  const { id } = await control.openAccount(api.baseUrl);
  path = `/accounts/${id}/api-keys`;
  const member = async (role: string) => {
    const browser = new Browser(new URL(api.baseUrl).origin);
    const email = `${role}@exemplo.com.br`;
    await control.post(`/accounts/${id}/people`, { email, role });
    expect(await browser.signIn(email)).toBe('/');
    return browser;
  };
  [owner, developer] = [await member('owner'), await member('developer')];
});

const create = (browser: Browser, name: string) =>
  browser.ask('POST', path, { name, mode: 'live' }, { 'idempotency-key': name });

async function idsOf(name: string): Promise<string[]> {
  const { data } = (await owner.ask('GET', path)).body as { data: { id: string; name: string }[] };
  return data.filter((key) => key.name === name).map(({ id }) => id);
}

const isWrite = ({ functionName, operation }: FunctionCall) =>
  functionName.includes('ApiKeysCreate') && /^(Put|Update|Delete|TransactWrite)Items?$/.test(operation);

/** Lets the function die at this write of it. @returns how many writes there were until then */
async function killedAt(at: number, effect: boolean, act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  strikeWith((call) => (isWrite(call) && count++ === at ? { kind: 'killed', effect } : undefined));
  await act();
  strikeWith();
  return count;
}

test('one key is made and its secret answered, at whichever write the function dies, before or after', async () => {
  const { control, api } = service();
  let at = 0;
  for (let isReached = true; isReached; at++) {
    for (const effect of [false, true]) {
      const name = `${at} ${effect}`;
      isReached = (await killedAt(at, effect, () => create(owner, name))) > at;
      await control.advance(UNTIL_TAKEN_OVER);
      const { status, body } = await create(owner, name);
      expect([name, status, await idsOf(name)]).toEqual([name, 201, [body.id]]);
      expect((await new ApiClient(api.baseUrl, body.secret).get('/balance')).status).toBe(200);
      expect((await create(owner, name)).body).toEqual(body);
    }
  }
  expect(at).toBeGreaterThan(4);
});

test('a developer who repeats the request of an owner does not read the secret of a live key', async () => {
  expect((await create(owner, 'Loja')).status).toBe(201);
  const { status, body } = await create(developer, 'Loja');
  expect([status, body.error?.code, body.secret]).toEqual([403, 'role_insufficient', undefined]);
});
