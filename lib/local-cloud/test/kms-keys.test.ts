import { createPublicKey, verify as verifySignature } from 'node:crypto';
import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  GenerateDataKeyWithoutPlaintextCommand,
  GenerateMacCommand,
  GenerateRandomCommand,
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
  VerifyCommand,
  VerifyMacCommand,
} from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { KmsService } from '../kms/kms.ts';
import type { Harness } from './support/aws-harness.ts';
import { startHarness } from './support/aws-harness.ts';

const secret = Buffer.from('whsec_test');
const context = { account: 'acc_1', endpoint: 'whe_1' };

let harness: Harness<KmsService>;
let kms: KMSClient;
let symmetric: string;
let hmac: string;
let hmacArn: string;

beforeAll(async () => {
  harness = await startHarness((cloud) => new KmsService(cloud));
  const key = await harness.createResource('AWS::KMS::Key', 'Secrets', { Description: 'webhook secrets' });
  await harness.createResource('AWS::KMS::Alias', 'SecretsAlias', { AliasName: 'alias/secrets', TargetKeyId: key.ref });
  const codes = await harness.createResource('AWS::KMS::Key', 'Codes', {
    KeySpec: 'HMAC_256',
    KeyUsage: 'GENERATE_VERIFY_MAC',
  });
  [symmetric, hmac, hmacArn] = [key.ref, codes.ref, String(codes.attributes!.Arn)];
  kms = new KMSClient(harness.clientConfig());
});

afterAll(async () => {
  kms.destroy();
  await harness.stop();
});

const encrypt = (EncryptionContext = context, KeyId = symmetric) =>
  kms.send(new EncryptCommand({ KeyId, Plaintext: secret, EncryptionContext }));

const decrypt = (CiphertextBlob: Uint8Array | undefined, EncryptionContext?: Record<string, string>, KeyId?: string) =>
  kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext, KeyId }));

