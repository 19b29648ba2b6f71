import { Webhook } from 'standardwebhooks';
import type { Event } from './generated/types.gen.js';

export { WebhookVerificationError } from 'standardwebhooks';

/**
 * Verifies the sender and the age of a delivery.
 * @param body the raw body, unchanged
 * @param secret the endpoint's secret, beginning with `whsec_`
 * @returns the event. Respond with 2xx to unknown types too.
 * @throws WebhookVerificationError if the signature is wrong or more than five minutes old
 */
export function unwrap(body: string | Buffer, headers: WebhookHeaders, secret: string): Event {
  const first = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? '';
  };
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, first(name)]);
  return new Webhook(secret).verify(body, Object.fromEntries(signed) as Record<string, string>) as Event;
}

/** `Request.headers` or Node's `IncomingMessage.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;
