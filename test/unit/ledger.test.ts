import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  applyMove,
  auditLedger,
  type Balance,
  covers,
  emptyBalance,
  fallsLow,
  insufficientBalance,
  type LedgerDifference,
  type LedgerEntry,
  type MoneyMove,
} from '../../lib/core/domain/ledger.ts';

const move = (fields: Partial<MoneyMove>): MoneyMove => ({
  account_id: 'acc_1',
  type: 'top_up',
  amount: 0,
  source_id: null,
  description: null,
  ...fields,
});

/** Applies moves one after another, as the table does. */
function ledgerOf(moves: readonly MoneyMove[]): { balance: Balance; entries: LedgerEntry[] } {
  let balance = emptyBalance;
  const entries = moves.map((next) => {
    const applied = applyMove(balance, next, 1_000, (instant) => `btx_${instant}`);
    balance = applied.balance;
    return applied.entry;
  });
  return { balance, entries };
}

const letterMoves = [
  move({ amount: 10_000 }),
  move({ type: 'letter', amount: -700, source_id: 'ltr_a' }),
  move({ type: 'letter', amount: -900, source_id: 'ltr_b' }),
  move({ type: 'refund', amount: 900, source_id: 'ltr_b' }),
];
const expected = [
  { id: 'ltr_a', charged: 700, refunded: 0 },
  { id: 'ltr_b', charged: 900, refunded: 900 },
  { id: 'ltr_c', charged: 0, refunded: 0 },
];

describe('moving money', () => {
  test('entries form a chain for any sequence of moves, with increasing instants', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 5_000 })), (amounts) => {
        const { balance, entries } = ledgerOf(amounts.map((amount) => move({ amount })));
        expect(auditLedger('acc_1', balance, entries, [])).toEqual([]);
        entries
          .slice(1)
          .forEach((entry, index) => expect(entry.created_at).toBeGreaterThan(entries[index]!.created_at));
      }),
    );
  });

  test('a debit needs a sufficient balance; only an adjustment may leave a debt', () => {
    const balance = { amount: 500, sequence: 1, last_entry_at: 0 };
    expect(covers(balance, move({ type: 'letter', amount: -500 }))).toBe(true);
    expect(covers(balance, move({ type: 'letter', amount: -501 }))).toBe(false);
    expect(covers(balance, move({ type: 'adjustment', amount: -501 }))).toBe(true);
  });

  test('a rejection names the price and the balance (rule MON-6)', () => {
    const balance = { amount: 500, sequence: 1, last_entry_at: 0 };
    expect(insufficientBalance(balance, move({ type: 'letter', amount: -690 }))).toMatchObject({
      code: 'insufficient_balance',
      values: { price: 690, balance: 500 },
    });
  });

  test('an account in debt accepts credits and free mailings', () => {
    const debt = { amount: -500, sequence: 1, last_entry_at: 0 };
    expect(covers(debt, move({ amount: 1 }))).toBe(true);
    expect(covers(debt, move({ type: 'letter', amount: 0 }))).toBe(true);
    expect(covers(debt, move({ type: 'letter', amount: -1 }))).toBe(false);
  });

  test('an entry has the instant of its move, or the next one after the last entry', () => {
    const after = (last_entry_at: number) =>
      applyMove({ amount: 0, sequence: 1, last_entry_at }, move({ amount: 1 }), 1_000, String).entry.created_at;
    expect([after(0), after(999), after(1_000), after(5_000)]).toEqual([1_000, 1_000, 1_001, 5_001]);
  });
});

describe('the audit', () => {
  const { balance, entries } = ledgerOf(letterMoves);

  test('finds nothing in a consistent ledger', () => {
    expect(auditLedger('acc_1', balance, entries, expected)).toEqual([]);
  });

  type DifferenceRow = [
    problem: LedgerDifference['problem'],
    source: string | null,
    expected: number | null,
    ...found: number[],
  ];

  test.each<[string, Balance, LedgerEntry[], typeof expected, DifferenceRow[]]>([
    [
      'a balance that differs from the sum',
      { ...balance, amount: balance.amount + 1 },
      entries,
      expected,
      [['balance', null, 9_300, 9_301]],
    ],
    [
      'a lost entry',
      balance,
      entries.toSpliced(3, 1),
      expected,
      [
        ['balance', null, 8_400, 9_300],
        ['balance_sequence', null, 3, 4],
        ['refund', 'ltr_b', 900],
      ],
    ],
    [
      'a gap',
      { ...balance, sequence: 5 },
      entries.with(3, { ...entries[3]!, sequence: 5 }),
      expected,
      [
        ['sequence', 'ltr_b', 4, 5],
        ['balance_sequence', null, 4, 5],
      ],
    ],
    [
      'an entry changed by hand',
      balance,
      entries.with(3, { ...entries[3]!, amount: 1 }),
      expected,
      [
        ['balance_after', 'ltr_b', 8_401, 9_300],
        ['balance', null, 8_401, 9_300],
        ['refund', 'ltr_b', 900, 1],
      ],
    ],
    ['a letter charged twice', ...doubled(1), expected, [['debit', 'ltr_a', 700, 700, 700]]],
    ['a letter refunded twice', ...doubled(3), expected, [['refund', 'ltr_b', 900, 900, 900]]],
    [
      'a letter never charged',
      balance,
      entries,
      [...expected, { id: 'ltr_d', charged: 700, refunded: 0 }],
      [['debit', 'ltr_d', 700]],
    ],
    ['a charge without a letter', balance, entries, expected.slice(1), [['no_such_mailing', 'ltr_a', null, -700]]],
    [
      'a missing refund',
      balance,
      entries,
      [{ ...expected[0]!, refunded: 700 }, ...expected.slice(1)],
      [['refund', 'ltr_a', 700]],
    ],
  ])('finds %s', (_, changed, entriesFound, letters, rows) => {
    const differences = auditLedger('acc_1', changed, entriesFound, letters);
    expect(differences.map((each) => [each.problem, each.source_id, each.expected, ...each.found])).toEqual(rows);
  });

  test('leaves mailings with concurrent moves to the next audit', () => {
    const unsettled = new Set(['ltr_a']);
    expect(
      auditLedger('acc_1', balance, entries, [{ ...expected[0]!, charged: 1 }, ...expected.slice(1)], unsettled),
    ).toEqual([]);
    expect(auditLedger('acc_1', balance, entries, expected.slice(1), unsettled)).toEqual([]);
  });

  function doubled(index: number): [Balance, LedgerEntry[]] {
    const twice = ledgerOf([...letterMoves, letterMoves[index]!]);
    return [twice.balance, twice.entries];
  }
});

describe('a low balance', () => {
  const warning = { below: 1_000, locale: 'pt-BR' } as const;
  const at = (amount: number) => ({ ...emptyBalance, amount, warning });

  test.each([
    [1_000, 999, true],
    [5_000, -10, true],
    [1_001, 1_000, false],
    [999, 500, false],
    [500, 2_000, false],
  ])('%i, then %i: notification %s', (before, after, isNews) => {
    expect(fallsLow(at(before), at(after))).toBe(isNews);
  });

  test('is absent without a limit, and moves keep the limit', () => {
    expect(fallsLow({ ...emptyBalance, amount: 10 }, emptyBalance)).toBe(false);
    expect(applyMove(at(500), move({ amount: 5 }), 1_000, String).balance).toMatchObject({ amount: 505, warning });
  });
});
