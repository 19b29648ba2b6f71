import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts refresh tokens of the provider for the table, each for one session, so that a copied item serves no other. The
 * key is derived from the client's secret: whoever does not have that can neither read a token nor use it.
 * @param clientSecret at the provider, which has at least 256 random bits
 * (https://datatracker.ietf.org/doc/html/rfc5869#section-3.2)
 */
export function openTokenSeal(clientSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', clientSecret, '', 'malote refresh token', 32));

  return {
    seal: (token: string, session: string): string => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(session));
      return Buffer.concat([nonce, cipher.update(token, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },

    /** The token; undefined if it was sealed with another secret or for another session. */
    open: (sealed: string, session: string): string | undefined => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(session))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString();
      } catch {
        // The tag does not fit: only the secret of another client can be the reason.
        return undefined;
      }
    },
  };
}

export type TokenSeal = ReturnType<typeof openTokenSeal>;
