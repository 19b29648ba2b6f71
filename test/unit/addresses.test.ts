import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type AddressInput,
  addressLimits,
  completeAddress,
  formatPostalCode,
  isOutsideNumbers,
  isSamePlace,
  normalizePostalCode,
  type PostalCodeEntry,
} from '../../lib/core/domain/addresses.ts';

const street: PostalCodeEntry = {
  postal_code: '01001000',
  kind: 'street',
  street: 'Praça da Sé',
  neighborhood: 'Sé',
  city: 'São Paulo',
  state: 'SP',
};
const wholeCity: PostalCodeEntry = {
  postal_code: '18150000',
  kind: 'general',
  street: null,
  neighborhood: null,
  city: 'Ibiúna',
  state: 'SP',
};
const district: PostalCodeEntry = {
  postal_code: '69929000',
  kind: 'general',
  street: null,
  neighborhood: 'Campinas',
  city: 'Plácido de Castro',
  state: 'AC',
};
const communityBox: PostalCodeEntry = {
  postal_code: '57100990',
  kind: 'community_box',
  street: 'Quadra 1 nº 37',
  neighborhood: null,
  city: 'Rio Largo',
  state: 'AL',
};
const largeUser: PostalCodeEntry = {
  postal_code: '69915901',
  kind: 'large_user',
  street: 'Alameda Hungria',
  neighborhood: 'Jardim Europa',
  city: 'Rio Branco',
  state: 'AC',
};

const ana: AddressInput = { name: 'Ana Souza', number: '12', postal_code: '01001-000' };

function details(input: Partial<AddressInput>, entry: PostalCodeEntry | undefined = street, param = 'to') {
  const postal_code = entry?.postal_code ?? ana.postal_code;
  return completeAddress({ ...ana, postal_code, ...input }, entry, param).details;
}

function address(input: Partial<AddressInput>, entry: PostalCodeEntry = street) {
  const { address } = completeAddress({ ...ana, postal_code: entry.postal_code, ...input }, entry, 'to');
  if (!address) throw new Error('the address was refused');
  return address;
}

describe('postal codes as text', () => {
  test.each(['01001000', '01001-000'])('%s is a postal code', (text) => {
    expect(normalizePostalCode(text)).toBe('01001000');
  });

  test.each([
    '',
    '950100100',
    '9501010',
    '95010A10',
    '95010 10',
    '95010 100',
    '9501-0100',
    '95010--100',
    '-95010100',
    '95010-100 ',
    '95010-100\n',
    '95.010-100',
    '١٨١٥٠٠٠٠',
    '０１００１０００',
  ])('%j is not one', (text) => {
    expect(normalizePostalCode(text)).toBeUndefined();
  });

  test('are written NNNNN-NNN, and read back', () => {
    expect(formatPostalCode('01001000')).toBe('01001-000');
    fc.assert(
      fc.property(fc.stringMatching(/^\d{8}$/), (digits) => {
        expect(normalizePostalCode(formatPostalCode(digits))).toBe(digits);
      }),
    );
  });
});

