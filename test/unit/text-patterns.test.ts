import { expect, test } from '@jest/globals';
import { PUBLIC_URL, VARIABLE_NAME, WEB_URL } from '../../lib/core/domain/text-patterns.ts';

const [web, called] = [WEB_URL, PUBLIC_URL].map((pattern) => new RegExp(pattern, 'u')) as [RegExp, RegExp];

test.each([
  ['https://a.example', true, true],
  ['HTTPS://A.Example./b?c#d', true, true],
  ['https://a.example:65535/', true, true],
  ['https://a.example:/', true, true],
  ['https://café.example/', true, true],
  ['http://a.example/', true, false],
  ['https://localhost/', true, false],
  ['https://192.0.2.255/', true, false],
  ['https://[2001:db8::1]:8080/', true, false],
  ['https://192.0.2.256/', false, false],
  ['https://192.0.2/', false, false],
  ['https://a.example:65536/', false, false],
  ['https://a.example:0/', false, false],
  ['https://a.1/', false, false],
  ['https://a_b@c.example/', false, false],
  ['https://a.example b', false, false],
  ['https://', false, false],
  ['https:///a', false, false],
  ['ftp://a.example/', false, false],
  [' https://a.example/', false, false],
])('%p is opened by a browser: %p, and called by the service: %p', (text, isWeb, isCalled) => {
  expect([web.test(text), called.test(text)]).toEqual([isWeb, isCalled]);
});

test('a marker has letters, digits and underscores', () => {
  const names = ['customer_name', 'A1', '', 'a-b', 'ação', ' a'];
  expect(names.filter((name) => new RegExp(VARIABLE_NAME).test(name))).toEqual(['customer_name', 'A1']);
});
