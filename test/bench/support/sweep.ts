import { createHash, randomBytes } from 'node:crypto';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import { openDeliveryQueues } from '../../../lib/adapters/webhooks/delivery-queues.ts';
import { beginDelivery } from '../../../lib/core/domain/delivery-lifecycle.ts';
import { deliverySettings } from '../../../lib/core/domain/delivery-settings.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { concurrently } from '../../../lib/operations/concurrently.ts';
import { sweepDeliveries } from '../../../lib/operations/webhooks/sweep-deliveries.ts';
import { withVirtualTable } from './virtual-table.ts';

const ENDPOINT = 'https://sqs.sa-east-1.amazonaws.com/';
const urls = { fast: `${ENDPOINT}fast`, slow: `${ENDPOINT}slow` };

interface Batch {
  Entries: { Id: string; MessageBody: string }[];
}

/** A queue in this process that accepts every message. */
async function take({ body }: { body: Uint8Array }) {
  const { Entries } = JSON.parse(Buffer.from(body).toString()) as Batch;
  const Successful = Entries.map(({ Id, MessageBody }) => ({
    Id,
    MessageId: Id,
    MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  }));
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { response: { statusCode: 200, headers, body: Buffer.from(JSON.stringify({ Successful })) } };
}

/**
 * The sweep over deliveries that are all due. Table and queue are in this process, so their processor time counts as
 * the sweep's own.
 * @returns rows moved on per second of one core
 */
export function sweepRate(rows: number): Promise<number> {
  return withVirtualTable({ latency: undefined }, async ({ table }) => {
    const now = () => Date.now();
    const deliveries = openDeliveries(table, now);
    const endpoint = { id: 'whe_1', slow_until: 0 } as Parameters<typeof beginDelivery>[1];
    await concurrently(Array<number>(rows).fill(0), 100, async () => {
      const event_id = createId('event', now(), randomBytes);
      const notice = { event_id, account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' as const };
      const { delivery } = beginDelivery(notice, endpoint, now(), deliverySettings);
      await deliveries.create({ ...delivery, due_at: now() - 1_000 });
    });
    const sqs = new SQSClient({
      region: 'sa-east-1',
      credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
      requestHandler: { handle: take } as never,
    });
    const before = process.cpuUsage();
    const queues = openDeliveryQueues(sqs, urls);
    const { queued } = await sweepDeliveries({ deliveries, queues, settings: deliverySettings, now });
    const { user, system } = process.cpuUsage(before);
    if (queued !== rows) throw new Error(`the sweep moved ${queued} of ${rows} deliveries on`);
    return (queued * 1e6) / (user + system);
  });
}
