import { beforeEach, describe, expect, test } from '@jest/globals';
import { erasedVerification } from '../../lib/core/domain/erasure.ts';
import { confirmedByApi, type Verification } from '../../lib/core/domain/verifications.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { checkCode } from '../../lib/operations/verifications/check-code.ts';
import { callWithTime } from '../support/calls.ts';
import { confirmerSample, verificationSample } from '../support/samples.ts';

const CODE = '042317';
const SALT = 'c2FsdA==';

let stored: Verification;
let now: number;
beforeEach(() => {
  now = 1_000_000;
  stored = verificationSample({ status: 'awaiting_code', expires_at: 9_000_000, network_salt: SALT });
});

/** Checks a code against a store of one verification. */
async function check(code: string, ip: string | null = '203.0.113.7', entry: 'qr_code' | 'typed' | null = 'typed') {
  const deps = {
    now: () => ++now,
    randomBytes: (size: number) => new Uint8Array(size),
    codes: { matches: async (_id: string, tried: string) => tried === CODE },
    links: { link: async () => null },
    verifications: {
      find: async () => undefined,
      change: async ({ after }: { after: Verification }) => {
        stored = after;
        return true;
      },
    },
  };
  const confirmer = entry === null ? confirmedByApi : { ...confirmerSample, ip, hosted_page_entry: entry };
  const toResponse = () => ({ call: callWithTime(), status: 200, body: {} });
  return checkCode(deps, { mailing: stored, version: 1, wait: null }, code, confirmer, toResponse);
}

describe('attempts (rule VER-16)', () => {
  test('each is kept with its instant, its entry and its outcome', async () => {
    await check('000000', null, null);
    await check('000001', '203.0.113.7', 'qr_code');
    await check(CODE);
    const network_hash = sha256(`${SALT} 203.0.113.7`);
    expect(stored.attempts).toEqual([
      { number: 1, at: 1_000_001, entry: 'api', correct: false, network_hash: null },
      { number: 2, at: 1_000_002, entry: 'qr_code', correct: false, network_hash },
      { number: 3, at: 1_000_003, entry: 'typed', correct: true, network_hash },
    ]);
    expect(JSON.stringify(stored.attempts)).not.toContain(CODE);
  });

  test('addresses of one IPv6 network have one hash, and hashes of different verifications cannot be compared', async () => {
    await check('000000', '2001:db8:1:2::7');
    await check('000000', '2001:db8:1:2:ffff::1');
    await check('000000', '2001:db8:1:3::7');
    const [one, same, other] = stored.attempts!.map(({ network_hash }) => network_hash);
    expect([one === same, one === other]).toEqual([true, false]);
    stored = { ...stored, network_salt: 'YW5vdGhlcg==' };
    await check('000000', '2001:db8:1:2::7');
    expect(stored.attempts!.at(-1)!.network_hash).not.toBe(one);
  });

  test('a verification of an earlier release continues with its remaining attempts', async () => {
    const { network_salt: _, ...older } = { ...stored, attempts_remaining: 3 };
    stored = older;
    await check('000000');
    expect(stored.attempts).toEqual([{ number: 3, at: 1_000_001, entry: 'typed', correct: false, network_hash: null }]);
  });

  test('a check after the 60 days is not an attempt', async () => {
    now = 9_000_000;
    await check(CODE);
    expect([stored.status, stored.attempts]).toEqual(['expired', undefined]);
  });

  test('erasure removes the salt and keeps the attempts', async () => {
    await check(CODE);
    const erased = erasedVerification(stored, 5);
    expect(erased.attempts).toEqual(stored.attempts);
    expect(JSON.stringify(erased)).not.toContain(SALT);
  });
});
