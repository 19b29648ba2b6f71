import { createHmac } from 'node:crypto';
import type { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { expect, test } from '@jest/globals';
import { openVerificationCodes } from '../../../lib/adapters/verification-codes/codes.ts';

/** Authenticates like KMS, with a different key for each key id. */
const kms = {
  send: async ({ input }: GenerateMacCommand) => {
    expect(input.MacAlgorithm).toBe('HMAC_SHA_256');
    return { Mac: new Uint8Array(createHmac('sha256', input.KeyId!).update(input.Message!).digest()) };
  },
} as unknown as KMSClient;

const codes = openVerificationCodes(kms, 'key');

test('only the code itself matches its stored digest', async () => {
  const sealed = await codes.seal('ver_1', '012345');
  expect(Buffer.from(sealed, 'base64')).toHaveLength(32);
  expect(await codes.matches('ver_1', '012345', sealed)).toBe(true);
  for (const wrong of ['012346', '112345', '12345', ''])
    expect(await codes.matches('ver_1', wrong, sealed)).toBe(false);
});

test('a stored digest fits no other verification, and no other key', async () => {
  const sealed = await codes.seal('ver_1', '012345');
  expect(await codes.matches('ver_2', '012345', sealed)).toBe(false);
  expect(await openVerificationCodes(kms, 'another').matches('ver_1', '012345', sealed)).toBe(false);
});

test('a damaged digest matches no code', async () => {
  const sealed = await codes.seal('ver_1', '012345');
  const longer = Buffer.concat([Buffer.from(sealed, 'base64'), Buffer.of(0)]).toString('base64');
  for (const damaged of ['', sealed.slice(0, -4), longer])
    expect(await codes.matches('ver_1', '012345', damaged)).toBe(false);
});
