import type { RunningCloud } from '@malote/local-cloud';
import type { Deliveries } from '../../adapters/data/deliveries.ts';
import type { Events } from '../../adapters/data/events.ts';
import { duePartition, outboxPartition, simulatedPartition } from '../../adapters/data/keys.ts';
import type { VersionedMailing } from '../../adapters/data/mailings.ts';
import type { PrintBatches } from '../../adapters/data/print-batches.ts';
import type { Inbox } from '../../adapters/production/inbox.ts';
import { nextSimulatedStep } from '../../core/domain/simulated-production.ts';
import { DAY_MS, HOUR_MS } from '../../core/domain/units.ts';
import { REPORT_GRACE_MS, unappliedReports } from '../../operations/production/reconcile-reports.ts';

interface Deps {
  deliveries: Pick<Deliveries, 'nextDue'>;
  events: Pick<Events, 'oldestUnrelayed'>;
  batches: Pick<PrintBatches, 'inState'>;
  inbox: Pick<Inbox, 'arrivedSince' | 'isApplied'>;
  toPrint: () => AsyncIterable<VersionedMailing[]>;
  toSimulate: () => AsyncIterable<VersionedMailing[]>;
  cloud: Pick<RunningCloud, 'call' | 'lastWriteAt'> & { clock: Pick<RunningCloud['clock'], 'now'> };
  /** ARNs of the state machines. */
  stateMachines: readonly string[];
}

/** Repair schedules of the stack, and when each has something to do (docs/decisions/emulators.md). */
export function idleSchedules(deps: Deps): Parameters<RunningCloud['leaveOutIdleRuns']>[0] {
  return {
    EventsOutboxSweepSchedule: { nextWork: deps.events.oldestUnrelayed, mark: prefixOf(outboxPartition) },
    WebhooksDeliverySweepSchedule: { nextWork: deps.deliveries.nextDue, mark: prefixOf(duePartition) },
    ProductionBatchFormationSchedule: { nextWork: async () => ((await isAnythingToPrint(deps)) ? 0 : null) },
    SandboxSimulatedPrintHouseSchedule: {
      nextWork: () => nextSimulated(deps),
      mark: prefixOf(simulatedPartition),
    },
    // A ledger to which nothing was written needs no second audit.
    LedgerAuditNightlySchedule: { nextWork: async (written) => (written ? 0 : null) },
    LifecycleReconciliationSchedule: { nextWork: () => nextReconciliation(deps) },
    StrayFilesStrayFileSearchSchedule: { nextWork: () => nextFileSearch(deps) },
    ProductionReportSearchSchedule: { nextWork: () => nextReportSearch(deps) },
  };
}

/** The key of a work index before its shard. */
function prefixOf(partition: (shard: number) => string): string {
  return partition(0).slice(0, -1);
}

async function isAnythingToPrint({ batches, toPrint }: Deps): Promise<boolean> {
  if ((await batches.inState('forming', 1, 'oldest')).length > 0) return true;
  for await (const page of toPrint()) if (page.length > 0) return true;
  return false;
}

/** When the simulated print house has something to do next, epoch milliseconds. */
async function nextSimulated({ toSimulate }: Deps): Promise<number | null> {
  let next: number | null = null;
  for await (const page of toSimulate()) {
    for (const { mailing } of page) {
      const due = nextSimulatedStep(mailing)?.due;
      if (due !== undefined && (next === null || due < next)) next = due;
    }
  }
  return next;
}

/** A lost start is old enough to be found within a day of its write; an execution that failed or was stopped, at any time. */
async function nextReconciliation(deps: Deps): Promise<number> {
  const hasWork = sinceWrite(deps) <= DAY_MS || (await someFailed(deps));
  return hasWork ? 0 : deps.cloud.clock.now() + 1;
}

/**
 * It judges what happened two hours ago or before; one of its nights is between two hours and a day and two hours after each write.
 * An execution that failed or was stopped may have had a file to destroy at any time.
 */
async function nextFileSearch(deps: Deps): Promise<number> {
  const hasWork = sinceWrite(deps) <= DAY_MS + 2 * HOUR_MS || (await someFailed(deps));
  return hasWork ? 0 : deps.cloud.clock.now() + 1;
}

/** A report without a result is old enough an hour after it came; a new one may come at any time. */
async function nextReportSearch({ inbox, cloud }: Deps): Promise<number> {
  const now = () => cloud.clock.now();
  let next = Infinity;
  for await (const { at } of unappliedReports({ now, inbox })) next = Math.min(next, at + REPORT_GRACE_MS);
  return next === Infinity ? now() + 1 : next;
}

/** Milliseconds since the last write. */
function sinceWrite({ cloud }: Deps): number {
  return cloud.clock.now() - (cloud.lastWriteAt ?? -Infinity);
}

async function someFailed({ cloud, stateMachines }: Deps): Promise<boolean> {
  for (const stateMachineArn of stateMachines) {
    for (const statusFilter of ['FAILED', 'TIMED_OUT', 'ABORTED']) {
      const list = await cloud.call('states', 'ListExecutions', { stateMachineArn, statusFilter, maxResults: 1 });
      if ((list as { executions: unknown[] }).executions.length > 0) return true;
    }
  }
  return false;
}
