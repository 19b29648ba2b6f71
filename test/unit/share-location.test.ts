import { expect, test } from '@jest/globals';
import { readDeviceLocation } from '../../lib/core/domain/device-location.ts';
import { confirmedByApi, moveVerification, type Verification } from '../../lib/core/domain/verifications.ts';
import { shareLocation } from '../../lib/operations/verifications/share-location.ts';
import { locationConsent } from '../../lib/texts/confirmation-page/consent.ts';
import { hostedPage } from '../../lib/texts/confirmation-page/hosted-page.ts';
import { PAGE_TOKEN, sentFromPage, storesOfPage } from '../support/confirmation-page.ts';
import { accountSample, verificationSample } from '../support/samples.ts';

/** Hash of the token of the browser that confirmed. */
const BROWSER = '5e88';
const NOW = Date.parse('2026-03-10T15:04:00Z');

/** What is stored of a location that a person shares right after confirming. */
async function keptOf(latitude: string, longitude: string, browserSha256: string | undefined = BROWSER) {
  const account = accountSample();
  const awaiting = verificationSample({ account_id: account.id, status: 'awaiting_code', page_token: PAGE_TOKEN });
  const confirmer = { ...confirmedByApi, method: 'hosted_page' as const, browser_sha256: BROWSER };
  const stores = storesOfPage(account, moveVerification(awaiting, { trigger: 'confirm', confirmer }, NOW)!);
  const stored: Verification[] = [];
  const deps = {
    ...stores,
    now: () => NOW,
    verifications: {
      ...stores.verifications,
      change: async ({ after }: { after: Verification }) => stored.push(after) > 0,
    },
    links: { link: async () => null },
  };
  const location = { latitude, longitude, accuracy_meters: '12.4' };
  await shareLocation(deps, { ...sentFromPage(account, { now: NOW, browserSha256 }), consents: true, location });
  return stored[0]?.confirmation?.precise_location;
}

test.each([
  ['-23.561414', '-46.655881', -23.561414, -46.655881],
  ['-23.56141412345678', '1e-7', -23.5614141, 1e-7],
  // No device is this exact, and the table would reject it.
  ['1e-200', '5e-324', 0, 0],
])('a location of %s, %s is kept to the centimeter', async (sentLatitude, sentLongitude, latitude, longitude) => {
  expect(await keptOf(sentLatitude, sentLongitude)).toEqual({
    latitude,
    longitude,
    accuracy_meters: 12,
    shared_at: NOW,
    consent: locationConsent(accountSample(), 'pt-BR'),
  });
});

test.each(['', 'ab12'])('a location from another browser (%j) is dropped, with the consent', async (other) => {
  expect(await keptOf('-23.5', '-46.6', other)).toBeUndefined();
});

test('a location from a browser without a token is dropped, also if the confirmation has none', async () => {
  const awaiting = verificationSample({ status: 'awaiting_code' });
  const confirmer = { ...confirmedByApi, method: 'hosted_page' as const };
  const verified = moveVerification(awaiting, { trigger: 'confirm', confirmer }, NOW)!;
  const location = { latitude: 1, longitude: 2, accuracy_meters: 3 };
  const share = { trigger: 'share_location', location, browser_sha256: undefined } as const;
  expect(moveVerification(verified, share, NOW)).toBeUndefined();
});

test.each([
  ['90', '180', '20037508'],
  ['-90', '-180', '0'],
  ['0', '-0.5', '1e-3'],
])('%s, %s within %s m is a place', (latitude, longitude, accuracy_meters) => {
  expect(readDeviceLocation({ latitude, longitude, accuracy_meters })).toEqual({
    latitude: Number(latitude),
    longitude: Number(longitude),
    accuracy_meters: Math.round(Number(accuracy_meters)),
  });
});

const place = { latitude: '1', longitude: '2', accuracy_meters: '3' };
test.each([
  ...['', ' 1', '1 ', 'a1', '1a', '0x10', 'NaN', 'Infinity', '1e3', undefined].flatMap((text) => [
    { ...place, latitude: text },
    { ...place, longitude: text },
    { ...place, accuracy_meters: text },
  ]),
  { ...place, latitude: '90.1' },
  { ...place, latitude: '-90.1' },
  { ...place, longitude: '180.1' },
  { ...place, longitude: '-180.1' },
  { ...place, accuracy_meters: '-1' },
  { ...place, accuracy_meters: '20037509' },
])('%j is no place', (sent) => expect(readDeviceLocation(sent)).toBeUndefined());

test.each(['pt-BR', 'en'] as const)('the stored consent text matches the page, in %s, with its version', (language) => {
  const account = accountSample({ trade_name: 'Tom & Jerry <3' });
  const consent = locationConsent(account, language);
  const { html } = hostedPage(
    { kind: 'confirmed', shared: false, can_share_location: true, return_url: null },
    { account, pageToken: PAGE_TOKEN, basePath: '' },
    language,
  );
  const seen = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  const escaped = consent.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  for (const line of escaped.split('\n')) expect(seen).toContain(line);
  expect(consent.text).toContain('Tom & Jerry <3');
  expect(consent.version).toBe(locationConsent(accountSample(), language).version);
  expect(consent.version).not.toBe(locationConsent(account, language === 'en' ? 'pt-BR' : 'en').version);
});
