import type { RunningCloud } from '@malote/local-cloud';
import type { Sessions } from '../../adapters/data/accounts/sessions.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import type { VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { Events } from '../../adapters/data/table/events.ts';
import {
  abandonedChargesPartition,
  accountPartition,
  balanceKey,
  duePartition,
  ledgerPartition,
  MAIL_MERGES_IN_PROGRESS,
  mailingPartition,
  outboxPartition,
  SESSIONS_TO_CHECK,
  simulatedPartition,
} from '../../adapters/data/table/keys.ts';
import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { Inbox } from '../../adapters/production/inbox.ts';
import { nextSimulatedStep } from '../../core/domain/simulated-production.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import { RECONCILED_AFTER_MS } from '../../operations/mailings/reconcile-lifecycles.ts';
import { FILES_SETTLED_MS } from '../../operations/mailings/remove-stray-files.ts';
import { REPORT_GRACE_MS, unappliedReports } from '../../operations/production/reconcile-reports.ts';

interface Deps {
  deliveries: Pick<Deliveries, 'nextDue'>;
  events: Pick<Events, 'oldestUnrelayed'>;
  nextAbandonedCharge: () => Promise<number | null>;
  mailMerges: Pick<MailMerges, 'nextLook'>;
  sessions: Pick<Sessions, 'nextCheck'>;
  batches: Pick<PrintBatches, 'inState'>;
  inbox: Pick<Inbox, 'arrivedSince' | 'isApplied'>;
  toPrint: () => AsyncIterable<VersionedMailing[]>;
  toSimulate: () => AsyncIterable<VersionedMailing[]>;
  cloud: Pick<RunningCloud, 'call'> & { clock: Pick<RunningCloud['clock'], 'now'> };
  /** ARNs of the state machines. */
  stateMachines: readonly string[];
}

type IdleSchedules = Parameters<RunningCloud['leaveOutIdleRuns']>[0];
type IdleRuns = IdleSchedules[string];
type CreatesWork = NonNullable<IdleRuns['makesWork']>;
type Past = Parameters<IdleRuns['nextWork']>[0];

/** Repair schedules of the stack, and when each has something to do (docs/decisions/emulators.md). */
export function idleSchedules(deps: Deps): IdleSchedules {
  return {
    EventsOutboxSweepSchedule: {
      nextWork: async () => earliest(await deps.events.oldestUnrelayed(), await deps.nextAbandonedCharge()),
      makesWork: into(outboxIndex, chargesIndex),
    },
    WebhooksDeliverySweepSchedule: { nextWork: deps.deliveries.nextDue, makesWork: into(dueIndex) },
    MailMergeSearchSchedule: { nextWork: deps.mailMerges.nextLook, makesWork: into(MAIL_MERGES_IN_PROGRESS) },
    SessionEndsCheckSchedule: { nextWork: deps.sessions.nextCheck, makesWork: into(SESSIONS_TO_CHECK) },
    ProductionBatchFormationSchedule: { nextWork: async () => ((await isAnythingToPrint(deps)) ? 0 : null) },
    SimulatedPrintHouseSchedule: {
      nextWork: () => nextSimulated(deps),
      makesWork: into(simulatedIndex),
    },
    // If no ledger and no mailing was written, a second audit finds nothing new.
    LedgerAuditNightlySchedule: {
      nextWork: async ({ writtenAt, ranAt }) => (ranAt <= writtenAt ? 0 : null),
      makesWork: into(ledgers, balances, ...mailings),
    },
    LifecycleReconciliationSchedule: {
      nextWork: (past) => nextSearch(deps, past, RECONCILED_AFTER_MS),
      makesWork: ofMailing,
    },
    StrayFilesStrayFileSearchSchedule: {
      nextWork: (past) => nextSearch(deps, past, FILES_SETTLED_MS),
      // Creates a file without a mailing, or a mailing that no longer needs its file.
      makesWork: (write) => ofFile(write) || ofMailing(write),
    },
    ProductionReportSearchSchedule: {
      nextWork: () => nextReportSearch(deps),
      makesWork: ofFile,
    },
    // A service on one machine has no hosts.
    ProbesEachMinuteSchedule: { nextWork: () => Promise.resolve(null) },
  };
}

/** Texts that every write of these items contains. */
const [outboxIndex, dueIndex, simulatedIndex, chargesIndex] = [
  outboxPartition,
  duePartition,
  simulatedPartition,
  abandonedChargesPartition,
].map((partition) =>
  // The key without its shard.
  partition(0).slice(0, -1),
) as [string, string, string, string];
const inEachAccount = (partition: string) => partition.slice(accountPartition('').length);
const ledgers = inEachAccount(ledgerPartition(''));
const balances = JSON.stringify(balanceKey('').SK);
const mailings = [mailingPartition('', 'letter'), mailingPartition('', 'verification')].map(inEachAccount);

const ofMailing = into(...mailings);
const ofFile: CreatesWork = ({ service }) => service === 's3';

function into(...texts: string[]): CreatesWork {
  return ({ service, body }) => service === 'dynamodb' && texts.some((text) => body.includes(text));
}

function earliest(...instants: (number | null)[]): number | null {
  const known = instants.filter((instant) => instant !== null);
  return known.length > 0 ? Math.min(...known) : null;
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

/**
 * A search covers items of a minimum age. It runs for a day after the last write reaches that age, because the next run
 * visits accounts that a run could not visit. A failed or stopped execution may at any time leave a mailing without an
 * execution, or a file that it should have destroyed.
 */
async function nextSearch(deps: Deps, { writtenAt }: Past, settledMs: number): Promise<number> {
  const now = deps.cloud.clock.now();
  const hasWork = now - writtenAt <= DAY_MS + settledMs || (await someFailed(deps));
  return hasWork ? 0 : now + 1;
}

/** A report without a result is old enough an hour after its arrival. */
async function nextReportSearch({ inbox, cloud }: Deps): Promise<number | null> {
  let next: number | null = null;
  for await (const { at } of unappliedReports({ now: () => cloud.clock.now(), inbox }))
    next = Math.min(next ?? Infinity, at + REPORT_GRACE_MS);
  return next;
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
