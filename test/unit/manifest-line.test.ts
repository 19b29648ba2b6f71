import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findManifestLine, PART_BYTES } from '../../lib/adapters/production/manifest-line.ts';

const idOf = (number: number) => `ver_${String(number).padStart(26, '0')}`;

/** A manifest whose ids are the numbers, and the parts of it that were read. */
function manifestOf(numbers: readonly number[], padding: (number: number) => string) {
  const lines = numbers.map((number) => JSON.stringify({ position: 1, id: idOf(number), file: padding(number) }));
  const text = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  const reads: number[] = [];
  return {
    lines,
    reads,
    find: (number: number) =>
      findManifestLine(async (first, bytes) => {
        expect(first).toBeLessThan(text.length);
        reads.push(first);
        return { bytes: text.subarray(first, first + bytes), size: text.length };
      }, idOf(number)),
  };
}

describe("a mailing's line in a manifest", () => {
  test('is found verbatim at any position, and no other line is mistaken for it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(2_000), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 0, max: 3_000 }),
        async (unsorted, longest) => {
          const numbers = unsorted.toSorted((a, b) => a - b);
          const manifest = manifestOf(numbers, (number) => 'é'.repeat((number * 7919) % (longest + 1)));
          for (const number of numbers.filter((_, index) => index % 7 === 0))
            expect(await manifest.find(number)).toBe(manifest.lines[numbers.indexOf(number)]);
          expect(await manifest.find(2_001)).toBeUndefined();
          expect(await manifest.find(numbers[0]! - 1)).toBeUndefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('takes a dozen reads of a manifest of 40,000 mailings', async () => {
    const manifest = manifestOf(
      Array.from({ length: 40_000 }, (_, index) => 2 * index),
      () => 'x'.repeat(450),
    );
    for (const number of [0, 2, 39_998, 40_002, 79_998, 12_345]) {
      manifest.reads.length = 0;
      expect(await manifest.find(number)).toBe(number % 2 === 0 ? manifest.lines[number / 2] : undefined);
      expect(manifest.reads.length).toBeLessThanOrEqual(Math.ceil(Math.log2((40_000 * 520) / PART_BYTES)) + 3);
    }
  });

  test('is absent without a manifest', async () => {
    expect(await findManifestLine(async () => undefined, idOf(1))).toBeUndefined();
  });

  test('fails with an error if a line is longer than one read', async () => {
    const manifest = manifestOf([1], () => 'x'.repeat(PART_BYTES));
    await expect(manifest.find(1)).rejects.toThrow('longer than a part');
  });
});
