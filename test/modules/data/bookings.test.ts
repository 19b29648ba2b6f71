import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openCorrections } from '../../../lib/adapters/data/money/corrections.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { useTable } from '../../support/dynamodb.ts';

const table = useTable();

/** Corrections of an account, with its own clock. */
function open(account_id: string) {
  const clock = { now: Date.UTC(2026, 2, 2, 12) };
  const tools = { now: () => clock.now, randomBytes };
  const { make } = openCorrections(table(), tools);
  const credit = (description: string, reference: string | null) =>
    make({ account_id, type: 'credit', amount: 1_000, source_id: null, description }, reference);
  const balance = async () => (await openLedger(table(), tools).balance(account_id)).amount;
  return { clock, credit, balance };
}

test('a repeated correction, even side by side or days later, counts once under its reference', async () => {
  const { clock, credit, balance } = open('acc_again');
  const given = await Promise.all([1, 2, 3].map(() => credit('Cortesia', 'chamado 1')));
  expect(given.filter(({ alreadyDone }) => !alreadyDone)).toHaveLength(1);
  expect(new Set(given.map(({ entry }) => entry.id)).size).toBe(1);
  clock.now += 30 * DAY_MS;
  expect(await credit('Cortesia', 'chamado 1')).toEqual({ entry: given[0]!.entry, alreadyDone: true });
  expect(await credit('Cortesia', 'chamado 2')).toMatchObject({ alreadyDone: false });
  expect(await balance()).toBe(2_000);
});

test('without a reference, the same correction counts once a day', async () => {
  const { clock, credit, balance } = open('acc_daily');
  expect(await credit('Cortesia', null)).toMatchObject({ alreadyDone: false });
  clock.now += DAY_MS;
  expect(await credit('Cortesia', null)).toMatchObject({ alreadyDone: true });
  expect(await credit('Outra', null)).toMatchObject({ alreadyDone: false });
  clock.now += 1;
  expect(await credit('Cortesia', null)).toMatchObject({ alreadyDone: false });
  expect(await balance()).toBe(3_000);
});
