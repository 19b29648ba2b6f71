import { expect, test } from '@jest/globals';
import { returnPath } from '../../lib/core/domain/return-path.ts';

/** Rule DASH-6. */
test.each([
  '/',
  '/letters',
  '/letters/ltr_1?tab=events&x=%20#top',
  '/apiary',
  '/verifications/api/',
  `/${'a'.repeat(799)}`,
])('after sign-in the browser goes to %p', (path) => expect(returnPath(path)).toBe(path));

test.each([
  undefined,
  '',
  'letters',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/\t/elsewhere.example/',
  '/letters\n',
  ' /letters',
  '/a b',
  '/café',
  '/api',
  '/api/letters',
  '/api?x',
  '/api#x',
  `/${'a'.repeat(800)}`,
])('after sign-in the browser goes to the start instead of %p', (path) => expect(returnPath(path)).toBe('/'));
