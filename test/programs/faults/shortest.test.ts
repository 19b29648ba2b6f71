import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shortest } from './shortest.ts';

test('finds the members that a failure needs, at any position', async () => {
  const lists = fc.uniqueArray(fc.nat(500), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(lists, fc.nat(), async (list, mask) => {
      const needed = list.filter((_, index) => (mask >> (index % 31)) & 1 && index % 5 === 0);
      const fails = async (part: readonly number[]) => needed.every((member) => part.includes(member));
      expect(await shortest(list, fails)).toEqual(needed);
    }),
  );
});

test('returns the best part so far when it is stopped', async () => {
  let tries = 0;
  const fails = async (part: readonly number[]) => {
    tries++;
    return part.includes(7);
  };
  expect(await shortest([1, 2, 3, 4, 5, 6, 7, 8], fails, () => tries < 1)).toEqual([5, 6, 7, 8]);
});