describe('fields filled in from the postal code', () => {
  test('of a street: everything except name and number', () => {
    expect(address({})).toEqual({
      name: 'Ana Souza',
      street: 'Praça da Sé',
      number: '12',
      complement: null,
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
      postal_code: '01001-000',
    });
  });

  test('of a large user: its own street', () => {
    expect(address({ number: '200' }, largeUser)).toMatchObject({
      street: 'Alameda Hungria',
      number: '200',
      neighborhood: 'Jardim Europa',
      city: 'Rio Branco',
      state: 'AC',
      postal_code: '69915-901',
    });
  });

  test('null and blank texts count as omitted', () => {
    expect(address({ street: null, neighborhood: ' ', city: null, state: null, complement: '  ' })).toEqual(
      address({}),
    );
  });

  test('a whole city needs street and neighborhood', () => {
    expect(details({}, wholeCity)).toEqual([
      { param: 'to.street', ...incomplete(wholeCity) },
      { param: 'to.neighborhood', ...incomplete(wholeCity) },
    ]);
    expect(details({ street: 'Rua A' }, wholeCity)).toEqual([{ param: 'to.neighborhood', ...incomplete(wholeCity) }]);
    expect(address({ street: 'Rua A', neighborhood: 'Centro' }, wholeCity)).toMatchObject({
      street: 'Rua A',
      neighborhood: 'Centro',
      city: 'Ibiúna',
    });
  });

  test('a district needs the street, and gives its name as neighborhood', () => {
    expect(details({}, district, 'from')).toEqual([{ param: 'from.street', ...incomplete(district) }]);
    expect(address({ street: 'Rua A' }, district)).toMatchObject({
      neighborhood: 'Campinas',
      city: 'Plácido de Castro',
    });
  });

  test('a community box needs the neighborhood', () => {
    expect(details({}, communityBox)).toEqual([{ param: 'to.neighborhood', ...incomplete(communityBox) }]);
  });
});

const incomplete = ({ city, state }: PostalCodeEntry) => ({ code: 'address_incomplete', values: { city, state } });
const unprintable = (character: string) => ({ code: 'invalid_value', values: { character } });

describe('fields sent by the customer', () => {
  test('take precedence for street and neighborhood', () => {
    expect(address({ street: 'Praça da Sé, lado par', neighborhood: 'Centro', complement: 'ap. 4' })).toMatchObject({
      street: 'Praça da Sé, lado par',
      neighborhood: 'Centro',
      complement: 'ap. 4',
    });
  });

  test.each(['São Paulo', 'sao paulo', 'SAO  PAULO', ' São-Paulo ', 'Sa\u0303o Paulo'])('city %j agrees', (city) => {
    expect(address({ city }).city).toBe('São Paulo');
  });

  test.each(['Sao Paulo de Piratininga', 'PIRATININGA'])('city %j agrees as another name of the city', (city) => {
    const entry = { ...street, other_cities: ['São Paulo de Piratininga', 'Piratininga'] };
    expect(completeAddress({ ...ana, city }, entry, 'to')).toEqual({ address: address({}) });
  });

  test.each([
    ['Taguatinga Norte', 'Taguatinga'],
    ['Taguatinga Norte', 'taguatinga norte'],
    ['Riacho Fundo II', 'Riacho Fundo'],
    ['Areal (Águas Claras) (Taguatinga)', 'Aguas Claras'],
    ['Areal (Águas Claras) (Taguatinga)', 'Taguatinga'],
    ['Areal (Águas Claras) (Taguatinga)', 'Areal'],
  ])('the neighborhood %j is accepted as city %j, with a warning', (neighborhood, city) => {
    const entry: PostalCodeEntry = { ...street, neighborhood, city: 'Brasília', state: 'DF' };
    const completed = completeAddress({ ...ana, city, state: 'df' }, entry, 'to');
    expect(completed.warning).toBe('city_is_neighborhood');
    expect(completed.address).toMatchObject({ neighborhood, city: 'Brasília', state: 'DF' });
  });

  test.each([
    ['Jardim São Paulo', 'São Paulo', 'RS'],
    ['São Paulo Velho', 'São Paulo', 'RS'],
    [null, 'Taguatinga', 'DF'],
    ['Taguatinga Norte', 'Norte', 'DF'],
  ] as const)('the neighborhood %j makes no city of %j', (neighborhood, city, state) => {
    const entry: PostalCodeEntry = { ...street, neighborhood, city: 'Porto', state };
    expect(completeAddress({ ...ana, neighborhood: 'A', city }, entry, 'to').details).toMatchObject([
      { param: 'to.city', code: 'invalid_value' },
    ]);
  });

  test.each(['SP', 'sp', ' Sp '])('state %j agrees', (state) => {
    expect(address({ state }).state).toBe('SP');
  });

  test('must agree with the postal code in city and state', () => {
    const saoPaulo = { city: 'São Paulo', state: 'SP' };
    expect(details({ city: 'Santo André', state: 'RJ' })).toEqual([
      { param: 'to.city', code: 'invalid_value', values: { reason: 'city_of_postal_code', ...saoPaulo } },
      { param: 'to.state', code: 'invalid_value', values: { reason: 'state_of_postal_code', ...saoPaulo } },
    ]);
    expect(details({ street: 'Rua A', city: 'Rio Branco' }, district)).toEqual([
      expect.objectContaining({ param: 'to.city', code: 'invalid_value' }),
    ]);
  });

  test('are stored in NFC and trimmed', () => {
    expect(address({ name: ' Jose\u0301 ', number: ' s/n ' })).toMatchObject({ name: 'José', number: 's/n' });
  });

  test('must include a name and a number', () => {
    expect(details({ name: ' ', number: '' })).toEqual([
      { param: 'to.name', code: 'too_short', values: { minimum: 1 } },
      { param: 'to.number', code: 'too_short', values: { minimum: 1 } },
    ]);
    expect(details({ name: undefined, number: undefined })).toEqual([
      { param: 'to.name', code: 'required' },
      { param: 'to.number', code: 'required' },
    ]);
  });

  test.each([
    ['a line break', '\n'],
    ['a null character', '\0'],
    ['a tab', '\t'],
    ['a character that changes the text direction', '\u202e'],
    ['a line separator', '\u2028'],
    ['half of a surrogate pair', '\ud83d'],
    ['an ignorable letter', '\u034f'],
    ['a variation selector', '\ufe0f'],
    ['an empty braille cell', '\u2800'],
  ])('must not contain %s', (_, character) => {
    const text = `Ana${character}Souza`;
    expect(details({ name: text })).toEqual([{ param: 'to.name', ...unprintable(character) }]);
    expect(details({ complement: text })).toEqual([{ param: 'to.complement', ...unprintable(character) }]);
  });

  test.each(Object.entries(addressLimits))('%s has at most %i characters', (field, maximum) => {
    const entry = { ...wholeCity, city: 'ã'.repeat(maximum) };
    const input = { street: 'Rua A', neighborhood: 'Centro' };
    expect(details({ ...input, [field]: 'ã'.repeat(maximum) }, entry)).toBeUndefined();
    // Two UTF-16 units, one character.
    if (field !== 'city') expect(details({ ...input, [field]: '𝐀'.repeat(maximum) }, entry)).toBeUndefined();
    expect(details({ ...input, [field]: 'ã'.repeat(maximum + 1) }, entry)).toContainEqual({
      param: `to.${field}`,
      code: 'too_long',
      values: { maximum },
    });
  });
});

