import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { eventWrites, openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openTable, type Table } from '../../../lib/adapters/data/table/table.ts';
import { transact } from '../../../lib/adapters/data/table/transactions.ts';
import { type EndpointRef, openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import type { StoredEvent } from '../../../lib/core/domain/events.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { healthEvent } from '../../../lib/operations/webhooks/endpoint-health.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { answered, openCloud, timedOut } from '../../modules/webhooks/support/cloud.ts';
import { createTable } from '../../support/create-table.ts';
import { startOwnService } from '../../support/own-service.ts';

/** Write units of events and deliveries, which the local table counts by AWS's rules. */

const HOUR = 3_600_000;
/** A letter's event with some metadata. */
const LETTER = { id: 'ltr_1', text: 'x'.repeat(2_400) };

let service: LocalService;
let table: Table;
let units = 0;

beforeAll(async () => {
  service = await startOwnService();
  const { endpoint, region } = service.cloud;
  const credentials = { accessKeyId: 'cost', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  const client = new DynamoDBClient({ endpoint, region, credentials });
  // A table unknown to the service's workers, which would relay its events too.
  await createTable(client, 'units');
  table = counting(openTable('units', client));
});
afterAll(() => service.stop());

/** The table, counting the units of all writes. */
function counting(inner: Table): Table {
  type Answer = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] };
  const sent = inner.client.send.bind(inner.client) as (command: object) => Promise<Answer>;
  const send = async (command: { input: object }) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' });
    const answer = await sent(command);
    const consumed = [answer.ConsumedCapacity ?? []].flat();
    if (!/^(BatchGet|Get|Query)Command$/.test(command.constructor.name))
      units += consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    return answer;
  };
  const client = new Proxy(inner.client, {
    get: (target, name) => (name === 'send' ? send : (Reflect.get(target, name) as unknown)),
  });
  return { ...inner, client };
}

async function unitsOf(act: () => Promise<unknown>): Promise<number> {
  const before = units;
  await act();
  return units - before;
}

test('an event that is stored, relayed and fanned out: 13', async () => {
  const created_at = Date.now();
  const id = createId('event', created_at, randomBytes);
  const event = eventOf({ id, account_id: 'acc_1', type: 'letter.posted', created_at }, LETTER);
  const notice = { event_id: id, account_id: 'acc_1', object_id: 'ltr_1', type: 'letter.posted' as const };
  const events = openEvents(table, () => created_at);
  const taken = await unitsOf(async () => {
    await transact(table, eventWrites(table, event));
    await events.markRelayed(notice);
    await events.markFannedOut(notice);
  });
  expect(taken).toBe(13);
});

type Cloud = ReturnType<typeof openCloud>;

/** Takes an endpoint for a run whose calls failed, and gives it back. */
async function end(cloud: Cloud, ref: EndpointRef, as: 'failing' | 'notified', event?: StoredEvent): Promise<number> {
  const { now } = cloud.clock;
  await cloud.endpoints.takeRun(ref, { id: 'run', until: now + HOUR }, 'fast', now);
  const failing = { since: now - 24 * HOUR, ...(as === 'notified' && { told_at: now }) };
  const calls = { recent: 'G', last_failure_at: now };
  return unitsOf(() => openWebhookEndpoints(table).endRun(ref, 'run', { calls, failing }, event));
}

test('the event that reports a failing endpoint, stored with the end of a run, relayed and fanned out: 10', async () => {
  const cloud = openCloud({ table, receive: () => timedOut });
  const { accountId, endpoint } = await cloud.account();
  const ref = { account_id: accountId, id: endpoint.id };
  const withoutEvent = await end(cloud, ref, 'failing');
  expect(withoutEvent).toBe(1);
  const change = { type: 'webhook_endpoint.failing', since: cloud.clock.now - 24 * HOUR } as const;
  const now = () => cloud.clock.now;
  const stored = (await cloud.endpoints.find(accountId, endpoint.id))!;
  const event = healthEvent({ now, randomBytes }, stored, change, stored.calls!);
  const withEvent = await end(cloud, ref, 'notified', event);
  const events = openEvents(table, now);
  const notice = { event_id: event.id, account_id: accountId, object_id: endpoint.id, type: event.type };
  const carried = await unitsOf(async () => {
    await events.markRelayed(notice);
    await events.markFannedOut(notice);
  });
  expect(withEvent - withoutEvent + carried).toBe(10);
});

test.each([
  ['that succeeds at the first attempt', 10, () => answered(200)],
  ['that fails eight times without a response', 95, () => timedOut],
  ['that fails eight times with a response of a kilobyte', 97, () => ({ ...answered(500), answer: 'e'.repeat(1_024) })],
])('a delivery %s: at most %i', async (_, most, receive) => {
  const cloud = openCloud({ table, receive });
  const { accountId, endpoint } = await cloud.account();
  // The endpoint fails and its event exists already: the event has a test of its own.
  if (receive().status !== 200) await end(cloud, { account_id: accountId, id: endpoint.id }, 'notified');
  // Its host is known: an endpoint is noted once in 30 days, for one unit.
  expect(await unitsOf(() => cloud.hosts.turn('receiver.example.com', endpoint.id, Infinity))).toBe(1);
  const notice = await cloud.event(accountId);
  const taken = await unitsOf(async () => {
    await cloud.notify(notice);
    await cloud.pass(60 * HOUR);
  });
  expect(cloud.failures).toEqual([]);
  expect(taken).toBeLessThanOrEqual(most);
  expect(taken).toBeGreaterThan(0.8 * most);
});
