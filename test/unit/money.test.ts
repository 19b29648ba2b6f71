import { describe, expect, test } from '@jest/globals';
import type { Letters } from '../../lib/adapters/data/mailings/letters.ts';
import type { Verifications } from '../../lib/adapters/data/mailings/verifications.ts';
import type { Ledger } from '../../lib/adapters/data/money/ledger.ts';
import {
  applyMove,
  type Balance,
  emptyBalance,
  type LedgerEntry,
  type MoneyMove,
} from '../../lib/core/domain/ledger.ts';
import type { Letter } from '../../lib/core/domain/letters.ts';
import { formatMoney } from '../../lib/core/domain/money.ts';
import type { Verification } from '../../lib/core/domain/verifications.ts';
import type { Booking } from '../../lib/core/schemas/balance.ts';
import { auditAccount, auditAccounts } from '../../lib/operations/money/audit-account.ts';
import { correctBalance, ReferenceUsed } from '../../lib/operations/money/correct-balance.ts';
import { PaymentBooked, topUp } from '../../lib/operations/money/top-up.ts';
import { accountSample, letterSample, verificationSample } from '../support/samples.ts';

const account = accountSample({ id: 'acc_1' });
const accounts = { find: (id: string) => Promise.resolve(id === account.id ? account : undefined) };

function entryOf(move: MoneyMove): LedgerEntry {
  return applyMove(emptyBalance, move, 1_000, (instant) => `btx_${instant}`).entry;
}

test.each([
  [150_000, 'R$ 1.500,00', 'BRL 1,500.00'],
  [-690, '-R$ 6,90', '-BRL 6.90'],
  [5, 'R$ 0,05', 'BRL 0.05'],
  [0, 'R$ 0,00', 'BRL 0.00'],
])('%d centavos are %s in Portuguese, and %s in English', (centavos, portuguese, english) => {
  expect([formatMoney(centavos), formatMoney(centavos, 'en')]).toEqual([portuguese, english]);
});

describe('a top-up', () => {
  const payment = { id: 'E1', amount: 10_000, reason: 'Pix' };

  test("books the payment under the bank's id", async () => {
    const booked: [MoneyMove, string][] = [];
    const payments = {
      book: (move: MoneyMove, id: string) => {
        booked.push([move, id]);
        return Promise.resolve(entryOf(move));
      },
      find: () => Promise.reject(new Error('looked for')),
    };
    const { entry, alreadyDone } = await topUp({ accounts, payments }, 'acc_1', payment);
    expect([entry.balance_after, alreadyDone]).toEqual([10_000, false]);
    const move = { account_id: 'acc_1', type: 'top_up', amount: 10_000, source_id: 'E1', description: 'Pix' };
    expect(booked).toEqual([[move, 'E1']]);
  });

  /** Payments of which this one was booked before, with an entry of its own. */
  const bookedAs = (entry: LedgerEntry) => ({
    book: () => Promise.resolve(undefined),
    find: () => Promise.resolve({ entry } as Booking),
  });
  const entry = entryOf({
    account_id: 'acc_1',
    type: 'top_up',
    amount: 10_000,
    source_id: 'E1',
    description: 'Pix',
  });

  test('of a payment that was booked before books nothing, and returns its entry (rule MON-7)', async () => {
    const again = await topUp({ accounts, payments: bookedAs(entry) }, 'acc_1', payment);
    expect(again).toEqual({ entry, alreadyDone: true });
  });

  test.each([
    ['to another account', { ...entry, account_id: 'acc_2' }],
    ['with another amount', { ...entry, amount: 10_001 }],
  ])('of a payment that was booked %s is rejected with that entry', async (_, other) => {
    const refused = topUp({ accounts, payments: bookedAs(other) }, 'acc_1', payment);
    await expect(refused).rejects.toBeInstanceOf(PaymentBooked);
    await expect(refused).rejects.toMatchObject({
      name: 'PaymentBooked',
      message: 'the payment was booked before',
      entry: other,
    });
  });

  test('for an unknown account books nothing', async () => {
    const payments = { book: () => Promise.reject(new Error('booked')), find: () => Promise.resolve(undefined) };
    await expect(topUp({ accounts, payments }, 'acc_2', payment)).rejects.toMatchObject({ code: 'resource_not_found' });
  });
});

