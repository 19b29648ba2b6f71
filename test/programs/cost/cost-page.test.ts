import { describe, expect, test } from '@jest/globals';
import { amountsOnPage, countsOnPage, isAsExpected, kindsOnPage, pricesOnPage, SLACK } from './cost-page.ts';
import { rows } from './tally.ts';

/** Checks the multiplications of docs/cost.md; calls-per-mailing.test.ts compares its counts with the service's. */

const MILLION = 1e6;
const prices = pricesOnPage();

const usd = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const priceOf = (kind: string, mailings: number) =>
  rows.map((row) => [row, (countsOnPage(kind)[row] * mailings * prices[row]) / MILLION] as const);

const sum = (amounts: readonly (readonly [string, number])[]) =>
  amounts.reduce((total, [, amount]) => total + amount, 0);

test.each([
  ['1 thousand', 1e3],
  ['1 million', 1e6],
  ['100 million', 1e8],
])('a month of %s letters', (column, letters) => {
  const amounts = priceOf('letter', letters);
  const onPage = amountsOnPage('Letters a month');
  for (const [row, amount] of amounts) expect([row, onPage[row]![column]]).toEqual([row, usd(amount)]);
  expect(onPage['together']![column]).toBe(usd(sum(amounts)));
});

test('a thousand of each kind', () => {
  const onPage = amountsOnPage('A thousand of');
  expect(Object.keys(onPage)).toEqual(kindsOnPage());
  for (const kind of kindsOnPage()) expect([kind, onPage[kind]!.USD]).toEqual([kind, usd(sum(priceOf(kind, 1000)))]);
});

describe('twice the calls do not pass as those of the page', () => {
  test.each(kindsOnPage())('%s', (kind) => {
    const counts = countsOnPage(kind);
    const telling = rows.filter((row) => counts[row] > SLACK);
    expect(telling.length).toBeGreaterThanOrEqual(8);
    for (const row of telling) expect([row, isAsExpected(row, 2 * counts[row], counts[row])]).toEqual([row, false]);
  });
});
