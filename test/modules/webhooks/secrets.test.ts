import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sealedResponses } from '../../../lib/adapters/webhooks/sealed-responses.ts';
import { openSecrets } from '../../../lib/adapters/webhooks/secrets.ts';
import { rotatedSecrets, validSecrets, wantsEvent } from '../../../lib/core/domain/webhooks.ts';
import { fakeKms } from './support/kms.ts';

const owner = { accountId: 'acc_1', endpointId: 'whe_1' };
const current = { created_at: 0, expires_at: null };

function open() {
  const kms = fakeKms();
  const clock = { now: 0 };
  return { kms, clock, secrets: openSecrets(kms, 'key', { now: () => clock.now, cacheFor: 1_000 }) };
}

describe('secrets', () => {
  test('open only for the account they were issued for', async () => {
    const { secrets } = open();
    const { secret, sealed } = await secrets.issue(owner, randomBytes);
    expect(sealed).not.toContain(secret);
    expect(await secrets.open({ sealed, ...current }, owner)).toBe(secret);
    await expect(secrets.open({ sealed, ...current }, { ...owner, endpointId: 'whe_2' })).rejects.toThrow();
    await expect(secrets.open({ sealed, ...current }, { ...owner, accountId: 'acc_2' })).rejects.toThrow();
  });

  test('are not in a stored response, and are in the response as shown', async () => {
    const { secrets } = open();
    const { secret } = await secrets.issue(owner, randomBytes);
    const answers = sealedResponses(secrets);
    const answer = JSON.stringify({
      id: owner.endpointId,
      object: 'webhook_endpoint',
      url: 'https://a.example/',
      secret,
    });
    const kept = await answers.seal(owner.accountId, answer);
    expect(kept).not.toContain(secret);
    expect(await answers.open(owner.accountId, kept)).toBe(answer);
    await expect(answers.open('acc_2', kept)).rejects.toThrow();
  });

  test('are held in memory for a while, then decrypted again', async () => {
    const { kms, clock, secrets } = open();
    const { sealed } = await secrets.issue(owner, randomBytes);
    for (clock.now = 0; clock.now < 2_000; clock.now += 250) await secrets.open({ sealed, ...current }, owner);
    expect(kms.decryptions).toBe(2);
  });

  test('in memory are limited: the oldest makes room', async () => {
    const { kms, secrets } = open();
    const issued = await Promise.all(Array.from({ length: 1_001 }, () => secrets.issue(owner, randomBytes)));
    for (const { sealed } of issued) await secrets.open({ sealed, ...current }, owner);
    expect(kms.decryptions).toBe(1_001);
    await secrets.open({ sealed: issued[1_000]!.sealed, ...current }, owner);
    expect(kms.decryptions).toBe(1_001);
    await secrets.open({ sealed: issued[0]!.sealed, ...current }, owner);
    expect(kms.decryptions).toBe(1_002);
  });
});

describe('rotation', () => {
  const sealedOf = (secrets: readonly { sealed: string }[]) => secrets.map(({ sealed }) => sealed);

  test('puts the new secret first and lets the previous ones end after the overlap, never later than before', () => {
    const endpoint = { secrets: [{ sealed: 'a', ...current }] };
    const once = { secrets: rotatedSecrets(endpoint, 'b', 100, 1_000) };
    const twice = { secrets: rotatedSecrets(once, 'c', 200, 5_000) };
    expect(sealedOf(validSecrets(twice, 200))).toEqual(['c', 'b', 'a']);
    expect(sealedOf(validSecrets(twice, 1_099))).toEqual(['c', 'b', 'a']);
    expect(sealedOf(validSecrets(twice, 1_100))).toEqual(['c', 'b']);
    expect(sealedOf(validSecrets(twice, 5_200))).toEqual(['c']);
  });

  test('drops the secrets that no longer sign', () => {
    const endpoint = {
      secrets: [
        { sealed: 'b', ...current },
        { sealed: 'a', created_at: 0, expires_at: 50 },
      ],
    };
    expect(sealedOf(rotatedSecrets(endpoint, 'c', 100, 1_000))).toEqual(['c', 'b']);
    expect(sealedOf(rotatedSecrets(endpoint, 'c', 100, 0))).toEqual(['c']);
  });
});

test('a filter accepts its types, or all, including those added later', () => {
  expect(wantsEvent({ events: ['letter.posted'] }, 'letter.posted')).toBe(true);
  expect(wantsEvent({ events: ['letter.posted'] }, 'letter.failed')).toBe(false);
  expect(wantsEvent({ events: ['*'] }, 'letter.something_new')).toBe(true);
});
