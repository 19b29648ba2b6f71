import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import training from '../../../data/carrier/training-profile.json' with { type: 'json' };
import {
  type LabelStock,
  openCarrierNumbers,
  type Taking,
} from '../../../lib/adapters/data/mailings/carrier-numbers.ts';
import { openCarrierProfiles } from '../../../lib/adapters/data/mailings/carrier-profiles.ts';
import type { CarrierProfile } from '../../../lib/core/schemas/carrier-profile.ts';
import { tableWhereWritesMeet } from '../../support/contention.ts';
import { useTable } from '../../support/dynamodb.ts';

const table = useTable();
const numbers = () => openCarrierNumbers(table());
const NOW = Date.UTC(2026, 0, 5, 12);

/** A prefix and a card that no other test uses. */
const unique = () => randomBytes(6).toString('hex');

const stockOf = (prefix: string, version: number): LabelStock => ({ prefix, ranges: [], version });

const taking = (more: Partial<Taking>): Taking => ({
  batch_id: `bat_${unique()}`,
  numbers: { labels: [], lots: [] },
  stocks: [],
  at: NOW,
  ...more,
});

test('a stock is not replaced by somebody who read it before another change', async () => {
  const prefix = unique();
  expect(await numbers().replace(stockOf(prefix, 0))).toBe(true);
  expect(await numbers().replace(stockOf(prefix, 0))).toBe(false);
  expect(await numbers().replace(stockOf(prefix, 1))).toBe(true);
  expect(await numbers().replace(stockOf(prefix, 1))).toBe(false);
});

test('numbers that a batch has taken are taken by no other, whatever the stock says', async () => {
  const prefix = unique();
  const labels = [{ prefix, first: 1, last: 9 }];
  const of = () => taking({ numbers: { labels, lots: [] } });
  expect(await numbers().takeAgain(of())).toBe(true);
  expect(await numbers().takeAgain(of())).toBe(false);
  expect(await numbers().taken(prefix)).toHaveLength(1);
});

test('the counters of a card move once from each value', async () => {
  const card = unique();
  const [none, one, two] = [0, 1, 2].map((step) => ({ lot: 1 + step, ar_digital_file: 1, e_carta_lot: 1 }));
  const move = (before: typeof one | null, after: typeof one) =>
    numbers().takeAgain(taking({ counters: { card, before: before ?? null, after: after! } }));
  expect(await move(null, one)).toBe(true);
  expect(await move(null, two)).toBe(false);
  expect(await move(none, two)).toBe(false);
  expect(await move(one, two)).toBe(true);
  expect(await numbers().counters(card)).toEqual(two);
});

test('of two profiles of a card that are set at once, one becomes its next version, and the other is refused', async () => {
  const card = String(Number.parseInt(unique(), 16)).padStart(10, '0').slice(0, 10);
  const profiles = ['0001', '0002'].map(
    (number) => ({ ...training, card, contract: number }) as unknown as CarrierProfile,
  );
  const meeting = tableWhereWritesMeet(table(), profiles.length);
  const set = await Promise.allSettled(profiles.map((profile) => openCarrierProfiles(meeting).set(profile, NOW)));
  expect(set.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await openCarrierProfiles(table()).find(card, 2)).toBeUndefined();
});
