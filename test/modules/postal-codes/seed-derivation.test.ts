import { describe, expect, test } from '@jest/globals';
import { learnCasing } from '../../../lib/adapters/postal-codes/casing.ts';
import type { SeedMunicipality, SeedRow } from '../../../lib/adapters/postal-codes/seed.ts';
import { deriveSeed } from '../../../lib/adapters/postal-codes/seed.ts';
import { tidyText } from '../../../lib/adapters/postal-codes/tidy-text.ts';
import { streetOfUnit } from '../../../lib/adapters/postal-codes/unit-addresses.ts';

const municipalities: SeedMunicipality[] = [
  { ibge_code: 5208707, name: 'Goiânia' },
  { ibge_code: 5218805, name: 'Rio Verde' },
  { ibge_code: 1200385, name: 'Plácido de Castro' },
  { ibge_code: 3519709, name: 'Ibiúna' },
  { ibge_code: 3502507, name: 'Aparecida' },
  { ibge_code: 3550100, name: 'São Manuel' },
];

function row(cep: string, fields: Partial<SeedRow>): SeedRow {
  const base = { logradouro: 'Null Null', bairro: 'Null', localidade: '', uf: 'GO', ibge: '5218805' };
  return { ...base, source: 'json-import', cep, ...fields };
}

/** The entries of some rows, without their common fields. */
function derived(...rows: SeedRow[]) {
  return deriveSeed(rows, municipalities).entries.map(({ postal_code, kind, street, neighborhood, city }) =>
    [postal_code, kind, street, neighborhood, city].join(' | '),
  );
}

const trusted = { source: 'opencep', localidade: 'Rio Verde', ibge: '5218805' };
const wrong = { localidade: 'Goiânia', ibge: '5208707' };

describe('the municipality of a code', () => {
  test('is that of its trusted neighbors, if both are near and agree', () => {
    const below = row('75901000', { ...trusted, logradouro: 'Rua A', bairro: 'Centro' });
    const between = row('75901500', { ...wrong, logradouro: 'Rua B', bairro: 'Centro' });
    const above = row('75902000', { ...trusted, logradouro: 'Rua C', bairro: 'Centro' });
    expect(derived(below, between, above)[1]).toBe('75901500 | street | Rua B | Centro | Rio Verde');

    const elsewhere = { ...above, ibge: '5208707', localidade: 'Goiânia' };
    expect(derived(below, between, elsewhere)[1]).toBe('75901500 | street | Rua B | Centro | Goiânia');
    const far = { ...above, cep: '75909000' };
    expect(derived(below, between, far)[1]).toBe('75901500 | street | Rua B | Centro | Goiânia');
  });

  test('is that of at least three trusted codes with the same first five digits', () => {
    const others = ['75900100', '75900200', '75900300'].map((cep) => row(cep, { ...trusted, logradouro: 'Rua A' }));
    const first = row('75900040', { ...wrong, logradouro: 'Rua das Rosas', bairro: 'Vera Cruz' });
    expect(derived(first, ...others)[0]).toBe('75900040 | street | Rua das Rosas | Vera Cruz | Rio Verde');
    expect(derived(first, ...others.slice(1))[0]).toContain('Goiânia');
  });

  test('is kept for a general code under the name of its own city', () => {
    const own = { logradouro: 'Null Null', localidade: 'Goiania', ibge: '5208707' };
    const rows = [row('75901000', trusted), row('75902000', own), row('75903000', trusted)];
    expect(derived(...rows)[1]).toBe('75902000 | general |  |  | Goiânia');
  });

  test('is that of the code below for a district that the package placed by a similar name', () => {
    const seat = row('12570000', { uf: 'SP', localidade: 'Aparecida', ibge: '3502507' });
    const street = row('18654674', { uf: 'SP', source: 'opencep', localidade: 'São Manuel', ibge: '3550100' });
    const district = row('18655000', { uf: 'SP', localidade: 'Aparecida De São Manuel', ibge: '3502507' });
    expect(derived(seat, street, district)[2]).toBe('18655000 | general |  | Aparecida De São Manuel | São Manuel');
  });

  test('must be listed', () => {
    expect(() => derived(row('75901000', { ...trusted, ibge: '1' }))).toThrow('75901000 is of municipality 1');
  });
});

describe('a code is for', () => {
  test('a whole city', () => {
    expect(derived(row('18150000', { uf: 'SP', localidade: 'Ibiúna', ibge: '3519709' }))).toEqual([
      '18150000 | general |  |  | Ibiúna',
    ]);
  });

  test('a district, named before its city in brackets, or alone', () => {
    const acre = { uf: 'AC', ibge: '1200385', logradouro: 'Campinas', bairro: '' };
    const seat = row('69928000', { uf: 'AC', localidade: 'Plácido De Castro', ibge: '1200385' });
    const bracketed = row('69929000', { ...acre, localidade: 'Campinas (Plácido De Castro)' });
    const alone = row('69927000', { uf: 'AC', ibge: '1200385', localidade: 'Outra Vila' });
    expect(derived(alone, seat, bracketed)).toEqual([
      '69927000 | general |  | Outra Vila | Plácido de Castro',
      '69928000 | general |  |  | Plácido de Castro',
      '69929000 | general |  | Campinas | Plácido de Castro',
    ]);
  });

  test.each([
    ['899', 'street'],
    ['900', 'large_user'],
    ['958', 'large_user'],
    ['959', 'postal_unit'],
    ['960', 'promotional'],
    ['970', 'postal_unit'],
    ['990', 'community_box'],
    ['999', 'postal_unit'],
  ])('the kind that its suffix %s means: %s', (suffix, kind) => {
    const [entry] = derived(row(`75901${suffix}`, { ...trusted, logradouro: 'Rua A, 10', bairro: 'Centro' }));
    expect(entry).toBe(`75901${suffix} | ${kind} | ${kind === 'street' ? 'Rua A, 10' : 'Rua A'} | Centro | Rio Verde`);
  });

  test('unknown, if it is outside the ranges of its state', () => {
    const rows = [row('99999999', trusted), row('75901000', { ...trusted, uf: 'XX' })];
    expect(deriveSeed(rows, municipalities)).toEqual({ entries: [], outOfRange: 2, moved: 0 });
  });
});

