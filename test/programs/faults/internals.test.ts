import { expect, test } from '@jest/globals';
import {
  accountPartition,
  duePartition,
  inProductionPartition,
  mailingPartition,
  outboxPartition,
  parkedPartition,
  pendingChargesPartition,
  printBatchesPartition,
  RESUMED_ENDPOINTS_PARTITION,
  toPrintPartition,
  trackingPartition,
  waitingPartition,
} from '../../../lib/adapters/data/table/keys.ts';
import { tableSchema } from '../../../lib/adapters/data/table/schema.ts';
import { isPendingWork } from './internals.ts';

/** The oracle shares no code with the service, so only this test notices that a partition has another name. */

const LETTERS = mailingPartition('acc_1', 'letter');

test.each([
  toPrintPartition(3),
  inProductionPartition(3),
  duePartition(3),
  RESUMED_ENDPOINTS_PARTITION,
  parkedPartition('whe_1'),
  printBatchesPartition('forming'),
])('a row in %s of the work index is pending work', (partition) => {
  expect(isPendingWork(LETTERS, partition)).toBe(true);
});

test.each([outboxPartition(3), waitingPartition('whe_1'), pendingChargesPartition('acc_1', 3)])(
  'a row of %s is pending work',
  (partition) => {
    expect(isPendingWork(partition)).toBe(true);
  },
);

test('no other row is', () => {
  for (const partition of [printBatchesPartition('formed'), trackingPartition('AA123456785BR'), undefined])
    expect([partition, isPendingWork(LETTERS, partition)]).toEqual([partition, false]);
  expect(isPendingWork(accountPartition('acc_1'))).toBe(false);
});

test('the attributes that the oracle reads are those of the table', () => {
  const { partitionKey, sortKey, indexes } = tableSchema;
  expect([partitionKey, sortKey, indexes.find(({ name }) => name === 'GSI3')?.partitionKey]).toEqual([
    'PK',
    'SK',
    'GSI3PK',
  ]);
});
