import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { eventWrites, openEvents } from '../../lib/adapters/data/events.ts';
import { openTable, type Table } from '../../lib/adapters/data/table.ts';
import { transact } from '../../lib/adapters/data/transactions.ts';
import { createId } from '../../lib/core/domain/ids.ts';
import { eventOf } from '../../lib/core/resources/event.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { startOwnService } from '../support/own-service.ts';
import { answered, openCloud, timedOut } from '../webhooks/support/cloud.ts';

/** Write units of events and deliveries, which the local table counts by AWS's own rules. */

const HOUR = 3_600_000;
/** A letter's event with some metadata. */
const LETTER = { id: 'ltr_1', text: 'x'.repeat(2_400) };

let service: LocalService;
let table: Table;
let units = 0;

beforeAll(async () => {
  service = await startOwnService();
  const { endpoint, region, outputs } = service.cloud;
  const credentials = { accessKeyId: 'cost', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  table = counting(openTable(outputs.TableName!, new DynamoDBClient({ endpoint, region, credentials })));
});
afterAll(() => service.stop());

/** The table, with the units of all that is written counted. */
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

test.each([
  ['that is delivered at the first attempt', 12, () => answered(200)],
  ['that fails eight times without an answer', 110, () => timedOut],
  ['that fails eight times with a kilobyte of an answer', 110, () => ({ ...answered(500), answer: 'e'.repeat(1_024) })],
])('a delivery %s: at most %i', async (_, most, receive) => {
  const cloud = openCloud({ table, receive });
  const { accountId } = await cloud.account();
  const notice = await cloud.event(accountId);
  const taken = await unitsOf(async () => {
    await cloud.notify(notice);
    await cloud.pass(60 * HOUR);
  });
  expect(cloud.failures).toEqual([]);
  expect(taken).toBeLessThanOrEqual(most);
  expect(taken).toBeGreaterThan(0.8 * most);
});
