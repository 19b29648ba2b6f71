import type { StoredEvent } from '../../core/domain/events.ts';
import { validSecrets, type WebhookEndpoint } from '../../core/domain/webhooks.ts';
import { readOptional } from '../../core/environment.ts';
import { settleAll } from '../../core/settle-all.ts';
import type { Secrets } from './secrets.ts';
import type { Post } from './sender.ts';
import { signatureHeaders } from './signature.ts';

/** The signed parts of an event: its id and its stored bytes. */
export type SignedEvent = Pick<StoredEvent, 'id' | 'body'>;
/** Prepares an event for an endpoint, signed with all secrets that are valid now. */
export type SignPost = (endpoint: WebhookEndpoint, event: SignedEvent, now: number) => Promise<Post>;

/**
 * The time in a signature, epoch milliseconds; receivers compare it with their own clocks. If `Date` shows an advanced
 * clock, the machine's time is computed from the start of the process; otherwise `Date` is right.
 */
export const signingTime =
  readOptional('WOUND_CLOCK') === 'true' ? () => performance.timeOrigin + performance.now() : () => Date.now();

/**
 * @param signedAt epoch milliseconds, see `signingTime`; the `now` of the attempt decides which secrets are valid
 * @throws the KMS error
 */
export function createSigner(secrets: Pick<Secrets, 'open'>, signedAt: () => number): SignPost {
  return async (endpoint, { id, body }, now) => {
    const owner = { accountId: endpoint.account_id, endpointId: endpoint.id };
    const opened = await settleAll(validSecrets(endpoint, now).map((secret) => secrets.open(secret, owner)));
    return {
      endpointId: endpoint.id,
      url: endpoint.url,
      headers: signatureHeaders(id, signedAt(), body, opened),
      body,
    };
  };
}
