import type { Logo } from '../domain/accounts.ts';
import type { LogoResource } from '../schemas/account.ts';

/** A logo with its bytes. */
export function logoResource({ content_type, width, height, sha256 }: Logo, bytes: Uint8Array): LogoResource {
  return { object: 'logo', content_type, width, height, sha256, content: Buffer.from(bytes).toString('base64') };
}
