import { describe, expect, test } from '@jest/globals';
import { compare, type Comparison } from './compare.ts';
import { frozenBooks, writers } from './frozen.ts';

/**
 * Workbooks of many writers against what LibreOffice in Brazil showed of them, in Node alone. `make.ts` makes the
 * workbooks and asks LibreOffice.
 */
const total: Comparison = { equal: 0, blank: 0, refused: {}, needless: 0, listed: {}, differences: [] };
let books = 0;

const add = (counts: Record<string, number>, others: Record<string, number>) => {
  for (const [name, count] of Object.entries(others)) counts[name] = (counts[name] ?? 0) + count;
};

describe('each cell has the text that LibreOffice shows, or its row is refused', () => {
  test.each(writers)('%s', (writer) => {
    for (const { name, bytes, shown } of frozenBooks(writer)) {
      const comparison = compare(name, bytes, shown);
      expect(comparison.differences).toEqual([]);
      books += 1;
      total.equal += comparison.equal;
      total.needless += comparison.needless;
      add(total.refused, comparison.refused);
      add(total.listed, comparison.listed);
    }
  });

  test('the corpus is large, and few cells are refused needlessly', () => {
    expect(writers.length).toBeGreaterThanOrEqual(12);
    expect(books).toBeGreaterThanOrEqual(300);
    expect(total.equal).toBeGreaterThan(60_000);
    const refused = Object.values(total.refused).reduce((sum, count) => sum + count, 0);
    // Half of the corpus are formats and values that no spreadsheet of customers has.
    expect(refused / (refused + total.equal)).toBeLessThan(0.2);
    // Most are dates before 1900 and numbers of more than eleven characters.
    expect(total.needless / total.equal).toBeLessThan(0.08);
    // What stands in the list is rare, or the list hides a fault of ours.
    expect(Object.values(total.listed).reduce((sum, count) => sum + count, 0) / total.equal).toBeLessThan(0.01);
  });

  test('of the tables of customers, only formulas without results and escaped characters are refused', () => {
    for (const writer of writers) {
      for (const { name, bytes, shown } of frozenBooks(writer)) {
        if (!/\/(clientes|titulo|ocultas)/.test(name)) continue;
        // pandas takes "=1+1" for a formula, and "_x0041_" is among the names.
        const { not_computed = 0, unclear = 0, ...refused } = compare(name, bytes, shown).refused;
        expect({ name, refused, areFew: not_computed + unclear < 12 }).toEqual({ name, refused: {}, areFew: true });
      }
    }
  });
});

test('a difference would be found', () => {
  const [book] = frozenBooks('openpyxl').filter(({ name }) => name.endsWith('clientes-1'));
  const { name, bytes, shown } = book!;
  const rows = shown.Clientes!.map((row) => [...row]);
  rows[3]![4] = 'R$ 0,01';
  rows.splice(10, 1);
  expect(compare(name, bytes, { Clientes: rows }).differences.length).toBeGreaterThan(1);
});
