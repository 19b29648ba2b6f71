import { describe, expect, test } from '@jest/globals';
import { letterStatuses } from '../../lib/core/domain/letter-statuses.ts';
import { idsWithSandbox, isSandbox, liveIdOf, producerOf, sandboxIdOf } from '../../lib/core/domain/sandbox.ts';
import { nextSimulatedStep, simulatedTrackingCode } from '../../lib/core/domain/simulated-production.ts';
import { isTrackingCode } from '../../lib/core/domain/tracking-codes.ts';
import { verificationStatuses } from '../../lib/core/domain/verification-statuses.ts';
import { letterSample, verificationSample } from '../support/samples.ts';

describe('an account and its sandbox (rules SBX-1 and SBX-3)', () => {
  const [live, sandbox] = ['acc_bcdfgh', 'acc_bcdfghsandbox'];

  test('have ids that lead to each other', () => {
    expect([live, sandbox].map(isSandbox)).toEqual([false, true]);
    expect(sandboxIdOf(live)).toBe(sandbox);
    expect([live, sandbox].map(liveIdOf)).toEqual([live, live]);
  });

  test('are two, and the sandbox has no sandbox', () => {
    expect([live, sandbox].map(idsWithSandbox)).toEqual([[live, sandbox], [sandbox]]);
  });

  test('are produced by the print house and by the simulator', () => {
    expect([live, sandbox].map((account_id) => producerOf({ account_id }))).toEqual(['print_house', 'simulator']);
  });
});

describe('the simulated print house (rule SBX-4)', () => {
  const SINCE = Date.parse('2026-11-27T12:00:00Z');
  const DAY_IN_MINUTES = 1_440;

  const mailings = {
    letter: (status: (typeof letterStatuses)[number], reference: string | null) =>
      letterSample({ status, reference, created_at: SINCE - 9, reached: { received: SINCE - 9, [status]: SINCE } }),
    verification: (status: (typeof verificationStatuses)[number], reference: string | null) =>
      verificationSample({
        status,
        reference,
        created_at: SINCE - 9,
        reached: { received: SINCE - 9, [status]: SINCE },
      }),
  };

  /** The next step, and after how many minutes in the status. */
  function next(mailing: Parameters<typeof nextSimulatedStep>[0]) {
    const found = nextSimulatedStep(mailing)!;
    const { step } = found.next;
    return [step === 'fail' ? found.next.reason : step, (found.due - SINCE) / 60_000];
  }

  test.each([
    ['received', null, 'batch', 1],
    ['in_production', null, 'print', 2],
    ['printed', null, 'post', 2],
    ['in_production', 'contrato 7', 'print', 2],
    ['in_production', 'constructor', 'print', 2],
    ['received', 'sandbox_unprintable_document', 'unprintable_document', 1],
    ['received', 'sandbox_damaged_in_production', 'batch', 1],
    ['in_production', 'sandbox_damaged_in_production', 'damaged_in_production', 2],
    ['in_production', 'sandbox_other', 'other', 2],
    ['in_production', 'sandbox_refused_by_carrier', 'print', 2],
    ['printed', 'sandbox_refused_by_carrier', 'refused_by_carrier', 2],
    ['received', 'sandbox_late', 'batch', 1],
    ['in_production', 'sandbox_late', 'print', DAY_IN_MINUTES],
    ['printed', 'sandbox_late', 'post', 2],
  ] as const)('a letter in %s with the reference %s: %s after %d min', (status, reference, step, minutes) => {
    expect(next(mailings.letter(status, reference))).toEqual([step, minutes]);
  });

  test.each([
    ['received', null, 'batch', 1],
    ['in_production', null, 'post', 4],
    ['received', 'sandbox_unprintable_document', 'unprintable_document', 1],
    ['received', 'sandbox_refused_by_carrier', 'batch', 1],
    ['in_production', 'sandbox_damaged_in_production', 'damaged_in_production', 4],
    ['in_production', 'sandbox_refused_by_carrier', 'refused_by_carrier', 4],
  ] as const)('a verification in %s with the reference %s: %s after %d min', (status, reference, step, minutes) => {
    expect(next(mailings.verification(status, reference))).toEqual([step, minutes]);
  });

  test('has nothing to do in any other status', () => {
    const idle = [
      ...letterStatuses.map((status) => mailings.letter(status, null)),
      ...verificationStatuses.map((status) => mailings.verification(status, null)),
    ].filter((mailing) => nextSimulatedStep(mailing) === undefined);
    expect(idle.map(({ status }) => status)).toEqual([
      ...['scheduled', 'posted', 'canceled', 'failed'],
      ...['awaiting_code', 'verified', 'failed', 'expired', 'canceled', 'revoked'],
    ]);
  });

  test('gives a letter one tracking code of its own, which the carrier cannot issue', () => {
    const codes = ['0', '1', 'z'].map((last) => `ltr_01k9zr3m6g8h2jv5w7x9ybcde${last}`).map(simulatedTrackingCode);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) {
      expect(isTrackingCode(code)).toBe(true);
      expect(code).toMatch(/^ZZ/);
    }
    expect(simulatedTrackingCode('ltr_01k9zr3m6g8h2jv5w7x9ybcde1')).toBe(codes[1]);
  });
});
