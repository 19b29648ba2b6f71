import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openAuthenticityNumbers, takeNumberWrites } from '../../../lib/adapters/data/mailings/authenticity-numbers.ts';
import { commit } from '../../../lib/adapters/data/table/calls.ts';
import { ConditionLost } from '../../../lib/adapters/data/table/transactions.ts';
import { createAuthenticityNumber } from '../../../lib/core/domain/authenticity.ts';
import { addDays } from '../../../lib/core/domain/brasilia.ts';
import { MOST_LOOK_UP_DAYS } from '../../../lib/core/domain/look-ups.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample } from '../../support/samples.ts';

const table = useTable();

async function taken() {
  const number = createAuthenticityNumber(randomBytes);
  const letter = letterSample({ authenticity_number: number });
  await commit(table(), takeNumberWrites(table(), letter), undefined);
  return { number, letter, numbers: openAuthenticityNumbers(table()) };
}

test('a number leads to its letter, and no other letter can take it', async () => {
  const { number, letter, numbers } = await taken();
  expect(await numbers.find(number)).toEqual({ account_id: letter.account_id, letter_id: letter.id });
  expect(await numbers.find(createAuthenticityNumber(randomBytes))).toBeUndefined();
  await expect(commit(table(), takeNumberWrites(table(), letterSample(letter)), undefined)).rejects.toThrow(
    ConditionLost,
  );
  expect(takeNumberWrites(table(), letterSample())).toEqual([]);
});

test('concurrent look-ups are all counted, by day', async () => {
  const { number, numbers } = await taken();
  await Promise.all(Array.from({ length: 20 }, () => numbers.count(number, '2026-11-30')));
  expect(await numbers.count(number, '2026-12-01')).toBe(21);
  expect(await numbers.lookUps(number)).toEqual({ total: 21, days: { '2026-11-30': 20, '2026-12-01': 1 } });
});

test('after the last day that is kept, only the total goes on', async () => {
  const { number, numbers } = await taken();
  for (let day = 0; day < MOST_LOOK_UP_DAYS; day++) await numbers.count(number, addDays('2026-01-01', day));
  expect(await numbers.count(number, '2030-01-01')).toBe(MOST_LOOK_UP_DAYS + 1);
  const { days } = await numbers.lookUps(number);
  expect(Object.keys(days)).toHaveLength(MOST_LOOK_UP_DAYS);
  expect(days['2030-01-01']).toBeUndefined();
});

test('what is forgotten begins anew, and the number goes on working', async () => {
  const { number, numbers } = await taken();
  await numbers.count(number, '2026-11-30');
  await numbers.forgetLookUps(number);
  expect(await numbers.lookUps(number)).toEqual({ total: 0, days: {} });
  expect(await numbers.find(number)).toBeDefined();
  expect(await numbers.count(number, '2026-12-01')).toBe(1);
});
