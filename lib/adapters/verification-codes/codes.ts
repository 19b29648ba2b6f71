import { timingSafeEqual } from 'node:crypto';
import { GenerateMacCommand, type KMSClient } from '@aws-sdk/client-kms';

/**
 * Verification codes are stored as MACs of the code and its verification's id, by a key that cannot leave KMS. The
 * table alone does not reveal a code, and the MAC of one verification does not match another (rule VER-15).
 */
export function openVerificationCodes(kms: KMSClient, keyId: string) {
  const macOf = async (verificationId: string, code: string): Promise<Uint8Array> => {
    const { Mac } = await kms.send(
      new GenerateMacCommand({
        KeyId: keyId,
        MacAlgorithm: 'HMAC_SHA_256',
        Message: Buffer.from(`verification-code ${verificationId} ${code}`),
      }),
    );
    return Mac!;
  };

  return {
    /** The MAC of a code, base64. */
    seal: async (verificationId: string, code: string): Promise<string> =>
      Buffer.from(await macOf(verificationId, code)).toString('base64'),

    /** Whether this is the verification's code. Takes the same time for every code. */
    matches: async (verificationId: string, code: string, sealed: string): Promise<boolean> => {
      const mac = await macOf(verificationId, code);
      const kept = Buffer.from(sealed, 'base64');
      return kept.length === mac.length && timingSafeEqual(kept, mac);
    },
  };
}

export type VerificationCodes = ReturnType<typeof openVerificationCodes>;
