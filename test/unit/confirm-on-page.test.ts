import { expect, test } from '@jest/globals';
import { confirmedByApi } from '../../lib/core/domain/verifications.ts';
import { type CodeOnPage, confirmOnPage, type Deps } from '../../lib/operations/verifications/confirm-on-page.ts';
import { hostedPage } from '../../lib/texts/confirmation-page/hosted-page.ts';
import { texts } from '../../lib/texts/confirmation-page/texts.ts';
import { PAGE_TOKEN, sentFromPage, storesOfPage } from '../support/confirmation-page.ts';
import { accountSample, verificationSample } from '../support/samples.ts';

const NOW = Date.parse('2026-03-10T15:04:00Z');

/** A page that awaits its code, after its network has exceeded the limit of tries. */
function throttledPage() {
  const account = accountSample();
  const mailing = verificationSample({
    account_id: account.id,
    status: 'awaiting_code',
    page_token: PAGE_TOKEN,
    expires_at: NOW + 1_000,
  });
  const counted: unknown[] = [];
  const never = () => Promise.reject(new Error('nothing is looked at or changed'));
  const stores = storesOfPage(account, mailing);
  const deps: Deps = {
    ...stores,
    now: () => NOW,
    verifications: { ...stores.verifications, change: never },
    links: { link: never },
    codes: { matches: never },
    tries: {
      ...stores.tries,
      take: async (...subject) => {
        counted.push(subject);
        return 90;
      },
    },
  };
  const post = (network: string | null) => {
    const pageToken = PAGE_TOKEN.toUpperCase();
    const sent = sentFromPage(account, { now: NOW, pageToken, network });
    return confirmOnPage(deps, { ...sent, code: '042 317', confirmer: { ...confirmedByApi, method: 'hosted_page' } });
  };
  return { counted, post };
}

test.each(['198.51.100.1', null])(
  'an attempt from %s is counted for it and for its link, and checks no code',
  async (network) => {
    const { counted, post } = throttledPage();
    const outcome = await post(network);
    expect(counted).toEqual([[PAGE_TOKEN, network, NOW]]);
    const { page, throttled } = outcome as CodeOnPage;
    const answer = hostedPage(throttled!, { ...page, basePath: '' }, 'pt-BR');
    expect(answer).toMatchObject({ status: 429, headers: { 'Retry-After': '90' } });
    expect(answer.html).toContain(texts['pt-BR'].throttled.heading);
  },
);
