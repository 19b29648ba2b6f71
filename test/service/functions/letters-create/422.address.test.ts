import { describe } from '@jest/globals';
import { recipient } from '../../../support/letters.ts';
import { type Case, type Fields, refuses } from '../../../support/refused-letters.ts';

describe.each(['to', 'from'] as const)('the address %s', (param) => {
  const address = (fields: Fields, ...details: string[]): [Fields, string[]] => [
    { [param]: { ...recipient, ...fields } },
    details.map((detail) => `${param}.${detail}`),
  ];
  const row = (title: string, fields: Fields, ...details: string[]): Case => [title, ...address(fields, ...details)];
  const wholeCity = { postal_code: '18150-000' };

  refuses('of the wrong form', [
    ['is null', { [param]: null }, [`${param} invalid_type`]],
    ['is a text', { [param]: 'Rua Caiubi, 100' }, [`${param} invalid_type`]],
    ['is a list', { [param]: [recipient] }, [`${param} invalid_type`]],
    [
      'is empty',
      { [param]: {} },
      [`${param}.name required`, `${param}.number required`, `${param}.postal_code required`],
    ],
    row('has no name', { name: undefined }, 'name required'),
    row('has no number', { number: undefined }, 'number required'),
    row('has no postal code', { postal_code: undefined }, 'postal_code required'),
    row('has an empty name', { name: '' }, 'name too_short'),
    row('has a blank name', { name: ' \t' }, 'name too_short'),
    row('has an empty number', { number: '' }, 'number too_short'),
    row('has an empty street', { street: '' }, 'street too_short'),
    row('has a number that is one', { number: 100 }, 'number invalid_type'),
    row('has a name that is null', { name: null }, 'name invalid_type'),
    row('has a street that is a list', { street: ['Rua'] }, 'street invalid_type'),
    row('has a complement that is an object', { complement: {} }, 'complement invalid_type'),
    row('has a name of 101 characters', { name: 'N'.repeat(101) }, 'name too_long'),
    row('has a name of 100 between spaces', { name: ` ${'N'.repeat(100)} ` }, 'name too_long'),
    row('has a street of 151', { street: 'S'.repeat(151) }, 'street too_long'),
    row('has a number of 21', { number: '1'.repeat(21) }, 'number too_long'),
    row('has a complement of 61', { complement: 'C'.repeat(61) }, 'complement too_long'),
    row('has a neighborhood of 81', { neighborhood: 'B'.repeat(81) }, 'neighborhood too_long'),
    row('has a city of 81', { city: 'C'.repeat(81) }, 'city too_long'),
    row('has a state of one letter', { state: 'S' }, 'state too_short'),
    row('has a state of three', { state: 'SPO' }, 'state too_long'),
  ]);

  refuses('that cannot be', [
    row('has a state that there is not', { state: 'XX' }, 'state invalid_value'),
    row('has the state of another place', { state: 'RJ' }, 'state invalid_value'),
    row('has the city of another place', { city: 'Campinas' }, 'city invalid_value'),
    row('has a line break', { name: 'Ana\nSouza' }, 'name invalid_value'),
    row('has a null character', { complement: 'ap\u00001' }, 'complement invalid_value'),
    row('has a character that turns the text around', { street: 'Rua \u202e1' }, 'street invalid_value'),
    row('has a character that no font has', { name: 'Ana \u{1f4ee}' }, 'name invalid_value'),
    row('has an unknown field', { country: 'BR' }, 'country unknown_parameter'),
    row(
      'has unknown fields deep down',
      { geo: { lat: 1 }, Name: 'Ana' },
      'geo unknown_parameter',
      'Name unknown_parameter',
    ),
    row('has a postal code that is a number', { postal_code: 5010000 }, 'postal_code invalid_type'),
    ...[
      '',
      '0501000',
      '050100000',
      '05010 000',
      '0501-0000',
      '05.010-000',
      '05010-000 ',
      'ABCDE-FGH',
      '０５０１００００',
    ].map((postal_code) =>
      row(`has postal code ${JSON.stringify(postal_code)}`, { postal_code }, 'postal_code invalid_format'),
    ),
    row('has a postal code that does not exist', { postal_code: '99999-999' }, 'postal_code postal_code_not_found'),
    row(
      'has the postal code of a whole city',
      wholeCity,
      'street address_incomplete',
      'neighborhood address_incomplete',
    ),
    row('has that and no street', { ...wholeCity, neighborhood: 'Centro' }, 'street address_incomplete'),
    row('has that and no neighborhood', { ...wholeCity, street: 'Rua A' }, 'neighborhood address_incomplete'),
    row(
      'has that and a blank street',
      { ...wholeCity, street: ' ', neighborhood: 'Centro' },
      'street address_incomplete',
    ),
  ]);

  refuses('with several problems, none hidden by another', [
    row(
      'has no number, and a postal code that does not exist',
      { number: undefined, postal_code: '99999-999' },
      'number required',
      'postal_code postal_code_not_found',
    ),
    row(
      'has no name, and a state that contradicts the postal code',
      { name: undefined, state: 'RJ' },
      'name required',
      'state invalid_value',
    ),
    row(
      'has an unknown field, and the postal code of a whole city',
      { ...wholeCity, unit: 1 },
      'unit unknown_parameter',
      'street address_incomplete',
      'neighborhood address_incomplete',
    ),
    row(
      'has a street that is a number, with the postal code of a whole city',
      { ...wholeCity, street: 5 },
      'street invalid_type',
      'neighborhood address_incomplete',
    ),
    row(
      'has a long name, and a city of another place',
      { name: 'N'.repeat(101), city: 'Campinas' },
      'name too_long',
      'city invalid_value',
    ),
  ]);
});
