import { expect, test } from '@jest/globals';
import type { Account } from '../../lib/core/domain/accounts.ts';
import { findPage } from '../../lib/operations/verifications/find-page.ts';
import { storesOfPage } from '../support/confirmation-page.ts';
import { accountSample, verificationSample } from '../support/samples.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const NETWORK = '198.51.100.1';

/** The page of one stored verification; `misses` has what is counted. */
function stored(account: Account, pageToken: string, waitAfterMisses?: number, hosts: Record<string, string> = {}) {
  const mailing = verificationSample({ account_id: account.id, page_token: pageToken });
  const stores = storesOfPage(account, mailing);
  const owner = { account_id: account.id, verification_id: mailing.id };
  const misses: unknown[] = [];
  const deps = {
    ...stores,
    accounts: { ...stores.accounts, hostOwner: async (host: string) => hosts[host] },
    verifications: {
      ...stores.verifications,
      findPage: async (token: string) => (token === pageToken ? owner : undefined),
    },
    tries: {
      countMiss: async (network: string | null) => void misses.push(network),
      waitAfterMisses: async () => waitAfterMisses,
    },
  };
  const find = (accountId: string | undefined, token: string, host: string | null = null) =>
    findPage(deps, { accountId, pageToken: token, host, network: NETWORK, now: NOW });
  return { mailing, misses, find };
}

const account = accountSample({ id: 'acc_bcdfgh' });
const TOKEN = 'bcdf-ghjk-mnpq';

test('the page of a letter printed with a long id and a long token opens, in every spelling', async () => {
  const old = accountSample({ id: 'acc_01k9zr3m6g8h2jv5w7x9ybcdef' });
  const token = '4k7m2p9qz8x3v6n1t5w0r2y8hj';
  const { mailing, find, misses } = stored(old, token);
  for (const [accountId, typed] of [
    [old.id, token],
    ['ACC_OIK9ZR3M6G8H2JV5W7X9YBCDEF', '4K7M2P9QZ8X3V6NLT5WOR2Y8HJ'],
    [undefined, token],
  ] as const)
    expect(await find(accountId, typed)).toMatchObject({ found: { mailing }, pageToken: token });
  expect(misses).toEqual([]);
});

test('a page opens for its own account or by its number alone; everything else is a miss', async () => {
  const { mailing, find, misses } = stored(account, TOKEN);
  expect(await find('accbcdfgh', 'BCDFGHJKMNPQ')).toMatchObject({ found: { mailing }, pageToken: TOKEN });
  expect(await find(undefined, TOKEN)).toMatchObject({ found: { mailing } });
  expect(misses).toEqual([]);
  expect(await find('acc_bcdfgj', TOKEN)).toEqual({ kind: 'unknown_link' });
  expect(await find('acc_bcdfgh', 'bcdf-ghjk-mnpr')).toEqual({ kind: 'unknown_link' });
  expect(misses).toEqual([NETWORK, NETWORK]);
});

test("a company's host shows only its own letters; the host of the service shows all", async () => {
  const hosts = { 'confirme.ipe.example': account.id, 'confirme.outra.example': 'acc_zzzzzz' };
  const { mailing, find, misses } = stored(account, TOKEN, undefined, hosts);
  for (const host of ['confirme.ipe.example', 'confirmar.malote.example', 'd111111abcdef8.cloudfront.net', null])
    expect(await find('acc_bcdfgh', TOKEN, host)).toMatchObject({ found: { mailing } });
  expect(misses).toEqual([]);
  for (const accountId of ['acc_bcdfgh', 'acc_zzzzzz', undefined])
    expect(await find(accountId, TOKEN, 'confirme.outra.example')).toEqual({ kind: 'unknown_link' });
  expect(misses).toEqual([NETWORK, NETWORK, NETWORK]);
});

test('a malformed token is not looked up and does not count as a miss', async () => {
  const { find, misses } = stored(account, TOKEN);
  expect(await find('acc_bcdfgh', 'location')).toEqual({ kind: 'unknown_link' });
  expect(misses).toEqual([]);
});

test('after too many misses, the response no longer reveals whether a page exists', async () => {
  const { find } = stored(account, TOKEN, 90);
  const throttled = { kind: 'throttled', retry_after_seconds: 90 };
  expect(await find('acc_bcdfgh', TOKEN)).toEqual(throttled);
  expect(await find('acc_bcdfgh', 'bcdf-ghjk-mnpr')).toEqual(throttled);
});