describe('a correction', () => {
  const correction = { type: 'credit', amount: 500, reason: 'courtesy', reference: 'case 1' } as const;
  const move = { account_id: 'acc_1', type: 'credit', amount: 500, source_id: null, description: 'courtesy' } as const;

  test('is made once per reference', async () => {
    const made: unknown[] = [];
    const corrections = {
      make: (wanted: MoneyMove, reference: string | null) => {
        made.push([wanted, reference]);
        return Promise.resolve({ entry: entryOf(wanted), alreadyDone: false });
      },
    };
    const { entry, alreadyDone } = await correctBalance({ accounts, corrections }, 'acc_1', correction);
    expect([entry.amount, alreadyDone]).toEqual([500, false]);
    expect(made).toEqual([[move, 'case 1']]);
  });

  test.each([
    ['amount', { ...move, amount: 501 }],
    ['reason', { ...move, description: 'other' }],
    ['type', { ...move, type: 'adjustment' as const }],
  ])('whose reference belongs to one with another %s is rejected with that entry', async (_, other) => {
    const entry = entryOf(other);
    const corrections = { make: () => Promise.resolve({ entry, alreadyDone: true }) };
    const refused = correctBalance({ accounts, corrections }, 'acc_1', correction);
    await expect(refused).rejects.toBeInstanceOf(ReferenceUsed);
    await expect(refused).rejects.toMatchObject({
      name: 'ReferenceUsed',
      message: 'the reference belongs to another correction',
      entry,
    });
  });

  test('for an unknown account is not made', async () => {
    const corrections = { make: () => Promise.reject(new Error('made')) };
    await expect(correctBalance({ accounts, corrections }, 'acc_2', correction)).rejects.toMatchObject({
      code: 'resource_not_found',
    });
  });
});

