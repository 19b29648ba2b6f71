import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import otherNames from '../../../data/postal-codes/seed-other-names.json' with { type: 'json' };
import { openDirectory, SEED_RELEASE } from '../../../lib/adapters/postal-codes/directory.ts';
import { addressLimits, completeAddress } from '../../../lib/core/domain/addresses.ts';
import { stateCodes, stateOfPostalCode } from '../../../lib/core/domain/brazilian-states.ts';
import { carrierAddress, losesOwnWords } from '../../../lib/core/domain/carrier-address.ts';

const directory = openDirectory(join(import.meta.dirname, '../../../data/postal-codes', SEED_RELEASE));
afterAll(() => directory.close());

test('every code of the seed is in its state, in order, complete, and printable on an envelope', () => {
  const faults: string[] = [];
  const states = new Set<string>();
  let previous = '';
  let count = 0;
  for (const entry of directory.entries()) {
    const { postal_code, kind, street, neighborhood, city, state } = entry;
    count++;
    states.add(state);
    const isSound =
      postal_code > previous &&
      stateOfPostalCode(postal_code) === state &&
      (kind === 'general') === (street === null) &&
      fits(street, addressLimits.street) &&
      fits(neighborhood, addressLimits.neighborhood) &&
      fits(city, addressLimits.city);
    if (!isSound) faults.push(JSON.stringify(entry));
    previous = postal_code;
  }
  expect(faults).toEqual([]);
  expect(count).toBe(directory.size);
  expect(count).toBe(1_274_920);
  expect([...states].sort()).toEqual([...stateCodes].sort());
});

test('every code of the seed fits the systems of the carrier, and hardly any text loses words', () => {
  const [faults, cut]: [string[], Set<string>] = [[], new Set()];
  const seen = new Set<string>();
  for (const entry of directory.entries()) {
    const [street, neighborhood] = [entry.street ?? '', entry.neighborhood ?? ''];
    const text = [street, neighborhood, entry.city].join('\n');
    // Half of the codes are of texts that are short anyway, and others repeat them.
    const isShort = street.length <= 30 && neighborhood.length <= 30 && entry.city.length <= 30;
    if (isShort || seen.has(text)) continue;
    seen.add(text);
    const { city, state, postal_code } = entry;
    const paper = { name: 'Ana', number: '1', complement: null, street, neighborhood, city, state, postal_code };
    const short = carrierAddress(paper, entry);
    const { address } = short;
    const isHeld =
      address.street.length <= 50 &&
      address.neighborhood.length <= 30 &&
      address.city.length <= 30 &&
      [street, neighborhood, city].every((long, index) =>
        isAbbreviated([address.street, address.neighborhood, address.city][index]!, long),
      );
    if (!isHeld) faults.push(JSON.stringify([paper, address]));
    for (const field of short.cut) cut.add(paper[field as 'street' | 'neighborhood' | 'city']);
    if (losesOwnWords(paper, entry)) faults.push(`own words: ${text}`);
  }
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(40_000);
  expect(cut.size).toBeLessThan(1_200);
});

