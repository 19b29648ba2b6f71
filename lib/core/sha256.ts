import { createHash } from 'node:crypto';

/** SHA-256 of text (UTF-8) or bytes, 64 lower-case hexadecimal characters. */
export function sha256(content: string | Uint8Array): string {
  return sha256Bytes(content).toString('hex');
}

/** SHA-256 of text (UTF-8) or bytes, 32 bytes. */
export function sha256Bytes(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
