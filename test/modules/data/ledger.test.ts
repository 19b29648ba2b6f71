import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { auditLedger, type MoneyMove } from '../../../lib/core/domain/ledger.ts';
import { eventFor } from '../../../lib/operations/mailings/move-mailing.ts';
import { auditAccount } from '../../../lib/operations/money/audit-account.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample } from '../../support/samples.ts';

const table = useTable();
const open = () => openLedger(table(), { now: () => Date.now(), randomBytes });
const topUp = (account_id: string, amount: number) => ({
  account_id,
  type: 'top_up' as const,
  amount,
  source_id: null,
  description: null,
});

describe('the ledger', () => {
  test('an account without entries has a zero balance', async () => {
    expect(await open().balance('acc_none')).toMatchObject({ amount: 0, sequence: 0 });
  });

  test('fifty concurrent moves all count once, and chain without a gap', async () => {
    const ledger = open();
    await Promise.all(Array.from({ length: 50 }, (_, index) => ledger.move(topUp('acc_busy', index + 1))));
    const [balance, entries] = [await ledger.balance('acc_busy'), await ledger.all('acc_busy')];
    expect(balance.amount).toBe((50 * 51) / 2);
    expect(entries).toHaveLength(50);
    expect(auditLedger('acc_busy', balance, entries, [])).toEqual([]);
  });

  test('a limit set during charges is kept, and a balance that falls below it is reported once', async () => {
    const ledger = open();
    const warning = { below: 500, locale: 'pt-BR' as const };
    await ledger.setWarning('acc_low', warning);
    expect(await ledger.balance('acc_low')).toMatchObject({ amount: 0, sequence: 0, warning });
    await ledger.move(topUp('acc_low', 1_000));
    const debit = (index: number) =>
      ledger.move({ ...topUp('acc_low', -100), type: 'letter', source_id: `ltr_${index}` });
    await Promise.all([
      ...Array.from({ length: 8 }, (_, index) => debit(index)),
      ledger.setWarning('acc_low', warning),
    ]);
    expect(await ledger.balance('acc_low')).toMatchObject({ amount: 200, sequence: 9, warning });
    const news = async () =>
      (await openEvents(table(), () => Date.now()).unrelayed(Date.now(), 10)).filter(
        ({ account_id }) => account_id === 'acc_low',
      );
    expect(await news()).toEqual([expect.objectContaining({ type: 'balance.low', object_id: 'acc_low' })]);
    await ledger.setWarning('acc_low', null);
    expect(await ledger.balance('acc_low')).not.toHaveProperty('warning');
    await ledger.move(topUp('acc_low', 1_000));
    await debit(9);
    expect(await news()).toHaveLength(1);
  });

  test('concurrent debits never go below zero', async () => {
    const ledger = open();
    await ledger.move(topUp('acc_poor', 1_000));
    const debit = { ...topUp('acc_poor', -300), type: 'letter' as const };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => ledger.move({ ...debit, source_id: `ltr_${index}` })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'insufficient_balance' });
    }
    expect((await ledger.balance('acc_poor')).amount).toBe(100);
  });

  test('entries are listed newest first, of one type or of all, page by page', async () => {
    const ledger = open();
    for (let index = 1; index <= 5; index++) {
      await ledger.move({ ...topUp('acc_list', index), type: index % 2 ? 'top_up' : 'credit' });
    }
    const first = await ledger.list('acc_list', { limit: 2 });
    expect(first.rows.map((entry) => entry.amount)).toEqual([5, 4]);
    const rest = await ledger.list('acc_list', { limit: 3, after: first.next! });
    expect(rest.rows.map((entry) => entry.amount)).toEqual([3, 2, 1]);
    expect(rest.next).toBeNull();
    const credits = await ledger.list('acc_list', { limit: 1 }, 'credit');
    expect(credits.rows.map((entry) => entry.amount)).toEqual([4]);
    const earlier = await ledger.list('acc_list', { limit: 1, after: credits.next! }, 'credit');
    expect(earlier.rows.map((entry) => entry.amount)).toEqual([2]);
  });
});

test('the audit of a constantly changing account ends, and finds the letter that was never charged', async () => {
  const account = 'acc_restless';
  const tools = { now: () => Date.now(), randomBytes };
  const [ledger, letters] = [open(), openLetters(table(), tools)];
  const send = async (charge?: MoneyMove) => {
    const mailing = letterSample({ account_id: account });
    const event = eventFor(tools, mailing, mailing);
    const move = charge && { ...charge, source_id: mailing.id };
    await letters.create({ mailing, event, charge: move, upload: undefined });
    return mailing.id;
  };
  const price = { ...topUp(account, -690), type: 'letter' as const };
  await ledger.move(topUp(account, 100_000));
  await send(price);
  const unpaid = await send();
  let readings = 0;
  /** Letters are charged before and after they are read, and during the read of the entries. */
  const restless = {
    ledger: {
      ...ledger,
      all: async () => {
        await send(price);
        return ledger.all(account);
      },
    },
    letters: {
      all: async () => {
        if (++readings > 2) throw new Error('begins anew again and again');
        await send(price);
        const found = await letters.all(account);
        await send(price);
        return found;
      },
    },
    verifications: openVerifications(table(), tools),
    mailMerges: { inProgress: async () => [] },
  };
  expect(await auditAccount(restless, account)).toEqual([
    { account_id: account, sequence: null, source_id: unpaid, problem: 'debit', expected: 690, found: [] },
  ]);
});

test('the audit does not mistake an entry outside the balance for a new one', async () => {
  const ledger = open();
  await ledger.move(topUp('acc_ahead', 100));
  const one = await ledger.balance('acc_ahead');
  await ledger.move(topUp('acc_ahead', 200));
  const none = { all: async () => [] };
  const behind = { ...ledger, balance: async () => one };
  const differences = await auditAccount(
    { ledger: behind, letters: none, verifications: none, mailMerges: { inProgress: none.all } },
    'acc_ahead',
  );
  expect(differences.map(({ problem, expected, found }) => [problem, expected, ...found])).toEqual([
    ['balance', 300, 100],
    ['balance_sequence', 2, 1],
  ]);
});
