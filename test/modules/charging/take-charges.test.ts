import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import prices from '../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import type { ChargeRequest } from '../../../lib/adapters/queues/charge-queue.ts';
import { chargeInstant, nextChargeInstant } from '../../../lib/core/domain/brasilia.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { letterResource } from '../../../lib/core/resources/letter.ts';
import { sendLetterNow } from '../../../lib/operations/letters/send-letter-now.ts';
import { type Deps, takeCharges } from '../../../lib/operations/letters/take-charges.ts';
import { eventFor } from '../../../lib/operations/mailings/move-mailing.ts';
import { auditAccount } from '../../../lib/operations/money/audit-account.ts';
import { useTable } from '../../support/dynamodb.ts';
import { accountSample, letterSample } from '../../support/samples.ts';

const table = useTable();
const send_date = '2026-11-23';
const sixOClock = chargeInstant(send_date);
const PRICE = 690;

let accountId: string;
let answers: [token: string, status: string, lookAgainAt: string | null][];
let logged: Record<string, unknown>[];

beforeEach(() => {
  answers = [];
  logged = [];
});

function deps(overrides: Partial<Deps> = {}): Deps {
  const tools = { now: () => sixOClock, randomBytes };
  return {
    ...tools,
    letters: openLetters(table(), tools),
    accounts: openAccounts(table()),
    ledger: openLedger(table(), tools),
    links: { link: async () => null },
    prices,
    backOff: async () => undefined,
    workflow: {
      answer: async (token, _from, { status, look_again_at }) => void answers.push([token, status, look_again_at]),
    },
    report: (judged) => void logged.push({ ...judged }),
    warn: (message) => void logged.push({ message }),
    ...overrides,
  };
}

/** Something else happens to the account once, between the worker's read and its write. */
function inThisMoment(happens: () => Promise<unknown>): Deps {
  const letters = openLetters(table(), deps());
  let isOver = false;
  return deps({
    letters: {
      ...letters,
      changeAll: async (changes, judgedBy) => {
        if (!isOver) await happens();
        isOver = true;
        return letters.changeAll(changes, judgedBy);
      },
    },
  });
}

function moveMoney(type: 'top_up' | 'adjustment', letters: number): Promise<unknown> {
  const move = { account_id: accountId, type, amount: letters * PRICE, source_id: null, description: null };
  return openLedger(table(), deps()).move(move);
}

/** An account with a balance for this many letters. */
async function open(covered: number, fields: Parameters<typeof accountSample>[0] = {}): Promise<string> {
  const account = accountSample(fields);
  await openAccounts(table()).create(account, { secondOfCnpj: true });
  const money = { account_id: account.id, type: 'credit', amount: covered * PRICE } as const;
  if (covered > 0) await openLedger(table(), deps()).move({ ...money, source_id: null, description: null });
  return account.id;
}

async function schedule(count: number, fields: Partial<Letter> = {}): Promise<ChargeRequest[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const waiting = { account_id: accountId, status: 'scheduled', send_date, reached: {}, ...fields } as const;
      const letter = letterSample({ ...waiting, created_at: sixOClock - 86_400_000 });
      const event = eventFor(deps(), letter, letterResource(letter, null));
      await openLetters(table(), deps()).create({
        mailing: letter,
        event,
        charge: undefined,
        upload: undefined,
      });
      return request(letter.id);
    }),
  );
}

const request = (letter_id: string): ChargeRequest => ({
  account_id: accountId,
  letter_id,
  task_token: `token of ${letter_id}`,
  message_id: `message of ${letter_id}`,
  times_received: 1,
});

async function statuses(): Promise<Record<string, number>> {
  const letters = await openLetters(table(), deps()).all(accountId);
  return Object.fromEntries(
    [...Map.groupBy(letters, ({ status }) => status)].map(([name, { length }]) => [name, length]),
  );
}

async function eventsOf(letterId: string): Promise<string[]> {
  const { rows } = await openEvents(table(), deps().now).list(accountId, { limit: 10 }, { object_id: letterId });
  return rows.map(({ type }) => type).sort();
}

