import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { RandomBytes } from '../../core/domain/ids.ts';
import type { SigningSecret } from '../../core/domain/webhooks.ts';
import { createSecret } from './signature.ts';

/** Maximum number of cached secrets; the oldest is dropped first. */
const MOST_CACHED = 1_000;

/** The owner of a secret: the encryption context, so that a ciphertext moved to another object cannot be decrypted. */
export type SecretOwner = { accountId: string } & ({ endpointId: string } | { apiKeyId: string });

export interface SecretSettings {
  now: () => number;
  /** Milliseconds for which a decrypted secret is kept in memory. */
  cacheFor: number;
}

/** Encrypts and decrypts signing secrets, and secrets of API keys in answers, by the KMS key `keyId`. */
export function openSecrets(kms: KMSClient, keyId: string, { now, cacheFor }: SecretSettings) {
  const cache = new Map<string, { secret: string; until: number }>();

  function remember(name: string, secret: string): string {
    cache.delete(name);
    cache.set(name, { secret, until: now() + cacheFor });
    if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value!);
    return secret;
  }

  async function seal(secret: string, owner: SecretOwner): Promise<string> {
    const { CiphertextBlob } = await kms.send(
      new EncryptCommand({ KeyId: keyId, Plaintext: Buffer.from(secret), EncryptionContext: contextOf(owner) }),
    );
    return Buffer.from(CiphertextBlob!).toString('base64');
  }

  return {
    /** A secret encrypted for its owner, base 64. */
    seal,

    /** A new secret, in plain text and encrypted for its owner, base 64. */
    async issue(owner: SecretOwner, randomBytes: RandomBytes): Promise<{ secret: string; sealed: string }> {
      const secret = createSecret(randomBytes);
      return { secret, sealed: await seal(secret, owner) };
    },

    /** @throws the KMS error when the ciphertext is not the owner's */
    async open({ sealed }: Pick<SigningSecret, 'sealed'>, owner: SecretOwner): Promise<string> {
      const name = `${JSON.stringify(contextOf(owner))} ${sealed}`;
      const held = cache.get(name);
      if (held && held.until > now()) return held.secret;
      const { Plaintext } = await kms.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: Buffer.from(sealed, 'base64'),
          EncryptionContext: contextOf(owner),
        }),
      );
      return remember(name, Buffer.from(Plaintext!).toString());
    },
  };
}

export type Secrets = ReturnType<typeof openSecrets>;

function contextOf({ accountId, ...owner }: SecretOwner): Record<string, string> {
  return {
    account_id: accountId,
    ...('endpointId' in owner ? { endpoint_id: owner.endpointId } : { api_key_id: owner.apiKeyId }),
  };
}