test.each([
  ['Rua Frei Caneca - De 289 Ao Fim', 'Rua Frei Caneca'],
  ['Avenida Tiradentes - De 1601/1602 A2999/3000', 'Avenida Tiradentes'],
  ['Rua Antônio Pompeu - Até 1173/1174', 'Rua Antônio Pompeu'],
  ['Rua Mário Gonzaga Junqueira, De Quadra 12 Ao Fim', 'Rua Mário Gonzaga Junqueira'],
  ['Rodovia Br-101 - Do Km 3,100 Ao Km 4,300', 'Rodovia Br-101'],
  ['Avenida Mário Leal Ferreira, Lado Esquerdo', 'Avenida Mário Leal Ferreira'],
  ['Avenida Francisco Puertas - Kiko', 'Avenida Francisco Puertas - Kiko'],
  ['Quadra Quadra 14 Conjunto C', 'Quadra 14 Conjunto C'],
  ['Rua D¿Alva', "Rua D'Alva"],
])('street %j becomes %j', (text, street) => {
  expect(derived(row('75901100', { logradouro: text, bairro: 'Centro' }))[0]).toBe(
    `75901100 | street | ${street} | Centro | Rio Verde`,
  );
});

test('spelling is learned from the trusted rows', () => {
  const well = row('75901000', { ...trusted, logradouro: 'Rua BR e da Paz II', bairro: 'Setor São José' });
  const badly = row('75901100', {
    ...trusted,
    source: 'json-import',
    logradouro: 'Rua Br E Da Luz Ii',
    bairro: 'Setor Oeste',
  });
  expect(derived(well, badly)[1]).toBe('75901100 | street | Rua BR e da Luz II | Setor Oeste | Rio Verde');
});

describe('casing', () => {
  test('uses the most frequent spelling of a word at its position in the text', () => {
    const spell = learnCasing(['Rua E', 'Rua Sol e Mar', 'Rua Céu e Mar', 'Rua Sol E Lua', 'Vila II']);
    expect(spell('Rua Luz E Sal')).toBe('Rua Luz e Sal');
    expect(spell('Beco E')).toBe('Beco E');
    expect(spell('Rua Um Ii')).toBe('Rua Um II');
    expect(spell('Nunca Visto')).toBe('Nunca Visto');
  });
});

describe('the street in the address of a unit', () => {
  test.each([
    ['Alameda Hungria 200', 'Alameda Hungria'],
    ['Alameda Hungria, 200', 'Alameda Hungria'],
    ['Rua D, Nº 3003 - Loteamento Primavera', 'Rua D'],
    ['Rua Principal S/N', 'Rua Principal'],
    ['Rua X, s/n', 'Rua X'],
    ['Estrada Geral Novo Paraíso, S\\N', 'Estrada Geral Novo Paraíso'],
    ['Estrada Geral S/N Quilômetro 25,5', 'Estrada Geral'],
    ['Rua Edmundo de Oliveira 39 Loja 1', 'Rua Edmundo de Oliveira'],
    ['Avenida João Abdalla 2727 1ª Andar Sala 59', 'Avenida João Abdalla'],
    ['Rua Marta 28E', 'Rua Marta'],
    ['Rua Marcionilio Costa 150-A', 'Rua Marcionilio Costa'],
    ['Rua 7 15', 'Rua 7'],
    ['Avenida Pio XII 20', 'Avenida Pio XII'],
    ['Rua 25 de Março 10', 'Rua 25 de Março'],
  ])('of %j is %j', (text, street) => {
    expect(streetOfUnit(text)).toBe(street);
  });

  test.each([
    'Rua 4',
    'Praça Brasil',
    'Avenida 21 de Abril Rua 4',
    'SBN Quadra 1 Bloco B Lote 14',
    'SHIN 6',
    'Rodovia BR 116',
    'Rodovia Br-230 km 24,5',
    'Quadra 1 nº 37 - Conj.Mutirão - Rio Largo',
    's/n',
  ])('%j is only a street', (text) => {
    expect(streetOfUnit(text)).toBe(text);
  });
});

test.each([
  ['  Jardim  São\u00a0Luis\t', 'Jardim São Luis'],
  ['das \x81guas\0', 'das guas'],
  ['D´Eu D¿Alva D`Ávila D’Oeste', "D'Eu D'Alva D'Ávila D'Oeste"],
  ['Boca D"Água (12º) – nº 1', 'Boca D"Água (12º) – nº 1'],
])('%j is tidied to %j', (text, tidy) => {
  expect(tidyText(text)).toBe(tidy);
});