async function expectCleanLedger(charged: number): Promise<void> {
  const stores = {
    ...deps(),
    letters: openLetters(table(), deps()),
    verifications: openVerifications(table(), deps()),
  };
  expect(
    await auditAccount(
      { ...stores, ledger: openLedger(table(), deps()), mailMerges: { inProgress: async () => [] } },
      accountId,
    ),
  ).toEqual([]);
  const entries = await openLedger(table(), deps()).all(accountId);
  expect(entries.filter(({ type }) => type === 'letter')).toHaveLength(charged);
}

describe('the letters of one account that are due together', () => {
  test('are charged in one transaction as far as the balance reaches, and the rest are canceled', async () => {
    accountId = await open(7);
    const requests = await schedule(10);
    expect(await takeCharges(deps(), requests)).toEqual([]);
    expect(await statuses()).toEqual({ received: 7, canceled: 3 });
    const object_ids = requests.map(({ letter_id }) => letter_id);
    expect(logged).toEqual([{ account_id: accountId, letters: 10, object_ids, lost_races: 0, redelivered: 0 }]);
    for (const [index, { letter_id }] of requests.entries())
      expect(await eventsOf(letter_id)).toEqual([
        index < 7 ? 'letter.received' : 'letter.canceled',
        'letter.scheduled',
      ]);
    expect(answers.sort()).toEqual(
      requests.map(({ task_token }, index) => [task_token, index < 7 ? 'received' : 'canceled', null]).sort(),
    );
    await expectCleanLedger(7);
  });

  test('are charged once, with any number of requests from any number of callers', async () => {
    accountId = await open(100);
    const requests = await schedule(10);
    await Promise.all([requests, requests, requests.slice(5)].map((asked) => takeCharges(deps(), asked)));
    await takeCharges(deps(), [...requests, ...requests]);
    expect(await statuses()).toEqual({ received: 10 });
    await expectCleanLedger(10);
  });

  test.each<[string, (letter: Letter) => Partial<Letter>, Record<string, number>, string | null]>([
    ['canceled', () => ({ status: 'canceled', cancellation_reason: 'requested' }), { received: 2, canceled: 1 }, null],
    [
      'given a later date',
      () => ({ send_date: '2026-12-01' }),
      { received: 2, scheduled: 1 },
      new Date(chargeInstant('2026-12-01')).toISOString(),
    ],
    ['given another recipient', ({ to }) => ({ to: { ...to, name: 'Beatriz' } }), { received: 3 }, null],
  ])('are decided again when one of them is %s at that moment', async (_, change, expected, lookAgainAt) => {
    accountId = await open(10);
    const requests = await schedule(3);
    const { letter_id, task_token } = requests[0]!;
    const letters = openLetters(table(), deps());
    const racing = inThisMoment(async () => {
      const before = (await letters.find(accountId, letter_id))!;
      const after = { ...before.mailing, ...change(before.mailing) };
      await letters.change({ before, after, events: [], money: [] });
    });
    expect(await takeCharges(racing, requests)).toEqual([]);
    expect(await statuses()).toEqual(expected);
    expect(answers.find(([token]) => token === task_token)![2]).toBe(lookAgainAt);
    expect(logged).toMatchObject([{ lost_races: 1 }]);
    await expectCleanLedger(expected.received!);
  });

  test('are charged once when one of them is being sent at that moment', async () => {
    accountId = await open(10);
    const requests = await schedule(3);
    const racing = inThisMoment(() =>
      sendLetterNow({ ...deps(), letters: openLetters(table(), deps()) }, accountId, requests[0]!.letter_id),
    );
    expect(await takeCharges(racing, requests)).toEqual([]);
    expect(await statuses()).toEqual({ received: 3 });
    expect(answers.map(([, status]) => status)).toEqual(['received', 'received', 'received']);
    await expectCleanLedger(3);
  });

  test.each<[string, number, number, Record<string, number>]>([
    ['topped up for all of them', 7, 3, { received: 10 }],
    ['topped up for some of them', 7, 1, { received: 8, canceled: 2 }],
    ['topped up for the first time', 0, 10, { received: 10 }],
    ['reduced', 10, -4, { received: 6, canceled: 4 }],
  ])('are decided by a balance that is %s at that moment', async (_, covered, moved, expected) => {
    accountId = await open(covered);
    const requests = await schedule(10);
    const racing = inThisMoment(() => moveMoney(moved > 0 ? 'top_up' : 'adjustment', moved));
    expect(await takeCharges(racing, requests)).toEqual([]);
    expect(await statuses()).toEqual(expected);
    expect(logged).toMatchObject([{ lost_races: 1 }]);
    await expectCleanLedger(expected.received!);
  });

  test('are retried when every attempt loses its race', async () => {
    accountId = await open(10);
    const requests = await schedule(2);
    const letters = { ...openLetters(table(), deps()), changeAll: async () => false };
    expect(await takeCharges(deps({ letters }), requests)).toEqual(requests);
    expect(await statuses()).toEqual({ scheduled: 2 });
    expect(answers).toEqual([]);
    await expectCleanLedger(0);
  });

  test('are found charged after the response of the transaction was lost', async () => {
    accountId = await open(2);
    const requests = await schedule(3);
    const letters = openLetters(table(), deps());
    const changeAll: Deps['letters']['changeAll'] = async (changes, judgedBy) => {
      await letters.changeAll(changes, judgedBy);
      throw new Error('socket hang up');
    };
    expect(await takeCharges(deps({ letters: { ...letters, changeAll } }), requests)).toEqual([]);
    expect(answers.map(([, status]) => status)).toEqual(['received', 'received', 'canceled']);
    for (const { letter_id } of requests) expect(await eventsOf(letter_id)).toHaveLength(2);
    await expectCleanLedger(2);
  });

  test('are charged although one of them cannot be read', async () => {
    accountId = await open(10);
    const requests = await schedule(3);
    const lost = request('ltr_00000000000000000000000000');
    expect(await takeCharges(deps(), [...requests.slice(0, 2), lost, requests[2]!])).toEqual([lost]);
    expect(await statuses()).toEqual({ received: 3 });
    await expectCleanLedger(3);
  });

  test('are retried when their state machines were not notified', async () => {
    accountId = await open(10);
    const requests = await schedule(2);
    const deaf = { answer: () => Promise.reject(new Error('throttled')) };
    expect(await takeCharges(deps({ workflow: deaf }), requests)).toEqual(requests);
    expect(await takeCharges(deps(), requests)).toEqual([]);
    expect(answers.map(([, status]) => status)).toEqual(['received', 'received']);
    await expectCleanLedger(2);
  });
});