describe('encryption', () => {
  test('is decrypted by the key in the ciphertext, with the context in any order', async () => {
    const { CiphertextBlob, KeyId } = await encrypt();
    const answer = await decrypt(CiphertextBlob, { endpoint: 'whe_1', account: 'acc_1' });
    expect(Buffer.from(answer.Plaintext!)).toEqual(secret);
    expect(answer.KeyId).toBe(KeyId);
    expect(Buffer.from(CiphertextBlob!).includes(secret)).toBe(false);
  });

  test('returns a different ciphertext each time', async () => {
    expect((await encrypt()).CiphertextBlob).not.toEqual((await encrypt()).CiphertextBlob);
  });

  test.each([
    ['another context', { account: 'acc_2', endpoint: 'whe_1' }],
    ['part of the context', { account: 'acc_1' }],
    ['no context', undefined],
  ])('fails with %s', async (_, other) => {
    const { CiphertextBlob } = await encrypt();
    await expect(decrypt(CiphertextBlob, other)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });

  test('is not decrypted after any byte was changed or the blob was truncated', async () => {
    const blob = Buffer.from((await encrypt()).CiphertextBlob!);
    for (let index = 0; index < blob.length; index += 7) {
      const tampered = Buffer.from(blob);
      tampered[index]! ^= 1;
      await expect(decrypt(tampered, context)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
    }
    await expect(decrypt(blob.subarray(0, 50), context)).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });

  test('is rejected for a key other than the one in the request', async () => {
    const other = await harness.createResource('AWS::KMS::Key', 'Other', {});
    const { CiphertextBlob } = await encrypt();
    await expect(decrypt(CiphertextBlob, context, other.ref)).rejects.toMatchObject({ name: 'IncorrectKeyException' });
    expect(Buffer.from((await decrypt(CiphertextBlob, context, symmetric)).Plaintext!)).toEqual(secret);
  });

  test('accepts up to 4096 bytes', async () => {
    const send = (bytes: number) => kms.send(new EncryptCommand({ KeyId: symmetric, Plaintext: Buffer.alloc(bytes) }));
    await expect(send(4096)).resolves.toBeDefined();
    await expect(send(4097)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('data keys', () => {
  test('come in plaintext and encrypted', async () => {
    const { Plaintext, CiphertextBlob } = await kms.send(
      new GenerateDataKeyCommand({ KeyId: symmetric, KeySpec: 'AES_256', EncryptionContext: context }),
    );
    expect(Plaintext).toHaveLength(32);
    expect((await decrypt(CiphertextBlob, context)).Plaintext).toEqual(Plaintext);
  });

  test('come encrypted only, in any length', async () => {
    const answer = await kms.send(new GenerateDataKeyWithoutPlaintextCommand({ KeyId: symmetric, NumberOfBytes: 20 }));
    expect(answer).not.toHaveProperty('Plaintext');
    expect((await decrypt(answer.CiphertextBlob)).Plaintext).toHaveLength(20);
  });
});

describe('message authentication codes', () => {
  const MacAlgorithm = 'HMAC_SHA_256';
  const Message = Buffer.from('ver_1:123456');
  const verify = (message: Buffer, Mac: Uint8Array) =>
    kms.send(new VerifyMacCommand({ KeyId: hmac, MacAlgorithm, Message: message, Mac }));

  test('are the same each time and verify the message they were made for', async () => {
    const generate = async () => (await kms.send(new GenerateMacCommand({ KeyId: hmac, MacAlgorithm, Message }))).Mac!;
    const mac = await generate();
    expect(await generate()).toEqual(mac);
    expect(mac).toHaveLength(32);
    expect(await verify(Message, mac)).toMatchObject({ MacValid: true, KeyId: hmacArn });
    await expect(verify(Buffer.from('ver_1:123457'), mac)).rejects.toMatchObject({ name: 'KMSInvalidMacException' });
    await expect(verify(Message, mac.subarray(1))).rejects.toMatchObject({ name: 'KMSInvalidMacException' });
  });

  test('need the algorithm of the key', async () => {
    const command = new GenerateMacCommand({ KeyId: hmac, MacAlgorithm: 'HMAC_SHA_512', Message });
    await expect(kms.send(command)).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
  });

  test('and encryption need separate keys', async () => {
    const mac = new GenerateMacCommand({ KeyId: symmetric, MacAlgorithm, Message });
    await expect(kms.send(mac)).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
    await expect(encrypt(context, hmac)).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
  });
});

describe('signatures', () => {
  const SigningAlgorithm = 'ECDSA_SHA_256';
  const Message = Buffer.from('a statement');
  let pair: { ref: string; attributes?: Record<string, unknown> };
  beforeAll(async () => {
    const properties = { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' };
    pair = await harness.createResource('AWS::KMS::Key', 'Statements', properties);
  });
  const sign = (input: Partial<ConstructorParameters<typeof SignCommand>[0]> = {}) =>
    kms.send(new SignCommand({ KeyId: pair.ref, Message, SigningAlgorithm, ...input }));
  const verify = (message: Buffer, Signature: Uint8Array | undefined) =>
    kms.send(new VerifyCommand({ KeyId: pair.ref, Message: message, Signature, SigningAlgorithm }));

  test('are verified by anyone with the public key, and by KMS', async () => {
    const { Signature, KeyId } = await sign();
    expect(KeyId).toBe(pair.attributes!.Arn);
    const answer = await kms.send(new GetPublicKeyCommand({ KeyId: pair.ref }));
    expect(answer).toMatchObject({
      KeyId,
      KeySpec: 'ECC_NIST_P256',
      KeyUsage: 'SIGN_VERIFY',
      SigningAlgorithms: [SigningAlgorithm],
    });
    const key = createPublicKey({ key: Buffer.from(answer.PublicKey!), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(verifySignature('sha256', Message, key, Signature!)).toBe(true);
    expect(verifySignature('sha256', Buffer.from('A statement'), key, Signature!)).toBe(false);
    expect(await verify(Message, Signature)).toMatchObject({ SignatureValid: true, SigningAlgorithm });
  });

  test('of another or a changed message do not verify', async () => {
    const { Signature } = await sign();
    const invalid = { name: 'KMSInvalidSignatureException' };
    await expect(verify(Buffer.from('A statement'), Signature)).rejects.toMatchObject(invalid);
    await expect(verify(Message, Signature!.subarray(1))).rejects.toMatchObject(invalid);
  });

  test('need the algorithm of the key, at most 4096 bytes, and the message itself', async () => {
    const wrong = sign({ SigningAlgorithm: 'RSASSA_PSS_SHA_256' });
    await expect(wrong).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
    await expect(sign({ Message: Buffer.alloc(4097) })).rejects.toMatchObject({ name: 'ValidationException' });
    const digest = sign({ MessageType: 'DIGEST', Message: Buffer.alloc(32) });
    await expect(digest).rejects.toMatchObject({ name: 'UnsupportedOperationException' });
  });

  test('are made only by signing keys, which do nothing else', async () => {
    for (const KeyId of [symmetric, hmac]) {
      await expect(sign({ KeyId })).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
      const publicKey = kms.send(new GetPublicKeyCommand({ KeyId }));
      await expect(publicKey).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
    }
    await expect(encrypt(context, pair.ref)).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
  });
});

describe('keys', () => {
  test('are named by id, ARN, alias and alias ARN', async () => {
    const arn = `arn:aws:kms:sa-east-1:000000000000:key/${symmetric}`;
    const names = [symmetric, arn, 'alias/secrets', 'arn:aws:kms:sa-east-1:000000000000:alias/secrets'];
    for (const KeyId of names) {
      const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }));
      expect(KeyMetadata).toMatchObject({
        KeyId: symmetric,
        Arn: arn,
        Description: 'webhook secrets',
        KeyUsage: 'ENCRYPT_DECRYPT',
        KeyState: 'Enabled',
      });
    }
  });

  test.each(['alias/nothing', '00000000-0000-0000-0000-000000000000'])('%s is NotFound', async (KeyId) => {
    await expect(kms.send(new DescribeKeyCommand({ KeyId }))).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  test('do nothing while disabled', async () => {
    const { ref } = await harness.createResource('AWS::KMS::Key', 'Retired', { Enabled: 'false' });
    await expect(encrypt(context, ref)).rejects.toMatchObject({ name: 'DisabledException' });
  });

  test.each([{ KeySpec: 'RSA_2048' }, { KeySpec: 'HMAC_256' }])(
    'with the properties %j stop the start',
    async (properties) => {
      await expect(harness.createResource('AWS::KMS::Key', 'Odd', properties)).rejects.toThrow(/Odd: /);
    },
  );

  test('keep their ids across starts', async () => {
    const again = await startHarness((cloud) => new KmsService(cloud));
    expect((await again.createResource('AWS::KMS::Key', 'Secrets', {})).ref).toBe(symmetric);
    await again.stop();
  });
});

test('random bytes have the requested length', async () => {
  const { Plaintext } = await kms.send(new GenerateRandomCommand({ NumberOfBytes: 24 }));
  expect(Plaintext).toHaveLength(24);
  await expect(kms.send(new GenerateRandomCommand({ NumberOfBytes: 1025 }))).rejects.toMatchObject({
    name: 'ValidationException',
  });
});
