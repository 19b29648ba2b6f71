import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { confirm, type Deps } from '../../functions/confirmation-page-confirm/confirm.ts';
import { texts } from '../../lib/confirmation-page/texts.ts';
import type { PageRequest } from '../../lib/http/page-handler.ts';
import { accountSample, verificationSample } from '../support/samples.ts';

const NOW = Date.parse('2026-03-10T15:04:00Z');
const TOKEN = '0123456789abcdefghjkmnpqrs';

/** A page that awaits its code, after more tries than its network may make. */
function throttledPage() {
  const account = accountSample();
  const mailing = verificationSample({
    account_id: account.id,
    status: 'awaiting_code',
    page_token: TOKEN,
    expires_at: NOW + 1_000,
  });
  const counted: unknown[] = [];
  const never = () => Promise.reject(new Error('nothing is looked at or changed'));
  const deps: Deps = {
    now: () => NOW,
    randomBytes,
    basePath: '/confirm',
    accounts: { find: async () => account },
    verifications: {
      find: async () => ({ mailing, version: 1, wait: null }),
      findPage: async () => ({ account_id: account.id, verification_id: mailing.id }),
      change: never,
    },
    previews: { link: never },
    codes: { matches: never },
    tries: {
      take: async (...subject) => {
        counted.push(subject);
        return 90;
      },
    },
  };
  const request = (ip: string | null): PageRequest => ({
    now: NOW,
    locale: 'pt-BR',
    accountId: account.id,
    pageToken: TOKEN.toUpperCase(),
    query: {},
    form: { code: '042 317', entry: 'typed' },
    visitor: { ip, location: null, user_agent: null, device: null, client: null },
  });
  return { counted, post: (ip: string | null) => confirm(deps, request(ip)) };
}

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7'],
  ['2001:db8::9', '2001:db8:0:0'],
  [null, null],
])('a try from %s is counted for its link and for %s, and a throttled one looks at no code', async (ip, network) => {
  const { counted, post } = throttledPage();
  const answer = await post(ip);
  expect(counted).toEqual([[TOKEN, network, NOW]]);
  expect(answer).toMatchObject({ status: 429, headers: { 'Retry-After': '90' } });
  expect('html' in answer && answer.html).toContain(texts['pt-BR'].throttled.heading);
});
