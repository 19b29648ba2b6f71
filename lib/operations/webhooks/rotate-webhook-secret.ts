import type { WebhookEndpoints } from '../../adapters/data/webhook-endpoints.ts';
import type { Secrets } from '../../adapters/webhooks/secrets.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { Problem } from '../../core/domain/problems.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import { rotatedSecrets } from '../../core/domain/webhooks.ts';

export interface RotateWebhookSecretDeps {
  endpoints: Pick<WebhookEndpoints, 'find' | 'replaceSecrets'>;
  secrets: Pick<Secrets, 'issue'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Gives an endpoint a new signing secret. Earlier secrets also sign for `overlap` milliseconds, so that the receiver can
 * change over without losing a delivery; use 0 when a secret has leaked.
 * @returns the new secret, which cannot be read again
 * @throws Problem resource_not_found
 */
export async function rotateWebhookSecret(
  { endpoints, secrets, now, randomBytes }: RotateWebhookSecretDeps,
  accountId: string,
  endpointId: string,
  overlap = DAY_MS,
): Promise<string> {
  const { secret, sealed } = await secrets.issue({ accountId, endpointId }, randomBytes);
  // A concurrent rotation makes this one start again, so that neither new secret is lost.
  for (;;) {
    const endpoint = await endpoints.find(accountId, endpointId);
    if (!endpoint) throw new Problem('resource_not_found');
    if (await endpoints.replaceSecrets(endpoint, rotatedSecrets(endpoint, sealed, now(), overlap))) return secret;
  }
}
