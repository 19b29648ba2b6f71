import { expect, test } from '@jest/globals';
import {
  brazilianStates,
  isStateCode,
  stateCodes,
  stateOfPostalCode,
} from '../../../lib/core/domain/brazilian-states.ts';

test('there are 26 states and the Federal District', () => {
  expect(stateCodes).toHaveLength(27);
  expect(brazilianStates.DF.name).toBe('Distrito Federal');
});

test.each([
  ['01000000', 'SP'],
  ['09999999', 'SP'],
  ['11000000', 'SP'],
  ['20000000', 'RJ'],
  ['68899999', 'PA'],
  ['68900000', 'AP'],
  ['69300000', 'RR'],
  ['69400000', 'AM'],
  ['72799999', 'DF'],
  ['72800000', 'GO'],
  ['73699999', 'DF'],
  ['73700000', 'GO'],
  ['99999999', 'RS'],
])('%s is in the range of %s', (postalCode, state) => {
  expect(stateOfPostalCode(postalCode)).toBe(state);
});

test.each(['00999999', '10000000', '10999999', '78900000', '78999999'])('%s is in no range', (postalCode) => {
  expect(stateOfPostalCode(postalCode)).toBeUndefined();
});

test('no prefix is in the ranges of two states', () => {
  const ranges = Object.values(brazilianStates).flatMap(({ ranges: own }) =>
    own.map(([first, last]) => ({ first, last })),
  );
  ranges.sort((a, b) => a.first - b.first);
  ranges.slice(1).forEach(({ first }, index) => expect(first).toBeGreaterThan(ranges[index]!.last));
});

test.each(['sp', 'XX', '', 'constructor', 'SP '])('%j is not a state', (text) => {
  expect(isStateCode(text)).toBe(false);
});
