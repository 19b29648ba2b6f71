import { afterEach, describe, expect, test } from '@jest/globals';
import type { VersionedMailing, Wait } from '../../../lib/adapters/data/mailings/mailings.ts';
import { chargeInstant } from '../../../lib/core/domain/brasilia.ts';
import type { MailingKind } from '../../../lib/core/domain/mailing-fields.ts';
import type { Mailing } from '../../../lib/core/domain/mailings.ts';
import { reconcileLifecycles } from '../../../lib/operations/mailings/reconcile-lifecycles.ts';
import { useServedTable } from '../../support/dynamodb.ts';
import { letterSample, verificationSample } from '../../support/samples.ts';
import { seeded } from '../../support/seeded.ts';
import { type Morning, openMorning } from './support/morning.ts';

const table = useServedTable();
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

let morning: Morning;
afterEach(() => morning?.stop());

describe('executions that are removed at random', () => {
  test.each([1, 2, 3])('are restored, and every letter is charged once (seed %i)', async (seed) => {
    const random = seeded(seed);
    morning = await openMorning({ table: table() });
    const accountId = await morning.openAccount(12);
    const day = morning.tomorrow();
    const lost = new Set(Array.from({ length: 12 }, (_, number) => number).filter(() => random() < 0.3));
    const letters = await morning.schedule(accountId, 12, day, (number) => lost.has(number));
    const stopped = letters.filter((_, number) => !lost.has(number) && random() < 0.4);
    for (const { id } of stopped) await morning.stopExecution(id);
    expect(Math.min(lost.size, stopped.length)).toBeGreaterThan(0);

    // At 05:10 the table alone shows which executions never started.
    await morning.clock.advanceTo(chargeInstant(day) - 50 * MINUTE_MS);
    const neverBegan = letters.filter((_, number) => lost.has(number)).map(({ id }) => id);
    expect((await morning.reconcile(accountId)).sort()).toEqual(neverBegan.sort());
    await morning.clock.advanceTo(chargeInstant(day) + 10 * MINUTE_MS);
    // At 06:10 the table shows the letters that were not charged.
    expect((await morning.reconcile(accountId)).sort()).toEqual(stopped.map(({ id }) => id).sort());
    await morning.clock.advanceTo(chargeInstant(day) + 70 * MINUTE_MS);
    expect(await morning.reconcile(accountId)).toEqual([]);

    for (const { letter, eventTypes } of await morning.outcome(accountId)) {
      expect([letter.id, letter.status]).toEqual([letter.id, 'received']);
      expect(eventTypes.sort()).toEqual(['letter.received', 'letter.scheduled']);
      const late = stopped.some(({ id }) => id === letter.id);
      const delay = letter.reached.received! - chargeInstant(day);
      expect(delay).toBeLessThan(20 * MINUTE_MS);
      expect(delay > 5 * MINUTE_MS).toBe(late);
    }
    expect(await morning.audit(accountId)).toEqual([]);
  });

  test('are restored each time they are stopped', async () => {
    morning = await openMorning({ table: table() });
    const accountId = await morning.openAccount(1);
    const day = morning.tomorrow();
    const [letter] = await morning.schedule(accountId, 1, day);
    await morning.stopExecution(letter!.id);
    await morning.clock.advanceTo(chargeInstant(day) + HOUR_MS);
    expect(await morning.reconcile(accountId)).toEqual([letter!.id]);
    await morning.stopExecution(`${letter!.id}-2`);
    expect(await morning.reconcile(accountId)).toEqual([letter!.id]);
    await morning.clock.advanceTo(chargeInstant(day) + 2 * HOUR_MS);
    expect((await morning.letters.find(accountId, letter!.id))!.mailing.status).toBe('received');
  });
});

describe('the reconciler', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const old = { created_at: now - 2 * HOUR_MS, reached: {} };
  const waiting = (status: Mailing['status']): Wait => ({ task_token: 'token', status });

  async function done(mailing: Mailing, wait: Wait | null, execution: 'running' | 'missing'): Promise<string[]> {
    const calls: string[] = [];
    const found = { mailing, version: 1, wait } as VersionedMailing;
    const workflow = {
      restore: async () => {
        calls.push('restore');
        return execution === 'missing' ? ('started' as const) : ('running' as const);
      },
      answer: async (token: string, from: string, { status }: { status: string }) =>
        void calls.push(`${token}: ${from} to ${status}`),
    };
    await reconcileLifecycles(
      {
        now: () => now,
        inStatus: async function* (_: string, kind: MailingKind, status: Mailing['status']) {
          if (kind === mailing.kind && status === mailing.status) yield [found];
        },
        letters: { find: async () => found as never },
        verifications: { find: async () => found as never },
        workflows: { letter: workflow, verification: workflow },
      },
      mailing.account_id,
    );
    return calls;
  }

  test.each<[string, Mailing, Wait | null, 'running' | 'missing', string[]]>([
    ['one that never started', letterSample({ ...old, status: 'received' }), null, 'missing', ['restore']],
    ['one whose letter was just created', letterSample({ ...old, created_at: now - 60_000 }), null, 'missing', []],
    [
      'one whose execution missed a change',
      letterSample({ ...old, status: 'in_production', reached: { in_production: now - HOUR_MS } }),
      waiting('received'),
      'running',
      ['restore', 'token: received to in_production'],
    ],
    [
      'one that waits in the right status',
      letterSample({ ...old, status: 'printed' }),
      waiting('printed'),
      'running',
      [],
    ],
    [
      'a verification whose code should have expired',
      verificationSample({ ...old, status: 'awaiting_code', expires_at: now - HOUR_MS }),
      waiting('awaiting_code'),
      'missing',
      ['restore'],
    ],
    [
      'a verification whose code is still awaited',
      verificationSample({ ...old, status: 'awaiting_code', expires_at: now + HOUR_MS, notice_at: now - HOUR_MS }),
      waiting('awaiting_code'),
      'running',
      [],
    ],
    [
      'a verification whose expiry notice is due',
      verificationSample({ ...old, status: 'awaiting_code', expires_at: now + HOUR_MS }),
      waiting('awaiting_code'),
      'missing',
      ['restore'],
    ],
  ])('%s', async (_, mailing, wait, execution, calls) => {
    expect(await done(mailing, wait, execution)).toEqual(calls);
  });
});
