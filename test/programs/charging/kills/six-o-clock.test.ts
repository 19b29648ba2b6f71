import { afterEach, describe, expect, test } from '@jest/globals';
import prices from '../../../../data/prices.json' with { type: 'json' };
import { chargeInstant } from '../../../../lib/core/domain/brasilia.ts';
import { LetterNotEditable } from '../../../../lib/core/domain/letter-edits.ts';
import type { Letter } from '../../../../lib/core/domain/letters.ts';
import { Problem } from '../../../../lib/core/domain/problems.ts';
import { cancelLetter } from '../../../../lib/operations/letters/cancel-letter.ts';
import { sendLetterNow } from '../../../../lib/operations/letters/send-letter-now.ts';
import { type Morning, type MorningOptions, openMorning, PRICE } from '../../../modules/charging/support/morning.ts';
import { useServedTable } from '../../../support/dynamodb.ts';
import type { Step } from '../../../support/mortal.ts';
import { seeded } from '../../../support/seeded.ts';

const table = useServedTable();
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Milliseconds, for many runs on a busy machine. */
const MANY_RUNS = 600_000;

let morning: Morning;
afterEach(() => morning.stop());

async function open(options: Omit<MorningOptions, 'table'> = {}): Promise<void> {
  morning = await openMorning({ table: table(), ...options });
}

/** Each letter was charged or canceled once, with one event for each status, and its machine has been told. */
async function expectSettled(label: object, accountId: string): Promise<Letter[]> {
  const outcome = await morning.outcome(accountId);
  for (const { letter, eventTypes, machine } of outcome) {
    const { id, status, reached } = letter;
    const events = ['letter.scheduled', ...Object.keys(reached).map((status) => `letter.${status}`)];
    const expected = { id, eventTypes: events.sort(), machine: status === 'canceled' ? 'SUCCEEDED' : 'received' };
    expect({ ...label, id, eventTypes: eventTypes.sort(), machine }).toEqual({ ...label, ...expected });
  }
  expect({ ...label, differences: await morning.audit(accountId) }).toEqual({ ...label, differences: [] });
  return outcome.map(({ letter }) => letter);
}

const count = (letters: readonly Letter[], status: string) => letters.filter((one) => one.status === status).length;

describe('a worker that dies', () => {
  test(
    'at any single step: each letter is charged or canceled once, and its state machine continues',
    async () => {
      const tried = new Set<Step>();
      let stepsLeft = Infinity;
      await open({
        dies: (step) => {
          if (--stepsLeft !== 0) return false;
          tried.add(step);
          return true;
        },
      });
      for (let fatal = 1; stepsLeft <= 0 || fatal === 1; fatal++) {
        const accountId = await morning.openAccount(2);
        const day = morning.tomorrow();
        await morning.schedule(accountId, 3, day);
        stepsLeft = fatal;
        await morning.clock.advanceTo(chargeInstant(day) + 4 * MINUTE_MS);
        const letters = await expectSettled({ fatal }, accountId);
        expect([count(letters, 'received'), count(letters, 'canceled')]).toEqual([2, 1]);
      }
      expect(await morning.deadLetters()).toBe(0);
      for (const call of ['letters.changeAll 1', 'workflow.answer 1', 'workflow.answer 3']) {
        expect(tried).toContain(`${call} before`);
        expect(tried).toContain(`${call} after`);
      }
    },
    MANY_RUNS,
  );

  test(
    'repeatedly, while letters are canceled, sent and postponed and the balance changes: no letter is charged twice or forgotten',
    async () => {
      const happened = new Map<string, number>();
      const note = (name: string) => happened.set(name, (happened.get(name) ?? 0) + 1);
      let random: () => number;
      const of = <T>(members: readonly T[]) => members[Math.floor(random() * members.length)]!;
      let scheduled = new Map<string, Letter[]>();
      let isCalm = true;
      const meanwhile = async (accountId: string) => {
        if (isCalm || random() < 0.5) return;
        const [name, happening] = of(Object.entries(disturbances));
        await happening(accountId, of(scheduled.get(accountId)!)).then(() => note(name), expectRefusal);
      };
      await open({
        meanwhile,
        dies: () => {
          const isFatal = !isCalm && random() < 0.02;
          if (isFatal) note('death');
          return isFatal;
        },
      });
      // The machine's speed also affects the order of events: a rare one may need more seeds to occur often enough.
      const names = ['death', ...Object.keys(disturbances)];
      const isRare = (name: string) => (happened.get(name) ?? 0) <= 10;
      for (let seed = 1; seed <= 40 || (seed <= 120 && names.some(isRare)); seed++) {
        random = seeded(seed);
        const day = morning.tomorrow();
        scheduled = new Map();
        for (const covered of [5, 12]) {
          const accountId = await morning.openAccount(covered);
          scheduled.set(accountId, await morning.schedule(accountId, 12, day));
        }
        isCalm = false;
        for (const accountId of scheduled.keys()) await meanwhile(accountId);
        await morning.clock.advanceTo(chargeInstant(day) + DAY_MS / 2);
        isCalm = true;
        for (const accountId of scheduled.keys()) await morning.accounts.setSuspended(accountId, false);
        await morning.clock.advanceTo(chargeInstant(day) + 2 * DAY_MS);
        for (const accountId of scheduled.keys()) {
          const letters = await expectSettled({ seed }, accountId);
          expect(count(letters, 'received') + count(letters, 'canceled')).toBe(12);
        }
      }
      for (const name of names) expect(happened.get(name)).toBeGreaterThan(10);
    },
    MANY_RUNS,
  );
});

