import type { FailureReason } from './letter-statuses.ts';
import type { Mailing } from './mailings.ts';
import { statusSince } from './print-batches.ts';
import { trackingCheckDigit } from './tracking-codes.ts';
import { MINUTE_MS } from './units.ts';

/** Milliseconds that a mailing stays in a status in the simulated print house (rule SBX-4). */
export const simulatedStay = {
  received: MINUTE_MS,
  in_production: 2 * MINUTE_MS,
  printed: 2 * MINUTE_MS,
  /** Of one that is late. */
  late: 24 * 60 * MINUTE_MS,
} as const;

/** A status in which the simulated print house acts. */
type WorkedOn = 'received' | 'in_production' | 'printed';

/** The effect of a magic reference on a mailing. */
type Simulation = { late: true } | { fails: FailureReason; from: WorkedOn };

/** References that choose the outcome of a mailing in the sandbox (rule SBX-4). With any other one it is posted. */
export const simulations: Readonly<Record<string, Simulation>> = {
  sandbox_late: { late: true },
  sandbox_unprintable_document: { fails: 'unprintable_document', from: 'received' },
  sandbox_damaged_in_production: { fails: 'damaged_in_production', from: 'in_production' },
  sandbox_refused_by_carrier: { fails: 'refused_by_carrier', from: 'printed' },
  sandbox_other: { fails: 'other', from: 'in_production' },
};

/** The simulated print house's next action on a mailing. */
export type SimulatedStep =
  { step: 'batch' } | { step: 'print' } | { step: 'post' } | { step: 'fail'; reason: FailureReason };

/**
 * The next step of a mailing in the sandbox, and when it is due in epoch milliseconds; undefined if nothing is left to
 * do. A verification has no printed status: it is posted when a letter would be.
 */
export function nextSimulatedStep(mailing: Mailing): { next: SimulatedStep; due: number } | undefined {
  const { status, reference } = mailing;
  if (status !== 'received' && status !== 'in_production' && status !== 'printed') return undefined;
  const simulation = reference !== null && Object.hasOwn(simulations, reference) ? simulations[reference] : undefined;
  const isVerification = mailing.kind === 'verification';
  const isLate = simulation !== undefined && 'late' in simulation && status === 'in_production';
  const whole = isVerification && status === 'in_production';
  const stay = isLate ? simulatedStay.late : simulatedStay[status] + (whole ? simulatedStay.printed : 0);
  const fails = simulation !== undefined && 'fails' in simulation && failsHere(simulation.from, status, whole);
  const next: SimulatedStep = fails ? { step: 'fail', reason: simulation.fails } : usualStep(status, whole);
  return { next, due: statusSince(mailing) + stay };
}

const failsHere = (from: WorkedOn, status: WorkedOn, whole: boolean) =>
  from === status || (whole && from === 'printed');

function usualStep(status: WorkedOn, whole: boolean): SimulatedStep {
  if (status === 'received') return { step: 'batch' };
  return status === 'in_production' && !whole ? { step: 'print' } : { step: 'post' };
}

/** A valid tracking code for a registered letter: always the same one, and never one of the carrier's. */
export function simulatedTrackingCode(letterId: string): string {
  const digits = String(Number.parseInt(letterId.slice(-6), 36) % 100_000_000).padStart(8, '0');
  return `ZZ${digits}${trackingCheckDigit(digits)}BR`;
}
