import type { MailingTraces } from '../../adapters/data/mailings/mailing-traces.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { Deliveries } from '../../adapters/data/webhooks/deliveries.ts';
import type { ExecutionHistory } from '../../adapters/workflows/execution-history.ts';
import { mailingKindOf } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import type { DeliveryLog } from '../../core/domain/webhooks.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import { settleAll } from '../../core/settle-all.ts';
import { findMailings, type FindMailingsDeps } from './find-mailings.ts';

export interface TraceDeps extends FindMailingsDeps {
  ledger: Pick<Ledger, 'ofSource'>;
  traces: Pick<MailingTraces, 'events'>;
  deliveries: Pick<Deliveries, 'logsOfEvent'>;
  batches: Pick<PrintBatches, 'find'>;
  executions: Record<Mailing['kind'], ExecutionHistory>;
}

/** A step in the history of a mailing. */
export interface TraceStep {
  at: number;
  /** Kind of step: `status`, `money`, `event`, `attempt`, `batch`, `execution`. */
  what: 'status' | 'money' | 'event' | 'attempt' | 'batch' | 'execution';
  /** Id of the step's object, as in log lines and the table. */
  id: string;
  detail: string;
}

export interface MailingTrace {
  id: string;
  account_id: string;
  status: Mailing['status'];
  steps: (Omit<TraceStep, 'at'> & { at: string })[];
}

/**
 * The complete history of a mailing in order of time: its statuses with the instants that the print house reported, its
 * money, its batch, its events and each attempt to deliver them, and the states of its executions.
 * @returns undefined when no account has such a mailing
 */
export async function traceMailing(deps: TraceDeps, id: string): Promise<MailingTrace | undefined> {
  const [mailing] = await findMailings(deps, id);
  if (!mailing) return undefined;
  const steps = await settleAll([
    moneySteps(deps, mailing),
    eventSteps(deps, mailing),
    batchSteps(deps, mailing),
    executionSteps(deps, mailing),
  ]);
  const { account_id, status } = mailing;
  const inOrder = [...statusSteps(mailing), ...steps.flat()].sort((one, other) => one.at - other.at);
  return { id: mailing.id, account_id, status, steps: inOrder.map((step) => ({ ...step, at: timestamp(step.at) })) };
}

function statusSteps({ id, created_at, reached }: Mailing): TraceStep[] {
  const moves = Object.entries(reached).map(([status, at]) => ({ at, detail: status }));
  return [{ at: created_at, detail: 'created' }, ...moves].map(({ at, detail }) => ({
    at,
    what: 'status',
    id,
    detail,
  }));
}

async function moneySteps({ ledger }: TraceDeps, { account_id, id }: Mailing): Promise<TraceStep[]> {
  return (await ledger.ofSource(account_id, id)).map((entry) => ({
    at: entry.created_at,
    what: 'money',
    id: entry.id,
    detail: `${entry.type} ${entry.amount} centavos`,
  }));
}

async function eventSteps({ traces, deliveries }: TraceDeps, { account_id, id }: Mailing): Promise<TraceStep[]> {
  const events = await traces.events(account_id, id);
  const attempts = await settleAll(
    events.map(async (event) => (await deliveries.logsOfEvent(event.id)).flatMap(tries)),
  );
  return [
    ...events.map((event) => ({ at: event.created_at, what: 'event' as const, id: event.id, detail: event.type })),
    ...attempts.flat(),
  ];
}

function tries({ delivery, attempts }: DeliveryLog): TraceStep[] {
  const { event_id, event_type, endpoint_id } = delivery;
  return attempts.map(({ attempt, at, duration_ms, status, error }) => ({
    at,
    what: 'attempt',
    id: event_id,
    detail: `${event_type} to ${endpoint_id}, attempt ${attempt}: ${status ?? error} in ${duration_ms} ms`,
  }));
}

async function batchSteps({ batches }: TraceDeps, { batch_id }: Mailing): Promise<TraceStep[]> {
  const batch = batch_id === null ? undefined : await batches.find(batch_id);
  if (!batch) return [];
  const formed = batch.formed_at === null ? [] : [{ at: batch.formed_at, detail: 'manifest in the outbox' }];
  const steps = [{ at: batch.created_at, detail: 'batch begun' }, ...formed];
  return steps.map((step) => ({ ...step, what: 'batch', id: batch.id }));
}

async function executionSteps({ executions }: TraceDeps, { id }: Mailing): Promise<TraceStep[]> {
  const states = await executions[mailingKindOf(id)].statesOf(id);
  return states.map(({ at, execution, state }) => ({ at, what: 'execution', id: execution, detail: state }));
}
