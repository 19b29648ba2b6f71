import { expect, test } from '@jest/globals';
import { settleAll } from '../../lib/core/settle-all.ts';
import { concurrently } from '../../lib/operations/concurrently.ts';

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

test('results have the order of the items, and at most the limit run at a time', async () => {
  let running = 0;
  let most = 0;
  const results = await concurrently([30, 1, 20, 5], 2, async (wait) => {
    most = Math.max(most, ++running);
    await pause(wait);
    running--;
    return wait;
  });
  expect(results).toEqual([30, 1, 20, 5]);
  expect(most).toBe(2);
});

test('after a failure no item is started, and the error comes once those that run have ended', async () => {
  const ended: number[] = [];
  const run = async (item: number) => {
    await pause(10 * item);
    if (item === 1) throw new Error('first');
    ended.push(item);
    if (item === 2) throw new Error('second');
  };
  await expect(concurrently([1, 2, 3, 4, 5], 3, run)).rejects.toThrow('first');
  expect(ended).toEqual([2, 3]);
});

test('settleAll gives every value, or the first error once all have settled', async () => {
  expect(await settleAll([1, Promise.resolve('two')])).toEqual([1, 'two']);
  let isWritten = false;
  const write = pause(20).then(() => (isWritten = true));
  await expect(settleAll([Promise.reject(new Error('lost')), write])).rejects.toThrow('lost');
  expect(isWritten).toBe(true);
});
