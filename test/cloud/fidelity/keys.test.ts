import { createPublicKey, verify } from 'node:crypto';
import {
  DecryptCommand,
  EncryptCommand,
  GenerateMacCommand,
  GetPublicKeyCommand,
  KMSClient,
  SignCommand,
  VerifyCommand,
  VerifyMacCommand,
} from '@aws-sdk/client-kms';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { behavior, useStage } from './stage.ts';

/** https://docs.aws.amazon.com/kms/latest/APIReference/API_Operations.html */

const stage = useStage();
let kms: KMSClient;
let sealing: string;
let authenticating: string;
let signing: string;

beforeAll(() => {
  kms = new KMSClient(stage().client);
  const { SealingKeyId, AuthenticatingKeyId, SigningKeyId } = stage().outputs;
  [sealing, authenticating, signing] = [SealingKeyId!, AuthenticatingKeyId!, SigningKeyId!];
});
afterAll(() => kms.destroy());

const message = Buffer.from('acc_1 ver_1 123456');
const other = Buffer.from('acc_1 ver_1 123457');

describe('a symmetric key', () => {
  behavior('decrypts its own ciphertext, only with the same context, without naming the key', async () => {
    const EncryptionContext = { account: 'acc_1' };
    const { CiphertextBlob } = await kms.send(
      new EncryptCommand({ KeyId: sealing, Plaintext: message, EncryptionContext }),
    );
    const { Plaintext } = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }));
    expect(Buffer.from(Plaintext!)).toEqual(message);
    await expect(
      kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: { account: 'acc_2' } })),
    ).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });

  behavior('generates no codes', async () => {
    await expect(
      kms.send(new GenerateMacCommand({ KeyId: sealing, MacAlgorithm: 'HMAC_SHA_256', Message: message })),
    ).rejects.toMatchObject({ name: 'InvalidKeyUsageException' });
  });
});

describe('a key for codes', () => {
  const MacAlgorithm = 'HMAC_SHA_256';
  const code = async (Message: Buffer) => {
    const { Mac } = await kms.send(new GenerateMacCommand({ KeyId: authenticating, MacAlgorithm, Message }));
    return Buffer.from(Mac!);
  };

  behavior('generates the same 32 bytes for the same message', async () => {
    const [first, second, third] = [await code(message), await code(message), await code(other)];
    expect(first).toHaveLength(32);
    expect(second).toEqual(first);
    expect(third).not.toEqual(first);
  });

  behavior('rejects the code of another message', async () => {
    const Mac = await code(message);
    const judge = (Message: Buffer) =>
      kms.send(new VerifyMacCommand({ KeyId: authenticating, MacAlgorithm, Message, Mac }));
    expect((await judge(message)).MacValid).toBe(true);
    await expect(judge(other)).rejects.toMatchObject({ name: 'KMSInvalidMacException' });
  });
});

describe('a key for signatures', () => {
  const SigningAlgorithm = 'ECDSA_SHA_256';
  const MessageType = 'RAW';

  behavior('makes signatures that its public key, in DER, verifies', async () => {
    const { Signature } = await kms.send(
      new SignCommand({ KeyId: signing, SigningAlgorithm, MessageType, Message: message }),
    );
    const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: signing }));
    const key = createPublicKey({ key: Buffer.from(PublicKey!), format: 'der', type: 'spki' });
    expect(verify('sha256', message, key, Signature!)).toBe(true);
    expect(verify('sha256', other, key, Signature!)).toBe(false);
  });

  behavior('rejects the signature of another message', async () => {
    const { Signature } = await kms.send(
      new SignCommand({ KeyId: signing, SigningAlgorithm, MessageType, Message: message }),
    );
    const judge = (Message: Buffer) =>
      kms.send(new VerifyCommand({ KeyId: signing, SigningAlgorithm, MessageType, Message, Signature }));
    expect((await judge(message)).SignatureValid).toBe(true);
    await expect(judge(other)).rejects.toMatchObject({ name: 'KMSInvalidSignatureException' });
  });
});

behavior('a key that does not exist: NotFoundException', async () => {
  const KeyId = '12345678-1234-1234-1234-123456789012';
  await expect(kms.send(new EncryptCommand({ KeyId, Plaintext: message }))).rejects.toMatchObject({
    name: 'NotFoundException',
  });
});