describe('invalid postal codes', () => {
  test('unknown', () => {
    expect(completeAddress({ ...ana, postal_code: '00000-000' }, undefined, 'to').details).toEqual([
      { param: 'to.postal_code', code: 'postal_code_not_found' },
    ]);
  });

  test('malformed', () => {
    expect(completeAddress({ ...ana, postal_code: '0100100' }, undefined, 'from').details).toEqual([
      { param: 'from.postal_code', code: 'invalid_format', values: { format: 'NNNNN-NNN' } },
    ]);
  });

  test('are reported together with every other problem', () => {
    const input = { name: '', number: '1\n2', state: 'XX', city: 'Atlântida', postal_code: '00000000' };
    expect(completeAddress(input, undefined, 'to').details).toEqual([
      { param: 'to.name', code: 'too_short', values: { minimum: 1 } },
      { param: 'to.number', ...unprintable('\n') },
      { param: 'to.state', code: 'invalid_value', values: { reason: 'unknown_state' } },
      { param: 'to.postal_code', code: 'postal_code_not_found' },
    ]);
  });
});

test('an accepted address is complete and printable, for any input', () => {
  const any = fc.string({ unit: 'binary', maxLength: 160 });
  const mostly = (...usual: string[]) =>
    fc.oneof({ weight: 19, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: any });
  const text = mostly('Rua A', ' Rua A ', 'Se\u0301');
  const optional = (texts: typeof text) => fc.option(texts, { nil: null });
  const inputs = fc.record({
    name: text,
    number: text,
    postal_code: fc.constant('01001000'),
    street: optional(text),
    complement: optional(text),
    neighborhood: optional(text),
    city: optional(mostly('São Paulo', 'Ibiúna')),
    state: optional(mostly('SP')),
  });
  let accepted = 0;
  const entries = fc.constantFrom(street, wholeCity, district, communityBox, largeUser, undefined);
  fc.assert(
    fc.property(inputs, entries, (input, entry) => {
      const { address, details } = completeAddress(input, entry, 'to');
      if (!address) {
        expect(details.length).toBeGreaterThan(0);
        return;
      }
      accepted++;
      for (const [field, value] of Object.entries(address)) {
        if (field === 'complement' && value === null) continue;
        expect(value).toMatch(/^\P{C}+$/u);
        expect(value).toBe((value as string).normalize('NFC').trim());
      }
      // Completing the result again changes nothing.
      expect(completeAddress(address, entry, 'to')).toEqual({ address });
    }),
    { numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

describe('the same place (rule VER-19)', () => {
  const at = (number: string, entry: PostalCodeEntry = street) => address({ number }, entry);

  test.each([
    ['12', '12'],
    ['12-A', '12a'],
    ['12 A', '12-a'],
    ['S/N', 'sn'],
    ['nº 12', 'Nº12'],
    ['10/12', '10 - 12'],
  ])('%s is %s', (one, other) => {
    expect([isSamePlace(at(one), at(other)), isSamePlace(at(other), at(one))]).toEqual([true, true]);
  });

  test.each([
    ['12', '13'],
    ['12', '12a'],
    ['10/12', '1012'],
    ['10 / 12', '1012'],
  ])('%s is not %s', (one, other) => {
    expect([isSamePlace(at(one), at(other)), isSamePlace(at(other), at(one))]).toEqual([false, false]);
  });

  test('for a postal code that covers a city, the street counts, in any spelling', () => {
    const on = (name: string) => ({ ...at('12'), street: name });
    expect(isSamePlace(on('Rua São João'), on('rua sao joao'))).toBe(true);
    expect(isSamePlace(on('Rua São João'), on('Rua São José'))).toBe(false);
  });

  test('another postal code is another place; another name or complement is not', () => {
    expect(isSamePlace(at('12'), at('12', largeUser))).toBe(false);
    expect(isSamePlace(at('12'), { ...at('12'), postal_code: '01001-001' })).toBe(false);
    expect(isSamePlace(at('12'), address({ number: '12', name: 'Rui', complement: 'Casa 2' }))).toBe(true);
  });
});

describe('a number outside the numbers of its postal code', () => {
  const numbers = [
    { first: 2, last: 400, side: 'even' },
    { first: 1, last: 1001, side: 'odd' },
  ] as const;
  const at = (number: string, sent: Partial<AddressInput> = {}, entry: PostalCodeEntry = { ...street, numbers }) =>
    isOutsideNumbers(completeAddress({ ...ana, number, ...sent }, entry, 'to').address!, entry);

  test.each(['2', '400', '1', '1001', '0399', '401-A', '12 fundos'])('%s is inside', (number) =>
    expect(at(number)).toBe(false),
  );
  test.each(['402', '1002', '1003', '0', '99999999999999999999'])('%s is outside', (number) =>
    expect(at(number)).toBe(true),
  );
  test.each(['s/n', 'km 2000', 'Lote 9000'])('%s is unknown', (number) => expect(at(number)).toBe(false));

  test('is unknown where the directory has none, or the customer names another street', () => {
    expect(at('9999', {}, street)).toBe(false);
    expect(at('9999', { street: 'Rua Direita' })).toBe(false);
    expect(at('9999', { street: 'PRACA DA SE' })).toBe(true);
  });
});
