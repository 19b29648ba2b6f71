import { expect, test } from '@jest/globals';

test.each<[string, unknown, unknown]>([
  ['a list with an item that was not found', [undefined], []],
  ['a list with more items than expected', { lost: ['a', undefined] }, { lost: ['a'] }],
  ['a list with fewer items than expected', ['a'], ['a', undefined]],
])('%s does not pass', (_, received, expected) => {
  expect(() => expect(received).toEqual(expected)).toThrow(/deep equality/);
  expect(() => expect(received).toMatchObject(expected as object)).toThrow(/toMatchObject/);
});

test('lists of one length are compared as usual', () => {
  expect([undefined, { a: 1, b: undefined }]).toEqual([undefined, { a: 1 }]);
  expect(['a', 'b']).toEqual(expect.arrayContaining(['b']));
});
