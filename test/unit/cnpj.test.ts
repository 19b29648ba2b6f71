import { expect, test } from '@jest/globals';
import { parseCnpj } from '../../lib/core/domain/cnpj.ts';

/** Examples of the tax office, and numbers on which two independent libraries agree. */
const valid = [
  '12.ABC.345/01DE-35',
  '6A.3ED.MWP/0001-68',
  'D7.YDD.I5H/0001-62',
  'Q2.GRO.WP7/0001-85',
  '00.000.000/0001-91',
  '34.028.316/0001-03',
  '15.216.260/0001-76',
];

test.each(valid)('%s is valid with and without punctuation, in either case', (cnpj) => {
  expect(parseCnpj(cnpj)).toBe(cnpj);
  expect(parseCnpj(cnpj.replace(/\W/g, '').toLowerCase())).toBe(cnpj);
});

test('blanks around it are left out', () => expect(parseCnpj(' 15216260000176\n')).toBe('15.216.260/0001-76'));

test.each([
  'LB.NXQ.OB5/0001-63',
  '00.000.000/0000-00',
  '15.216.260/0001-77',
  '15.216.260/0001-7A',
  '',
  '123',
  'AAAAAAAAAAAAAAA',
  '15.216.260/0001-760',
  '015.216.260/0001-76',
  '15.216.260/0001 76',
])('%p is rejected', (cnpj) => expect(parseCnpj(cnpj)).toBeUndefined());