describe('the audit of an account (rules MON-7 and MON-8)', () => {
  interface Books {
    letters?: Letter[];
    verifications?: Verification[];
    /** Moves before the audit begins, while mailings are read, and while entries are read. */
    before: Partial<MoneyMove>[];
    meanwhile?: Partial<MoneyMove>[];
    late?: Partial<MoneyMove>[];
    /** An entry that the balance does not count. */
    uncounted?: Partial<LedgerEntry>;
  }

  /** Audits books in which money moves during the audit. */
  async function audited({ letters = [], verifications = [], before, meanwhile = [], late = [], uncounted }: Books) {
    const entries: LedgerEntry[] = [];
    let balance: Balance = emptyBalance;
    const book = (moves: Partial<MoneyMove>[]) => {
      for (const fields of moves) {
        const wanted = {
          account_id: 'acc_1',
          type: 'top_up',
          amount: 0,
          source_id: null,
          description: null,
          ...fields,
        };
        const applied = applyMove(balance, wanted as MoneyMove, 1_000, (instant) => `btx_${instant}`);
        entries.push(applied.entry);
        balance = applied.balance;
      }
    };
    book(before);
    const ledger = {
      balance: () => Promise.resolve(balance),
      all: () => {
        book(late);
        return Promise.resolve([...entries, ...(uncounted ? [{ ...entries.at(-1)!, ...uncounted }] : [])]);
      },
    } as unknown as Ledger;
    const read = {
      letters: {
        all: () => {
          book(meanwhile);
          return Promise.resolve(letters);
        },
      } as unknown as Letters,
      verifications: { all: () => Promise.resolve(verifications) } as unknown as Verifications,
      mailMerges: { inProgress: () => Promise.resolve([]) },
    };
    return auditAccount({ ledger, ...read }, 'acc_1');
  }

  const price = (total: number) => ({ currency: 'BRL' as const, total, items: [] });
  const letter = (fields: Partial<Letter>) => letterSample({ id: 'ltr_1', price: price(700), ...fields });
  const verification = (fields: Partial<Verification>) =>
    verificationSample({ id: 'ver_1', price: price(700), ...fields });
  const topUpMove = { amount: 10_000 };
  const debit = { type: 'letter' as const, amount: -700, source_id: 'ltr_1' };
  const refund = { type: 'refund' as const, amount: 700, source_id: 'ltr_1' };

  test.each([
    ['a received letter, charged', letter({}), [debit]],
    ['a posted letter, charged', letter({ status: 'posted' }), [debit]],
    ['a canceled letter, charged and refunded', letter({ status: 'canceled' }), [debit, refund]],
    ['a failed letter, charged and refunded', letter({ status: 'failed' }), [debit, refund]],
    ['a scheduled letter, not charged', letter({ status: 'scheduled', reached: {} }), []],
    ['a letter canceled before its charge', letter({ status: 'canceled', reached: {} }), []],
  ])('agrees with %s', async (_, found, moves) => {
    expect(await audited({ letters: [found], before: [topUpMove, ...moves] })).toEqual([]);
  });

  test.each([
    ['a received letter without its debit', letter({}), [], 'debit'],
    ['a received letter with a refund', letter({}), [debit, refund], 'refund'],
    ['a failed letter without its refund', letter({ status: 'failed' }), [debit], 'refund'],
    ['a scheduled letter with a debit', letter({ status: 'scheduled', reached: {} }), [debit], 'debit'],
    ['a debit without a letter', undefined, [debit], 'no_such_mailing'],
  ])('differs for %s', async (_, found, moves, problem) => {
    const differences = await audited({ letters: found ? [found] : [], before: [topUpMove, ...moves] });
    expect(differences.map((difference) => difference.problem)).toEqual([problem]);
  });

  const debitOfVerification = { type: 'verification' as const, amount: -700, source_id: 'ver_1' };
  const refundOfVerification = { ...refund, source_id: 'ver_1' };

  test.each([
    ['received', [debitOfVerification]],
    ['revoked', [debitOfVerification]],
    ['canceled', [debitOfVerification, refundOfVerification]],
  ] as const)('agrees with a %s verification', async (status, moves) => {
    expect(await audited({ verifications: [verification({ status })], before: [topUpMove, ...moves] })).toEqual([]);
  });

  test.each([
    ['revoked', [debitOfVerification, refundOfVerification]],
    ['canceled', [debitOfVerification]],
  ] as const)('differs for a %s verification with another refund', async (status, moves) => {
    const differences = await audited({ verifications: [verification({ status })], before: [topUpMove, ...moves] });
    expect(differences.map(({ problem }) => problem)).toEqual(['refund']);
  });

  test('leaves a mailing with concurrent moves to the next audit', async () => {
    expect(await audited({ letters: [], before: [topUpMove], meanwhile: [debit] })).toEqual([]);
  });

  test('differs for an entry that no balance counts', async () => {
    const uncounted = { sequence: 9, amount: 500, source_id: null };
    const differences = await audited({ before: [topUpMove], uncounted });
    expect(differences.map(({ problem }) => problem)).toContain('balance_sequence');
  });

  test('of several accounts reports each and returns all differences', async () => {
    const read = { all: () => Promise.resolve([]) };
    const ledger = {
      balance: (id: string) => Promise.resolve({ ...emptyBalance, amount: id === 'acc_1' ? 0 : 5 }),
      all: () => Promise.resolve([]),
    };
    const mailMerges = { inProgress: read.all };
    const deps = { ledger, letters: read, verifications: read, mailMerges } as unknown as Parameters<
      typeof auditAccounts
    >[0];
    let told = 0;
    const differences = await auditAccounts(deps, ['acc_1', 'acc_2', 'acc_3'], () => void told++);
    expect([told, differences.map(({ account_id }) => account_id)]).toEqual([3, ['acc_2', 'acc_3']]);
  });

  test('leaves out entries that come after its balance', async () => {
    const late = [{ ...debit, source_id: 'ltr_2' }];
    expect(await audited({ letters: [letter({})], before: [topUpMove, debit], late })).toEqual([]);
  });
});
