import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  abandonedChargesPartition,
  accountKey,
  balanceKey,
  duePartition,
  ledgerPartition,
  MAIL_MERGES_IN_PROGRESS,
  mailingPartition,
  outboxPartition,
  simulatedPartition,
} from '../../lib/adapters/data/table/keys.ts';
import type { ReportFile } from '../../lib/adapters/production/inbox.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/core/domain/units.ts';
import { idleSchedules } from '../../lib/programs/local-service/idle-schedules.ts';

const WRITTEN_AT = Date.parse('2027-01-01T12:00:00Z');
/** Of a schedule that last ran at this instant, epoch milliseconds. */
const past = (ranAt: number) => ({ writtenAt: WRITTEN_AT, ranAt });

let now: number;
/** By state machine: statuses of its executions. */
let executions: Record<string, string[]>;
let reports: { file: ReportFile; at: number }[];

let oldestUnrelayed: number | null;
let nextAbandonedCharge: number | null;

beforeEach(() => {
  oldestUnrelayed = nextAbandonedCharge = null;
  now = WRITTEN_AT;
  reports = [];
  executions = { letters: ['RUNNING'], verifications: ['SUCCEEDED'] };
});

const schedules = () =>
  idleSchedules({
    deliveries: { nextDue: async () => null },
    events: { oldestUnrelayed: async () => oldestUnrelayed },
    nextAbandonedCharge: async () => nextAbandonedCharge,
    mailMerges: { nextLook: async () => null },
    sessions: { nextCheck: async () => null },
    batches: { inState: async () => [] },
    inbox: {
      arrivedSince: async function* (since) {
        yield reports.filter(({ at }) => at >= since);
      },
      isApplied: async ({ key }) => key === 'inbox/applied.jsonl',
    },
    toPrint: async function* () {},
    toSimulate: async function* () {},
    cloud: {
      clock: { now: () => now },
      call: async (_service, _operation, { stateMachineArn, statusFilter }) => ({
        executions: executions[stateMachineArn as string]!.filter((status) => status === statusFilter),
      }),
    },
    stateMachines: Object.keys(executions),
  });

describe.each([
  ['mailings without an execution', 'LifecycleReconciliationSchedule', 45 * MINUTE_MS],
  ['stray files', 'StrayFilesStrayFileSearchSchedule', 2 * HOUR_MS],
])('the search for %s', (_, schedule, settledMs) => {
  const nextWork = (ranAt: number) => schedules()[schedule]!.nextWork(past(ranAt));
  const judgedAt = WRITTEN_AT + settledMs;

  test('runs for a day after a write is old enough, even if it ran before', async () => {
    now = judgedAt + DAY_MS;
    expect(await nextWork(judgedAt)).toBe(0);
  });

  test('checks again at its next instant after that day', async () => {
    now = judgedAt + DAY_MS + 1;
    expect(await nextWork(judgedAt)).toBe(now + 1);
  });

  test.each(['FAILED', 'TIMED_OUT', 'ABORTED'])('runs each time once an execution is %s', async (status) => {
    now = WRITTEN_AT + 30 * DAY_MS;
    executions.verifications = [status];
    expect(await nextWork(judgedAt)).toBe(0);
  });
});

test.each([
  [7, 9, 7],
  [9, 7, 7],
  [null, 7, 7],
  [7, null, 7],
  [null, null, null],
])('the outbox sweep waits for an event of %s or a charge of %s', async (event, charge, next) => {
  [oldestUnrelayed, nextAbandonedCharge] = [event, charge];
  expect(await schedules().EventsOutboxSweepSchedule!.nextWork(past(now))).toBe(next);
});

test('the audit runs once after each write', async () => {
  const { nextWork } = schedules().LedgerAuditNightlySchedule!;
  expect(await nextWork(past(WRITTEN_AT))).toBe(0);
  expect(await nextWork(past(WRITTEN_AT + 1))).toBe(null);
});

test('the search for reports runs once the oldest report without a result is old enough, and sleeps without one', async () => {
  const { nextWork } = schedules().ProductionReportSearchSchedule!;
  expect(await nextWork(past(now))).toBe(null);
  reports = [
    { file: { key: 'inbox/applied.jsonl' }, at: WRITTEN_AT - 10 },
    { file: { key: 'inbox/late.jsonl' }, at: WRITTEN_AT },
    { file: { key: 'inbox/early.jsonl' }, at: WRITTEN_AT - 5 },
  ];
  expect(await nextWork(past(now))).toBe(WRITTEN_AT - 5 + HOUR_MS);
  now = WRITTEN_AT + 3 * DAY_MS;
  expect(await nextWork(past(now))).toBe(null);
});

const ledgerEntry = { PK: ledgerPartition('acc_1'), SK: '1' };
const letter = { PK: mailingPartition('acc_1', 'letter'), SK: 'ltr_1' };
const verification = { PK: mailingPartition('acc_1', 'verification'), SK: 'ver_1' };

test.each([
  [
    'EventsOutboxSweepSchedule',
    [{ PK: outboxPartition(3) }, { GSI3PK: abandonedChargesPartition(3) }],
    [{ PK: duePartition(3) }, letter],
  ],
  ['WebhooksDeliverySweepSchedule', [{ GSI3PK: duePartition(3) }], [{ PK: outboxPartition(3) }, letter]],
  ['MailMergeSearchSchedule', [{ GSI3PK: MAIL_MERGES_IN_PROGRESS }], [letter, { PK: outboxPartition(3) }]],
  ['SimulatedPrintHouseSchedule', [{ GSI3PK: simulatedPartition(3) }], [letter]],
  [
    'LedgerAuditNightlySchedule',
    [letter, verification, ledgerEntry, balanceKey('acc_1')],
    [{ GSI3PK: duePartition(3) }, accountKey('acc_1')],
  ],
  ['LifecycleReconciliationSchedule', [letter, verification], [ledgerEntry, { GSI3PK: duePartition(3) }]],
  ['StrayFilesStrayFileSearchSchedule', [letter, verification], [ledgerEntry, { GSI3PK: duePartition(3) }]],
])('%s wakes only for writes of what it looks for', (schedule, work, other) => {
  const { makesWork } = schedules()[schedule]!;
  const wakes = (key: object) =>
    makesWork!({ service: 'dynamodb', body: Buffer.from(JSON.stringify({ Item: marshall(key) })) });
  expect(work.map(wakes)).toEqual(work.map(() => true));
  expect(other.map(wakes)).toEqual(other.map(() => false));
});

test.each(['ProductionReportSearchSchedule', 'StrayFilesStrayFileSearchSchedule'])(
  '%s wakes for writes of files',
  (schedule) => {
    const { makesWork } = schedules()[schedule]!;
    expect(['s3', 'dynamodb'].map((service) => makesWork!({ service, body: Buffer.from('{}') }))).toEqual([
      true,
      false,
    ]);
  },
);
