import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms';
import {
  compactJws,
  type KeySet,
  type PublishedKey,
  publishedKey,
  type SignedClaims,
  signingInput,
} from '../../core/evidence/jws.ts';
import { settleAll } from '../../core/settle-all.ts';

/** Reads public keys from KMS, once each: a KMS key's pair never changes. */
export function openEvidenceKeys(kms: KMSClient) {
  const known = new Map<string, Promise<PublishedKey>>();
  const read = async (KeyId: string): Promise<PublishedKey> => {
    const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId }));
    return publishedKey(PublicKey!);
  };
  const find = (keyId: string): Promise<PublishedKey> => {
    const key = known.get(keyId) ?? read(keyId);
    known.set(keyId, key);
    // A failed read is not cached.
    key.catch(() => known.delete(keyId));
    return key;
  };
  return {
    find,
    /** The keys in their published form, the current one first. */
    published: async (keyIds: readonly string[]): Promise<KeySet> => ({ keys: await settleAll(keyIds.map(find)) }),
  };
}

/** Signs statements with a key that cannot leave KMS. */
export function openEvidenceSigner(kms: KMSClient, keyId: string) {
  const keys = openEvidenceKeys(kms);
  return {
    /** A compact JWS. */
    sign: async (claims: SignedClaims): Promise<string> => {
      const { kid } = await keys.find(keyId);
      const input = signingInput(kid, claims);
      const { Signature } = await kms.send(
        new SignCommand({ KeyId: keyId, Message: Buffer.from(input), SigningAlgorithm: 'ECDSA_SHA_256' }),
      );
      return compactJws(input, Signature!);
    },
  };
}

export type EvidenceSigner = ReturnType<typeof openEvidenceSigner>;
