import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openLedger } from '../../lib/data/ledger.ts';
import { auditLedger } from '../../lib/domain/ledger.ts';
import { useTable } from '../support/dynamodb.ts';

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
  test('an account without entries has nothing', async () => {
    expect(await open().balance('acc_none')).toMatchObject({ amount: 0, sequence: 0 });
  });

  test('fifty moves at once all count, once each, and chain without a gap', async () => {
    const ledger = open();
    await Promise.all(Array.from({ length: 50 }, (_, index) => ledger.move(topUp('acc_busy', index + 1))));
    const [balance, entries] = [await ledger.balance('acc_busy'), await ledger.all('acc_busy')];
    expect(balance.amount).toBe((50 * 51) / 2);
    expect(entries).toHaveLength(50);
    expect(auditLedger('acc_busy', balance, entries, [])).toEqual([]);
  });

  test('debits at once never go below zero', async () => {
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
