import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReportFile } from '../../lib/adapters/production/inbox.ts';
import { DAY_MS, HOUR_MS } from '../../lib/core/domain/units.ts';
import { idleSchedules } from '../../lib/programs/local-service/idle-schedules.ts';

const WRITTEN_AT = Date.parse('2027-01-01T12:00:00Z');

let now: number;
/** By state machine: statuses of its executions. */
let executions: Record<string, string[]>;
let reports: { file: ReportFile; at: number }[];

beforeEach(() => {
  now = WRITTEN_AT;
  reports = [];
  executions = { letters: ['RUNNING'], verifications: ['SUCCEEDED'] };
});

const schedules = () =>
  idleSchedules({
    deliveries: { nextDue: async () => null },
    events: { oldestUnrelayed: async () => null },
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
      lastWriteAt: WRITTEN_AT,
      call: async (_service, _operation, { stateMachineArn, statusFilter }) => ({
        executions: executions[stateMachineArn as string]!.filter((status) => status === statusFilter),
      }),
    },
    stateMachines: Object.keys(executions),
  });

describe('the search for mailings without an execution', () => {
  const nextWork = () => schedules().LifecycleReconciliationSchedule!.nextWork(false);

  test('runs for a day after a write, so that a lost start is old enough in one of the runs', async () => {
    now = WRITTEN_AT + DAY_MS;
    expect(await nextWork()).toBe(0);
  });

  test('looks again at its next instant once nothing was written for a day', async () => {
    now = WRITTEN_AT + DAY_MS + 1;
    expect(await nextWork()).toBe(now + 1);
  });

  test.each(['FAILED', 'TIMED_OUT', 'ABORTED'])('runs each time once an execution is %s', async (status) => {
    now = WRITTEN_AT + 30 * DAY_MS;
    executions.verifications = [status];
    expect(await nextWork()).toBe(0);
  });
});

test('the search for stray files runs in one night at least that is two hours after a write', async () => {
  const { nextWork } = schedules().StrayFilesStrayFileSearchSchedule!;
  now = WRITTEN_AT + 26 * 3_600_000;
  expect(await nextWork(false)).toBe(0);
  now += 1;
  expect(await nextWork(false)).toBe(now + 1);
  executions.verifications = ['ABORTED'];
  expect(await nextWork(false)).toBe(0);
});

test('the search for reports runs once the oldest report without a result is old enough, and looks again at its next instant', async () => {
  const { nextWork } = schedules().ProductionReportSearchSchedule!;
  expect(await nextWork(false)).toBe(now + 1);
  reports = [
    { file: { key: 'inbox/applied.jsonl' }, at: WRITTEN_AT - 10 },
    { file: { key: 'inbox/late.jsonl' }, at: WRITTEN_AT },
    { file: { key: 'inbox/early.jsonl' }, at: WRITTEN_AT - 5 },
  ];
  expect(await nextWork(false)).toBe(WRITTEN_AT - 5 + HOUR_MS);
  now = WRITTEN_AT + 3 * DAY_MS;
  expect(await nextWork(false)).toBe(now + 1);
});

test('the sweeps wake only for writes into the index that they read', () => {
  const { EventsOutboxSweepSchedule, WebhooksDeliverySweepSchedule } = schedules();
  expect(EventsOutboxSweepSchedule!.mark).toBe('OUTBOX#');
  expect(WebhooksDeliverySweepSchedule!.mark).toBe('DUE#');
});
