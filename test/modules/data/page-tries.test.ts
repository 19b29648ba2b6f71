import { expect, test } from '@jest/globals';
import { LIMITS, openPageTries, WINDOW_SECONDS } from '../../../lib/adapters/data/mailings/page-tries.ts';
import { useTable } from '../../support/dynamodb.ts';

const table = useTable();
const WINDOW_MS = WINDOW_SECONDS * 1000;
const START = 1_000 * WINDOW_MS;

test('a network that requested too many missing pages waits for the next window; other networks do not', async () => {
  const tries = openPageTries(table());
  const at = START + WINDOW_MS / 2;
  for (let miss = 1; miss < LIMITS.misses; miss++) await tries.countMiss('198.51.100.1', at);
  expect(await tries.waitAfterMisses('198.51.100.1', at)).toBeUndefined();
  await tries.countMiss('198.51.100.1', at);
  await tries.countMiss('198.51.100.1', at);
  expect(await tries.waitAfterMisses('198.51.100.1', at)).toBe(WINDOW_SECONDS / 2);
  expect(await tries.waitAfterMisses('198.51.100.2', at)).toBeUndefined();
  expect(await tries.waitAfterMisses('198.51.100.1', START + WINDOW_MS)).toBeUndefined();
});

test('requests from an unknown network are not counted', async () => {
  const tries = openPageTries(table());
  for (let miss = 0; miss <= LIMITS.misses; miss++) await tries.countMiss(null, START);
  expect(await tries.waitAfterMisses(null, START)).toBeUndefined();
});
