import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { shareLocation, type Deps } from '../../functions/confirmation-page-share-location/share-location.ts';
import { confirmedByApi, moveVerification, type Verification } from '../../lib/domain/verifications.ts';
import { accountSample, verificationSample } from '../support/samples.ts';

const NOW = Date.parse('2026-03-10T15:04:00Z');
const TOKEN = '0123456789abcdefghjkmnpqrs';

/** What is kept of a location that a person shares right after confirming. */
async function keptOf(latitude: string, longitude: string) {
  const account = accountSample();
  const awaiting = verificationSample({ account_id: account.id, status: 'awaiting_code', page_token: TOKEN });
  const confirmer = { ...confirmedByApi, method: 'hosted_page' as const };
  const mailing = moveVerification(awaiting, { trigger: 'confirm', confirmer }, NOW)!;
  const stored: Verification[] = [];
  const deps: Deps = {
    now: () => NOW,
    randomBytes,
    basePath: '/confirm',
    accounts: { find: async () => account },
    verifications: {
      find: async () => ({ mailing, version: 1, wait: null }),
      findPage: async () => ({ account_id: account.id, verification_id: mailing.id }),
      change: async ({ after }) => stored.push(after) > 0,
    },
    previews: { link: async () => null },
  };
  await shareLocation(deps, {
    now: NOW,
    locale: 'pt-BR',
    accountId: account.id,
    pageToken: TOKEN,
    query: {},
    form: { consent: 'yes', latitude, longitude, accuracy_meters: '12.4' },
    visitor: { ip: null, location: null, user_agent: null, device: null, client: null },
  });
  return stored[0]?.confirmation?.precise_location;
}

test.each([
  ['-23.561414', '-46.655881', -23.561414, -46.655881],
  ['-23.56141412345678', '1e-7', -23.5614141, 1e-7],
  // No device is that exact, and the table would refuse it.
  ['1e-200', '5e-324', 0, 0],
])('a location of %s, %s is kept to the centimeter', async (sentLatitude, sentLongitude, latitude, longitude) => {
  expect(await keptOf(sentLatitude, sentLongitude)).toEqual({
    latitude,
    longitude,
    accuracy_meters: 12,
    shared_at: NOW,
  });
});