/** Whether the short text has the same words in the same order, each perhaps abbreviated, and nothing else. */
function isAbbreviated(short: string, long: string): boolean {
  const words = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const left = words(long).map((word) => word.toLowerCase());
  return words(short).every((word) => {
    const letters = word.toLowerCase();
    const at = left.findIndex((each) => each.startsWith(letters[0]!) && isSubsequence(plain(letters), plain(each)));
    if (at < 0) return false;
    left.splice(0, at + 1);
    return true;
  });
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');

function isSubsequence(short: string, long: string): boolean {
  let at = -1;
  return [...short].every((letter) => (at = long.indexOf(letter, at + 1)) >= 0);
}

function fits(text: string | null, limit: number): boolean {
  return text === null || (/^\P{C}+$/u.test(text) && text === text.trim() && text.length <= limit);
}

describe('other names of cities', () => {
  test.each([
    ['36784000', 'Dona Eusébia', 'Dona Euzébia'],
    ['49860000', 'Gracho Cardoso', 'Graccho Cardoso'],
    ['56840000', 'Iguaraci', 'Iguaracy'],
    ['76974000', 'Espigão do Oeste', "Espigão D'Oeste"],
    ['23970000', 'Parati', 'Paraty'],
    ['06803000', 'EMBU', 'Embu das Artes'],
  ])('%s in %s is printed with %s', (postal_code, city, printed) => {
    const input = { name: 'Ana', number: '1', street: 'Rua A', neighborhood: 'Centro', postal_code, city };
    const completed = completeAddress(input, directory.find(postal_code), 'to');
    expect([completed.address?.city, completed.warning]).toEqual([printed, undefined]);
  });

  test('are of cities of the seed, and no other city of the state has them', () => {
    const cities = new Set([...directory.entries()].map(({ city, state }) => `${city} ${state}`));
    const names = Object.entries(otherNames).flatMap(([state, ofState]) =>
      Object.entries(ofState).map(([city, others]) => ({ state, city, others })),
    );
    for (const { state, city, others } of names) {
      expect(cities).toContain(`${city} ${state}`);
      for (const other of others) expect(cities).not.toContain(`${other} ${state}`);
    }
  });

  test.each([
    ['37653000', 'Monte Verde', 'Camanducaia'],
    ['42840000', 'Abrantes', 'Camaçari'],
    ['72130010', 'Taguatinga', 'Brasília'],
    ['72305000', 'SAMAMBAIA', 'Brasília'],
    ['71200000', 'Guará', 'Brasília'],
  ])('%s in its district %s is printed with %s and a warning', (postal_code, city, printed) => {
    const input = { name: 'Ana', number: '1', street: 'Rua A', postal_code, city };
    const completed = completeAddress(input, directory.find(postal_code), 'to');
    expect([completed.address?.city, completed.warning]).toEqual([printed, 'city_is_neighborhood']);
  });
});

describe('well-known codes', () => {
  test.each([
    ['01001000', 'street', 'Praça da Sé', 'Sé', 'São Paulo', 'SP'],
    ['05010000', 'street', 'Rua Caiubi', 'Perdizes', 'São Paulo', 'SP'],
    ['18150000', 'general', null, null, 'Ibiúna', 'SP'],
    ['79290000', 'general', null, null, 'Bonito', 'MS'],
    ['69929000', 'general', null, 'Campinas', 'Plácido de Castro', 'AC'],
    ['86746000', 'general', null, 'Tupinambá', 'Astorga', 'PR'],
    ['69939810', 'general', null, 'Terra Indígena Mamoadate', 'Assis Brasil', 'AC'],
    ['70150900', 'large_user', 'Praça dos Três Poderes', 'Zona Cívico-Administrativa', 'Brasília', 'DF'],
    ['69915901', 'large_user', 'Alameda Hungria', 'Jardim Europa', 'Rio Branco', 'AC'],
    ['86300981', 'postal_unit', 'Praça Brasil', 'Centro', 'Cornélio Procópio', 'PR'],
    ['57100990', 'community_box', 'Quadra 1 nº 37 - Conj.Mutirão - Rio Largo', null, 'Rio Largo', 'AL'],
  ])('%s', (postal_code, kind, street, neighborhood, city, state) => {
    expect(directory.find(postal_code)).toEqual({ postal_code, kind, street, neighborhood, city, state });
  });

  test.each(['99999999', '00000000', '10000000', '70160901', '69399999'])('%s does not exist', (postalCode) => {
    expect(directory.find(postalCode)).toBeUndefined();
  });

  test.each([
    ['18150-000', ['to.street', 'to.neighborhood']],
    ['69929-000', ['to.street']],
    ['57100-990', ['to.neighborhood']],
    ['01001-000', []],
  ])('%s lacks %j', (postal_code, lacking) => {
    const entry = directory.find(postal_code.replace('-', ''));
    const { details = [] } = completeAddress({ name: 'Ana', number: '1', postal_code }, entry, 'to');
    expect(details.map(({ param }) => param)).toEqual(lacking);
  });
});
