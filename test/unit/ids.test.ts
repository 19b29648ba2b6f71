import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createId, instantOfId, isId, lastDigitOfId, lowestId, randomLetters } from '../../lib/core/domain/ids.ts';

const instant = fc.integer({ min: 0, max: 2 ** 47 });

test('ids sort by their instant, and contain it', () => {
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [first, second] = [createId('letter', a, randomBytes), createId('letter', b, randomBytes)];
      if (a !== b) expect(first < second).toBe(a < b);
      expect(instantOfId(first)).toBe(a);
    }),
  );
});

test('the lowest id bounds exactly the objects made at or after its instant', () => {
  fc.assert(
    fc.property(instant, instant, (made, bound) => {
      expect(createId('event', made, randomBytes) >= lowestId('event', bound)).toBe(made >= bound);
    }),
  );
});

test('an id has its prefix and 26 characters', () => {
  const id = createId('letter', Date.now(), randomBytes);
  expect(id).toMatch(/^ltr_[A-Za-z0-9]{26}$/);
  expect(isId('letter', id)).toBe(true);
  expect(isId('upload', id)).toBe(false);
  expect(isId('letter', `${id}0`)).toBe(false);
});

test('an account id has six letters; earlier account ids remain valid', () => {
  const id = createId('account', Date.now(), randomBytes);
  expect(id).toMatch(/^acc_[b-df-hj-km-np-tv-z]{6}$/);
  expect(isId('account', id)).toBe(true);
  expect(isId('account', 'acc_01k9zr3m6g8h2jv5w7x9ybcdef')).toBe(true);
  for (const text of ['acc_bcdfg', 'acc_bcdfgha', 'acc_bcdfg1', `${id}\n`]) expect(isId('account', text)).toBe(false);
});

test('letters are drawn evenly: with eight more bytes than necessary', () => {
  const asked: number[] = [];
  const zeros = (size: number) => (asked.push(size), new Uint8Array(size));
  // Six letters have 26 bits, twelve have 52.
  expect([6, 12].map((count) => randomLetters(count, zeros))).toEqual(['bbbbbb', 'bbbbbbbbbbbb']);
  expect(asked).toEqual([4 + 8, 7 + 8]);
});

test.each([
  ['ltr_01k9zr3m6g8h2jv5w7x9ybcde0', 0],
  ['ltr_01k9zr3m6g8h2jv5w7x9ybcdea', 10],
  ['ltr_01k9zr3m6g8h2jv5w7x9ybcdez', 31],
])('the last digit of %s is %d', (id, digit) => expect(lastDigitOfId(id)).toBe(digit));

test('only an account has a sandbox', () => {
  expect(isId('account', 'acc_bcdfghsandbox')).toBe(true);
  expect(isId('letter', 'ltr_01k9zr3m6g8h2jv5w7x9ybcdefsandbox')).toBe(false);
  expect(isId('letter', 'ltr_bcdfgh')).toBe(false);
});

test('ids created at one instant differ', () => {
  const ids = Array.from({ length: 10_000 }, () => createId('letter', 1, randomBytes));
  expect(new Set(ids).size).toBe(ids.length);
});
