import type { RunningCloud } from '@malote/local-cloud';
import type { Deliveries } from '../../adapters/data/deliveries.ts';
import type { Events } from '../../adapters/data/events.ts';
import type { VersionedMailing } from '../../adapters/data/mailings.ts';
import type { PrintBatches } from '../../adapters/data/print-batches.ts';

interface Deps {
  deliveries: Pick<Deliveries, 'nextDue'>;
  events: Pick<Events, 'oldestUnrelayed'>;
  batches: Pick<PrintBatches, 'inState'>;
  toPrint: () => AsyncIterable<VersionedMailing[]>;
}

/** Schedules of the stack that repair what was lost, and when each finds something to do (docs/decisions/emulators.md). */
export function idleSchedules(deps: Deps): Parameters<RunningCloud['leaveOutIdleRuns']>[0] {
  return {
    EventsOutboxSweepSchedule: deps.events.oldestUnrelayed,
    WebhooksDeliverySweepSchedule: deps.deliveries.nextDue,
    ProductionBatchFormationSchedule: async () => ((await isAnythingToPrint(deps)) ? 0 : null),
    // What was found in order stays in order until something is written: here no execution is lost by itself.
    LedgerAuditNightlySchedule: async (written) => (written ? 0 : null),
    LifecycleReconciliationSchedule: async (written) => (written ? 0 : null),
  };
}

async function isAnythingToPrint({ batches, toPrint }: Deps): Promise<boolean> {
  if ((await batches.inState('forming', 1, 'oldest')).length > 0) return true;
  for await (const page of toPrint()) if (page.length > 0) return true;
  return false;
}