/** What may happen to an account and its letters at any moment; the service may also reject it. */
const disturbances: Record<string, (accountId: string, letter: Letter) => Promise<unknown>> = {
  cancel: async (accountId, { id }) => {
    await cancelLetter(morning.operations, accountId, id);
    await morning.follow(accountId, id, 'letter.canceled');
  },
  'send now': async (accountId, { id }) => {
    await sendLetterNow({ ...morning.operations, prices }, accountId, id);
    await morning.follow(accountId, id, 'letter.received');
  },
  'put off': async (accountId, { id }) => {
    const before = (await morning.letters.find(accountId, id))!;
    if (before.mailing.status !== 'scheduled') throw new LetterNotEditable(before.mailing.status, ['send_date']);
    const after = { ...before.mailing, send_date: morning.tomorrow() };
    await morning.letters.change({ before, after, events: [], money: [] });
    await morning.follow(accountId, id, 'letter.updated');
  },
  suspend: (accountId) => morning.accounts.setSuspended(accountId, true),
  reinstate: (accountId) => morning.accounts.setSuspended(accountId, false),
  'top up': (account_id) =>
    morning.ledger.move({ account_id, type: 'top_up', amount: 2 * PRICE, source_id: null, description: null }),
};

function expectRefusal(error: unknown): void {
  if (!(error instanceof Problem) && !(error instanceof LetterNotEditable)) throw error;
}

test('a letter that cannot be judged delays its account for at most a quarter of an hour, and is retried every hour', async () => {
  await open();
  const day = morning.tomorrow();
  const sixOClock = chargeInstant(day);
  const [accountId, other] = [await morning.openAccount(25), await morning.openAccount(1)];
  const [broken] = await morning.schedule(accountId, 25, day);
  await morning.schedule(other, 1, day);
  morning.broken.add(broken!.print_file.key);

  await morning.clock.advanceTo(sixOClock + 15 * MINUTE_MS);
  const scheduled = (await morning.letters.all(accountId)).filter(({ status }) => status === 'scheduled');
  expect(scheduled.map(({ id }) => id)).toEqual([broken!.id]);
  expect(await morning.deadLetters()).toBe(1);
  const [elsewhere] = await expectSettled({}, other);
  expect(elsewhere!.reached.received).toBe(sixOClock);

  morning.broken.clear();
  await morning.clock.advanceTo(sixOClock + 61 * MINUTE_MS);
  expect(count(await expectSettled({}, accountId), 'received')).toBe(25);
});
