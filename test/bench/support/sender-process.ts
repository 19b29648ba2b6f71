import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { createInterface } from 'node:readline';
import { createGuard } from '../../../lib/adapters/net/guard.ts';
import { createSender } from '../../../lib/adapters/webhooks/sender.ts';
import { createSecret } from '../../../lib/adapters/webhooks/signature.ts';
import { createSigner } from '../../../lib/adapters/webhooks/signer.ts';
import { deliverySettings } from '../../../lib/core/domain/delivery-settings.ts';
import type { WebhookEndpoint } from '../../../lib/core/domain/webhooks.ts';
import { deliverAll } from '../../modules/webhooks/support/dispatcher.ts';
import type { SenderOrder, SenderUse } from './senders.ts';

/**
 * Main module of a sending process: the dispatcher, the sender alone with its signature, or a bare loop over Node's
 * client. The first line of standard input names the receiver, each following line the number of events; see
 * `startSender`.
 */
const lines = createInterface(process.stdin);
const secret = createSecret((size) => new Uint8Array(size));

const kinds: Record<string, (order: SenderOrder) => (count: number) => Promise<void>> = {
  dispatcher: ({ url, ca, body, at_once }) => {
    const send = openSender(ca);
    return (count) => deliverAll(count, url, { send, body, endpoints: at_once / deliverySettings.inFlight.fast });
  },

  sender: ({ url, ca, body, at_once }) => {
    const send = openSender(ca);
    const sign = createSigner({ open: async () => secret }, Date.now);
    const secrets = [{ sealed: 'sealed', created_at: 0, expires_at: null }];
    const base = {
      account_id: 'a',
      url,
      events: ['*'],
      state: 'active',
      secrets,
      created_at: 0,
      slow_until: 0,
    } as const;
    const endpoints: WebhookEndpoint[] = Array.from(
      { length: at_once / deliverySettings.inFlight.fast },
      (_, index) => ({
        ...base,
        id: `endpoint_${index}`,
      }),
    );
    return (count) =>
      inParallel(count, at_once, async (number) => {
        const endpoint = endpoints[number % endpoints.length]!;
        const { status, error } = await send(await sign(endpoint, { id: `evt_${number}`, body }, Date.now()));
        if (status !== 200) throw new Error(error ?? `answered with ${status}`);
      });
  },

  bare: ({ url, ca, body, at_once }) => {
    const isTls = url.startsWith('https:');
    const request = isTls ? httpsRequest : httpRequest;
    const options: RequestOptions & { ca?: string } = {
      method: 'POST',
      agent: new (isTls ? HttpsAgent : HttpAgent)({ keepAlive: true }),
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      ...(ca !== '' && { ca }),
    };
    const post = () =>
      new Promise<void>((resolve, reject) => {
        const call = request(url, options, (response) => response.resume().on('end', resolve));
        call.on('error', reject);
        call.end(body);
      });
    return (count) => inParallel(count, at_once, post);
  },
};

function openSender(ca: string) {
  const guard = createGuard({ loopback: true });
  return createSender({ guard, deadline: deliverySettings.deadline, ...(ca !== '' && { ca }) }).send;
}

async function inParallel(count: number, atOnce: number, act: (number: number) => Promise<unknown>): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left > 0) await act(--left);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

let deliver: ((count: number) => Promise<void>) | undefined;
for await (const line of lines) {
  if (!deliver) {
    deliver = kinds[process.argv[2]!]!(JSON.parse(line) as SenderOrder);
    continue;
  }
  const before = process.cpuUsage();
  const started = performance.now();
  await deliver(Number(line));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  // maxRSS is in kibibytes.
  const took: SenderUse = { seconds, processor: (user + system) / 1e6, memory: process.resourceUsage().maxRSS * 1024 };
  console.log(JSON.stringify(took));
}
