import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSecret, signatureHeaders } from '../../../lib/adapters/webhooks/signature.ts';

const now = () => Date.now();

describe('signature of a delivery', () => {
  test('equals that of the published vector', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const headers = signatureHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330_999, '{"test": 2432232314}', [secret]);
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('is accepted by an independent verifier, accents and emoji included', () => {
    const secret = createSecret(randomBytes);
    const body = JSON.stringify({ data: { to: { name: 'João Conceição 📮' } } });
    const verified = new Webhook(secret).verify(body, signatureHeaders('evt_1', now(), body, [secret]));
    expect(verified).toEqual(JSON.parse(body));
  });

  test('has one entry per secret, so the holders of the old and of the new one both accept', () => {
    const [newer, older, stranger] = [1, 2, 3].map(() => createSecret(randomBytes)) as [string, string, string];
    const headers = signatureHeaders('evt_1', now(), '{}', [newer, older]);
    expect(new Webhook(newer).verify('{}', headers)).toEqual({});
    expect(new Webhook(older).verify('{}', headers)).toEqual({});
    expect(() => new Webhook(stranger).verify('{}', headers)).toThrow('No matching signature');
  });

  test('covers the id, the time and every byte of the body', () => {
    const secret = createSecret(randomBytes);
    const headers = signatureHeaders('evt_1', now(), '{"a":1}', [secret]);
    const verifier = new Webhook(secret);
    expect(() => verifier.verify('{"a":2}', headers)).toThrow();
    expect(() => verifier.verify('{"a":1}', { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => verifier.verify('{"a":1}', { ...headers, 'webhook-timestamp': later })).toThrow();
  });
});

describe('a new secret', () => {
  test('is whsec_ and the standard base64 of 32 random bytes', () => {
    // 0xfb 0xff … gives + and / in standard base64, - and _ in the URL alphabet.
    const secret = createSecret((size) => Buffer.alloc(size, 0xfb).fill(0xff, 1, 3));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).toContain('+');
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });
});
