import { beforeAll, expect, test } from '@jest/globals';
import {
  modeled,
  NEIGHBORS,
  type Neighbors,
  NOBODY,
  NOBODY_RAMPING,
  percentile,
  RAMPING,
} from './support/neighbors.ts';

/**
 * How hanging receivers affect the others (rule HOOK-8), with the real dispatcher in virtual time: the same on any
 * machine.
 */

const SECONDS = 20;
const p99 = async (neighbors: Neighbors) => percentile(await modeled(neighbors, SECONDS), 99);
let alone: number;

beforeAll(async () => {
  alone = await p99(NOBODY);
});

test('a healthy receiver gets its events after its own response time when no other hangs', () => {
  expect(alone).toBe(100);
});

test.each([...NEIGHBORS, { label: '400 hang, more than invocations', endpoints: 400, events: 0.5 }])(
  'a healthy receiver gets its events within twice that time while $label',
  async (neighbors) => {
    expect(await p99(neighbors)).toBeLessThanOrEqual(2 * alone);
  },
);

test('a healthy receiver gets its events within twice that time while 100 hang and AWS still adds invocations', async () => {
  expect(await p99(RAMPING)).toBeLessThanOrEqual(2 * (await p99(NOBODY_RAMPING)));
});
