import type { IncomingHttpHeaders } from 'node:http';
import { signatureHeaders } from '../../../adapters/webhooks/signature.ts';
import { timestamp } from '../../../core/resources/timestamps.ts';

export interface ReceivedDelivery {
  /** By the service's clock, which can be advanced; the event's own times use it too. */
  received_at: string;
  /** By the machine's clock, like the signature's time. */
  received_at_machine: string;
  headers: IncomingHttpHeaders;
  /** The raw body, as signed. */
  body: string;
  /** True if a signature matches a secret registered here. */
  verified: boolean;
}

/** The newest deliveries are kept, up to this number. */
const MOST_KEPT = 10_000;

/** A webhook receiver for testers: accepts every delivery, checks its signature and keeps it for inspection. */
export class WebhookInbox {
  readonly #now: () => number;
  readonly #secrets: string[] = [];
  #received: ReceivedDelivery[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Adds a secret that signatures are checked against. */
  trust(secret: string): void {
    this.#secrets.push(secret);
  }

  receive(headers: IncomingHttpHeaders, body: Buffer): boolean {
    const verified = this.#secrets.some((secret) => isSignedBy(secret, headers, body));
    this.#received.push({
      received_at: timestamp(this.#now()),
      received_at_machine: timestamp(Date.now()),
      headers,
      body: body.toString('utf8'),
      verified,
    });
    if (this.#received.length > MOST_KEPT) this.#received.shift();
    return verified;
  }

  /** Oldest first. */
  deliveries(): readonly ReceivedDelivery[] {
    return this.#received;
  }

  clear(): number {
    const count = this.#received.length;
    this.#received = [];
    return count;
  }
}

function isSignedBy(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]);
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string') return false;
  const expected = signatureHeaders(id, Number(time) * 1000, body.toString('utf8'), [secret])['webhook-signature'];
  return signatures.split(' ').includes(expected);
}
