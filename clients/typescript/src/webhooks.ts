import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { MaloteEvent } from './generated/described.js';

export { WebhookVerificationError };

/**
 * Verifies the sender and the age of a delivery.
 * @param body the raw body, unchanged
 * @param secret the endpoint's secret, beginning with `whsec_`
 * @returns the event. Respond with 2xx to unknown types too.
 * @throws WebhookVerificationError if the signature is wrong or more than five minutes old; TypeError if the body is
 * not raw
 */
export function unwrap(body: string | Uint8Array, headers: WebhookHeaders, secret: string): MaloteEvent {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new TypeError(`The body is not raw. ${RAW}`);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const given = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const signed = given.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value[0] : value]);
  try {
    return new Webhook(secret).verify(text, Object.fromEntries(signed) as Record<string, string>) as MaloteEvent;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new WebhookVerificationError(`${error.message}. If the secret is right: ${RAW}`);
  }
}

const RAW =
  'Pass the bytes as they arrived. In Express, use express.raw({ type: "application/json" }) for this route instead of ' +
  'express.json(); in NestJS, create the application with rawBody: true; in Next.js, use await request.text().';

/** `Request.headers` or Node's `IncomingMessage.headers`; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * Signs an event as the service does, for tests of your own receiver.
 * @param event it, or the body itself
 * @returns the body and the headers of a delivery
 */
export function sign(
  event: object | string,
  secret: string,
  { id = 'evt_test', at = new Date() } = {},
): { body: string; headers: Record<string, string> } {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const signature = new Webhook(secret).sign(id, at, body);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return { body, headers: { 'content-type': 'application/json', ...headers } };
}
