import { expect, test } from '@jest/globals';
import { localeOf } from '../../../lib/adapters/http/locale.ts';

test.each([
  [undefined, 'pt-BR'],
  ['', 'pt-BR'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT, en;q=0.9', 'pt-BR'],
  ['pt;q=0.5, en;q=0.8', 'en'],
  ['en;q=0.5, pt;q=0.8', 'pt-BR'],
  ['fr, en;q=0.2', 'en'],
  ['fr', 'pt-BR'],
  ['*', 'pt-BR'],
  ['en;q=0.5, *;q=0.8', 'pt-BR'],
  ['en;q=0', 'pt-BR'],
  ['en;q=abc', 'pt-BR'],
  ['en, pt', 'en'],
  ['pt, en', 'pt-BR'],
  ['english', 'pt-BR'],
  [' en ; q=1.000 ', 'en'],
])('Accept-Language %j gets a response in %s', (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});
