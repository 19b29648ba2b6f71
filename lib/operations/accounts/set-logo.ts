import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Logo } from '../../core/domain/accounts.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { logoLimits, readLogoImage } from '../../core/domain/logos.ts';
import { type Detail, notAllowed, Problem } from '../../core/domain/problems.ts';
import { sha256 } from '../../core/sha256.ts';

/**
 * Sets the logo of an account's verification letters and confirmation page. Rejects a picture that cannot be decoded or
 * is invisible on white paper.
 * @param bytes a PNG or JPEG
 * @param toResponse the call's response, committed with the logo
 * @throws Problem invalid_parameters · resource_not_found
 */
export async function setLogo(
  accounts: Pick<Accounts, 'setLogo'>,
  accountId: string,
  bytes: Uint8Array,
  toResponse?: (logo: Logo) => PendingResponse,
): Promise<Logo> {
  const logo = await judged(bytes);
  const set = await accounts.setLogo(accountId, { ...logo, bytes }, toResponse?.(logo));
  if (!set) throw new Problem('resource_not_found');
  return logo;
}

async function judged(bytes: Uint8Array): Promise<Logo> {
  const image = readLogoImage(bytes);
  if (!image) throw Problem.invalid([{ param: 'logo', code: 'invalid_format', values: { format: 'PNG, JPEG' } }]);
  const { minimum, maximum } = logoLimits.pixels;
  const details: Detail[] = [];
  if (bytes.byteLength > logoLimits.bytes)
    details.push({ param: 'logo.bytes', code: 'out_of_range', values: { max_kb: logoLimits.bytes / 1024 } });
  for (const side of ['width', 'height'] as const) {
    if (image[side] < minimum || image[side] > maximum)
      details.push({ param: `logo.${side}`, code: 'out_of_range', values: { minimum, maximum } });
  }
  if (details.length > 0) throw Problem.invalid(details);
  const { showsOnPaper } = await import('../../pdf/print/logo.ts');
  if (!(await showsOnPaper(bytes)))
    throw Problem.invalid([{ param: 'logo', ...notAllowed({ reason: 'invisible_logo' }) }]);
  return { ...image, sha256: sha256(bytes) };
}