describe('letters that are not to be charged now', () => {
  test('of a suspended account stay scheduled until the next morning', async () => {
    accountId = await open(10, { suspended: true });
    const [asked] = await schedule(1);
    await takeCharges(deps(), [asked!]);
    const next = new Date(nextChargeInstant(sixOClock)).toISOString();
    expect(answers).toEqual([[asked!.task_token, 'scheduled', next]]);
    expect(await statuses()).toEqual({ scheduled: 1 });
  });

  test('with a later send date keep waiting for it, next to a due letter', async () => {
    accountId = await open(10);
    const [[due], [later]] = [await schedule(1), await schedule(1, { send_date: '2026-12-01' })];
    await takeCharges(deps(), [later!, due!]);
    expect(answers.sort()).toEqual(
      [
        [due!.task_token, 'received', null],
        [later!.task_token, 'scheduled', new Date(chargeInstant('2026-12-01')).toISOString()],
      ].sort(),
    );
  });
});

test('accounts are charged side by side, and a failing account delays no other', async () => {
  const first = (accountId = await open(2));
  const requests = await schedule(2);
  accountId = 'acc_none';
  const lost = request('ltr_00000000000000000000000000');
  expect(await takeCharges(deps(), [lost, ...requests])).toEqual([lost]);
  accountId = first;
  expect(await statuses()).toEqual({ received: 2 });
});
