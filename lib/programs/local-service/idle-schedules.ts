import type { RunningCloud } from '@malote/local-cloud';
import type { Deliveries } from '../../adapters/data/deliveries.ts';
import type { Events } from '../../adapters/data/events.ts';

interface Deps {
  deliveries: Pick<Deliveries, 'nextDue'>;
  events: Pick<Events, 'oldestUnrelayed'>;
}

/** Schedules of the stack that repair what was lost, and when each finds something to do (docs/decisions/emulators.md). */
export function idleSchedules({ deliveries, events }: Deps): Parameters<RunningCloud['leaveOutIdleRuns']>[0] {
  return {
    EventsOutboxSweepSchedule: events.oldestUnrelayed,
    WebhooksDeliverySweepSchedule: deliveries.nextDue,
    // A ledger to which nothing was written needs no second audit.
    LedgerAuditNightlySchedule: async (written) => (written ? 0 : null),
  };
}
