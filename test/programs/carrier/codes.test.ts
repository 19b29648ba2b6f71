import { spawnSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { cepnetBars, postalCodeDigit } from '../../../lib/carrier/cepnet.ts';
import { dataMatrixContent, doorDigits } from '../../../lib/carrier/data-matrix-content.ts';
import { code128, dataMatrix } from '../../../lib/carrier/symbols.ts';
import { groupedNumber } from '../../../lib/carrier/words.ts';

test('an object number is read in groups', () => {
  expect(groupedNumber('RR123456785BR')).toBe('RR 123 456 785 BR');
});

describe('CEPNet', () => {
  test.each([
    ['01001000', 8, '11100000011110001100000011110001100011000100101'],
    ['70150900', 8, '11000111000000110101011000101001100011000100101'],
    ['69915901', 0, '10110010100101000001101010101001100000011110001'],
    ['86300981', 5, '11001001100001101100011000101001001000011010101'],
    ['57100990', 9, '10101010001000111100011000101001010011000101001'],
  ])('%s', (digits, digit, bars) => {
    expect(postalCodeDigit(digits)).toBe(digit);
    expect(cepnetBars(digits)).toBe(bars);
  });

  // The carrier's manual of SIGEP WEB, annex 3.
  test.each([
    ['71010050', 6],
    ['05311000', 0],
  ])('the digit of %s is %i', (digits, digit) => {
    expect(postalCodeDigit(digits)).toBe(digit);
  });

  test('has the bars that Zint draws', () => {
    const codes = Array.from({ length: 40 }, (_, index) => String((index * 2_543_917 + 1_001_000) % 100_000_000));
    for (const code of codes.map((digits) => digits.padStart(8, '0'))) expect(cepnetBars(code)).toBe(zintBars(code));
  });
});

describe('Data Matrix', () => {
  const from = { postal_code: '04571-010', number: '1500' };
  const simple = {
    to: { postal_code: '01001-000', number: '100' },
    from,
    idv: '01',
    cif: '0067599079000420000000000110151226',
    additional_services: [],
    service: '84107',
    cnae: '821999900',
    tracking: '0'.repeat(13),
  };

  test('of authorized franking', () => {
    expect(dataMatrixContent(simple)).toBe(
      '0100100000100045710100150080100675990790004200000000001101512260000000000841070000000000000008219999000000000000000|',
    );
  });

  test('of a registered letter with return receipt', () => {
    const registered = {
      ...simple,
      to: { postal_code: '69915901', number: '200' },
      idv: '17',
      cif: null,
      additional_services: ['025', '001'],
      service: '80250',
      tracking: 'RR123456785BR',
    };
    expect(dataMatrixContent(registered)).toBe(
      '699159010020004571010015000170000000000000000000000000000000000001025000080250000000000000000821999900RR123456785BR|',
    );
  });

  test.each([
    ['100', '100'],
    ['1500-A fundos', '1500'],
    ['s/n', ''],
    ['km 12', ''],
    ['BR 101', ''],
    ['123456', ''],
    ['nº 12', '12'],
  ])('the number %s counts as %p', (number, digits) => {
    expect(doorDigits(number)).toBe(digits);
  });

  test.each([
    ['idv', { idv: '1' }],
    ['cif', { cif: '1' }],
    ['service', { service: '841077' }],
    ['additional_services', { additional_services: ['001', '002', '025', '035'] }],
    ['tracking', { tracking: 'RR1' }],
    ['free', { free: 'A|B' }],
    ['free', { free: '1'.repeat(55) }],
  ])('refuses a %s that does not fit', (field, change) => {
    expect(() => dataMatrixContent({ ...simple, ...change })).toThrow(`data_matrix.${field}`);
  });

  test.each([
    ['untracked', dataMatrixContent({ ...simple, tracking: '' }), 32],
    ['tracked', dataMatrixContent(simple), 32],
    ['with 54 digits of the customer', dataMatrixContent({ ...simple, tracking: '', free: '1'.repeat(54) }), 36],
    ['tracked with 37 capitals of the customer', `${'1'.repeat(102)}RR123456785BR${'MALOTE'.repeat(6)}A|`, 36],
  ])('%s has the size that the carrier expects', (_, content, size) => {
    expect(dataMatrix(content).size).toBe(size);
  });

  test('has the modules that Zint draws', () => {
    const content = dataMatrixContent(simple);
    const { size, isDark } = dataMatrix(content);
    const rows = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (__, column) => (isDark(row, column) ? '1' : '0')).join(''),
    );
    expect(rows).toEqual(zintRows(['-b', 'DATAMATRIX', '--square', '-d', content]));
  });
});

test('Code 128 of an object number takes 156 modules', () => {
  expect(code128('RR123456785BR').reduce((sum, width) => sum + width, 0)).toBe(156);
});

/** The rows of a symbol in Zint's textual output: its modules, and nothing around them. */
function zintRows(args: readonly string[]): string[] {
  const { stdout, error } = spawnSync('zint', ['--dump', ...args], { encoding: 'utf8' });
  if (error) throw new Error('zint does not run: install the package zint (apt-get install zint)', { cause: error });
  const dumped = stdout.trim().split('\n');
  return dumped.map((line) =>
    [...line.replaceAll(' ', '')].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join(''),
  );
}

/** Bars of CEPNet that Zint draws: two rows, the upper one has the tall bars alone. */
function zintBars(digits: string): string {
  const [upper, lower] = zintRows(['-b', 'CEPNET', '-d', digits]);
  const bars = [...lower!].flatMap((dark, index) => (dark === '1' ? [upper![index]] : []));
  return bars.join('');
}
