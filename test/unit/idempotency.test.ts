import { describe, expect, test } from '@jest/globals';
import { KEY_LIFETIME_MS, keyState, type StoredRecord, TAKE_OVER_AFTER_MS } from '../../lib/core/domain/idempotency.ts';

const CLAIMED_AT = 1_000_000;

const record = (fields: Partial<StoredRecord> = {}): StoredRecord => ({
  account_id: 'acc_1',
  key_sha256: 'a',
  fingerprint: 'first',
  owner: 'o',
  seed: 's',
  started_at: 0,
  claimed_at: CLAIMED_AT,
  answer: undefined,
  ...fields,
});
const answered = record({ answer: { status: 201, body: '{}' } });

describe('a key (rules IDEM-3 to IDEM-6)', () => {
  test('lives for 24 hours and is taken over after 60 seconds', () => {
    expect(KEY_LIFETIME_MS).toBe(86_400_000);
    expect(TAKE_OVER_AFTER_MS).toBe(60_000);
  });

  test('without a record is free', () => {
    expect(keyState(undefined, 'first', CLAIMED_AT)).toBe('free');
  });

  test.each([
    [0, 'first', 'in_use'],
    [0, 'other', 'reused'],
    [TAKE_OVER_AFTER_MS - 1, 'first', 'in_use'],
    [TAKE_OVER_AFTER_MS - 1, 'other', 'reused'],
    [TAKE_OVER_AFTER_MS, 'first', 'abandoned'],
    [TAKE_OVER_AFTER_MS, 'other', 'abandoned'],
    [KEY_LIFETIME_MS - 1, 'first', 'abandoned'],
    [KEY_LIFETIME_MS, 'first', 'free'],
  ])('without a response, %d ms after its claim, is for the request "%s" %s', (age, fingerprint, state) => {
    expect(keyState(record(), fingerprint, CLAIMED_AT + age)).toBe(state);
  });

  test.each([
    [0, 'first', 'answered'],
    [0, 'other', 'reused'],
    [TAKE_OVER_AFTER_MS, 'first', 'answered'],
    [KEY_LIFETIME_MS - 1, 'first', 'answered'],
    [KEY_LIFETIME_MS - 1, 'other', 'reused'],
    [KEY_LIFETIME_MS, 'first', 'free'],
    [KEY_LIFETIME_MS, 'other', 'free'],
  ])('with a response, %d ms after its claim, is for the request "%s" %s', (age, fingerprint, state) => {
    expect(keyState(answered, fingerprint, CLAIMED_AT + age)).toBe(state);
  });
});
