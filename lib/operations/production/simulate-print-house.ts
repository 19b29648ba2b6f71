import { isLetter, type VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { PrintReport } from '../../adapters/production/print-report.ts';
import { isTracked } from '../../core/domain/carrier-services.ts';
import { createId } from '../../core/domain/ids.ts';
import { producerOf } from '../../core/domain/sandbox.ts';
import {
  nextSimulatedStep,
  type SimulatedStep,
  simulatedTrackingCode,
} from '../../core/domain/simulated-production.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import { fundSandbox, type FundSandboxDeps } from '../accounts/fund-sandbox.ts';
import { concurrently } from '../concurrently.ts';
import { moveLetterThrough } from '../letters/move-letter.ts';
import { endProduction, joinBatch, type MailingDeps } from '../mailings/mailings-of-both-kinds.ts';
import { moveVerificationTo } from '../verifications/move-verification.ts';
import { letterMoves } from './letter-report.ts';
import { verificationMove } from './verification-report.ts';

export type Deps = MailingDeps &
  FundSandboxDeps & {
    /** One walk over the mailings of sandboxes that are not posted yet, a page at a time. */
    toSimulate: () => AsyncIterable<VersionedMailing[]>;
  };

const MAILINGS_AT_ONCE = 8;

/**
 * Simulates a print house: moves each due mailing of a sandbox one step forward, like a report of a real print house
 * (rule SBX-4). Sandboxes with mailings get new play money when little is left.
 * @param mayGoOn false when time runs out; the next run continues
 * @returns how many mailings moved
 */
export async function simulatePrintHouse(deps: Deps, mayGoOn: () => boolean): Promise<number> {
  const sandboxes = new Set<string>();
  let moved = 0;
  for await (const page of deps.toSimulate()) {
    for (const { mailing } of page) sandboxes.add(mailing.account_id);
    const outcomes = await concurrently(page, MAILINGS_AT_ONCE, (found) => advance(deps, found));
    moved += outcomes.filter(Boolean).length;
    if (!mayGoOn()) break;
  }
  for (const sandboxId of sandboxes) await fundSandbox(deps, sandboxId);
  return moved;
}

async function advance(deps: Deps, found: VersionedMailing): Promise<boolean> {
  const { mailing } = found;
  if (producerOf(mailing) !== 'simulator') throw new Error(`${mailing.id} is the print house's`);
  const step = nextSimulatedStep(mailing);
  if (!step || step.due > deps.now()) return false;
  return (await take(deps, found, step.next)).moved;
}

async function take(deps: Deps, found: VersionedMailing, next: SimulatedStep): Promise<{ moved: boolean }> {
  if (next.step === 'batch') return joinBatch(deps, found, createId('print_batch', deps.now(), deps.randomBytes));
  if (next.step === 'fail' && found.mailing.status === 'received') return endProduction(deps, found, next.reason);
  const report = reportOf(deps, found, next);
  if (isLetter(found)) {
    const moves = letterMoves(found.mailing, report);
    return 'result' in moves ? { moved: false } : moveLetterThrough(deps, found, moves, { asRead: true });
  }
  const move = verificationMove(found.mailing, report);
  return 'result' in move ? { moved: false } : moveVerificationTo(deps, found, move, { asRead: true });
}

/** The report that a print house would write. */
function reportOf(deps: Deps, found: VersionedMailing, next: Exclude<SimulatedStep, { step: 'batch' }>): PrintReport {
  const reported = { id: found.mailing.id, at: timestamp(deps.now()) };
  switch (next.step) {
    case 'print':
      return { ...reported, status: 'printed' };
    case 'post': {
      const isRegistered = isLetter(found) && isTracked(found.mailing.postal_services);
      const tracking_code = isRegistered ? simulatedTrackingCode(reported.id) : null;
      return { ...reported, status: 'posted', tracking_code, is_shared: false };
    }
    case 'fail':
      return { ...reported, status: 'failed', failure_reason: next.reason };
  }
}
