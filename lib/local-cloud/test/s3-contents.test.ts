import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Contents } from '../s3/contents.ts';

const contents: Contents[] = [];
const open = () => {
  const opened = new Contents();
  contents.push(opened);
  return opened;
};

afterEach(() => {
  for (const opened of contents.splice(0)) opened.close();
});

/** Bytes that differ from those of another seed. */
const bytes = (size: number, seed: number) => Buffer.alloc(size, seed);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('contents of objects', () => {
  test('are read as they were written, whole and in part', () => {
    const file = open();
    const [one, none, other] = [
      file.write(Buffer.from('abcdef')),
      file.write(Buffer.alloc(0)),
      file.write(bytes(9, 7)),
    ];
    expect(one.size).toBe(6);
    expect(one.read().toString()).toBe('abcdef');
    expect(one.read(1, 3).toString()).toBe('bcd');
    expect(one.read(5).toString()).toBe('f');
    expect(none.read()).toEqual(Buffer.alloc(0));
    expect(other.read()).toEqual(bytes(9, 7));
  });

  test('do not change when a read copy is changed', () => {
    const one = open().write(Buffer.from('abc'));
    one.read().fill(0);
    expect(one.read().toString()).toBe('abc');
  });

  test('reuse the room of deleted contents, and leave others unchanged', async () => {
    const file = open();
    const kept = [];
    const sizes = [900, 1100, 1000];
    for (let round = 0; round < 16; round++) {
      for (const size of sizes) {
        const expected = bytes(size, round + size);
        const content = file.write(expected);
        if (round % 5 === 0) kept.push({ content, expected });
      }
      collectGarbage();
      // Finalization callbacks run in a separate turn.
      await sleep(1);
    }
    const [round, all] = [3000, 16 * 3000];
    expect(file.length).toBeGreaterThanOrEqual(4 * round);
    expect(file.length).toBeLessThan(all / 2);
    for (const { content, expected } of kept) expect(content.read()).toEqual(expected);
  });

  test('cannot be read once the file is closed', () => {
    const file = open();
    const one = file.write(Buffer.from('abc'));
    file.close();
    expect(() => one.read()).toThrow('The local cloud has stopped');
    expect(() => file.write(Buffer.from('abc'))).toThrow('The local cloud has stopped');
  });
});
