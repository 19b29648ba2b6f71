import { isDeepStrictEqual } from 'node:util';
import type { DecryptCommand } from '@aws-sdk/client-kms';
import { EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';

/** Binds a ciphertext to its encryption context like KMS, without hiding anything. Counts the decryptions. */
export function fakeKms(): KMSClient & { decryptions: number } {
  const kms = {
    decryptions: 0,
    send: async (command: EncryptCommand | DecryptCommand) => {
      if (command instanceof EncryptCommand) {
        const { Plaintext, EncryptionContext } = command.input;
        const sealed = { text: Buffer.from(Plaintext!).toString('base64'), context: EncryptionContext };
        return { CiphertextBlob: Buffer.from(JSON.stringify(sealed)) };
      }
      kms.decryptions++;
      const sealed = JSON.parse(Buffer.from(command.input.CiphertextBlob!).toString()) as {
        text: string;
        context: unknown;
      };
      if (!isDeepStrictEqual(sealed.context, command.input.EncryptionContext))
        throw new Error('InvalidCiphertextException');
      return { Plaintext: Buffer.from(sealed.text, 'base64') };
    },
  };
  return kms as unknown as KMSClient & { decryptions: number };
}
