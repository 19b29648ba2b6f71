import { expect, test } from '@jest/globals';
import { parseWebUrl } from '../../lib/core/domain/web-urls.ts';

test.each([
  'https://a.example',
  'HTTPS://a.example:1/',
  'https://a.example:65535/b?c#d',
  'https://café.example/',
  'https:a.example',
])('%s leads where it appears to', (text) => expect(parseWebUrl(text, ['https'])?.href).toBe(new URL(text).href));

test.each([
  'https://a.example:0/',
  'https://a.example:00/',
  'https://a.example:65536/',
  'https://a.example:-1/',
  'https://banco.example@b.example/',
  'https://:secret@b.example/',
  'https:///',
  'http://a.example/',
  'ftp://a.example/',
  'javascript://a.example/%0aalert(1)',
  'a.example',
  '',
])('%p does not', (text) => expect(parseWebUrl(text, ['https'])).toBeUndefined());

test('only the requested schemes are accepted', () => {
  expect(parseWebUrl('http://a.example/', ['https', 'http'])?.protocol).toBe('http:');
  expect(parseWebUrl('https://a.example/', ['http'])).toBeUndefined();
});
