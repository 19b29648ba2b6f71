import type { Address } from '../../../lib/core/domain/addresses.ts';

export const RECIPIENT: Address = {
  name: 'Ana Souza',
  street: 'Rua Caiubi',
  number: '123',
  complement: 'Apto 45',
  neighborhood: 'Perdizes',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '05010-000',
};

export const SENDER: Address = {
  name: 'Empresa Exemplo',
  street: 'Praça da Sé',
  number: '100',
  complement: null,
  neighborhood: 'Sé',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01001-000',
};

/** As long as every field allows, in words of ordinary length. */
export const LONGEST: Address = {
  name: fill('Associação Beneficente dos Moradores', 100),
  street: fill('Avenida Marechal Humberto Castelo Branco', 150),
  number: fill('12345 km 67', 20),
  complement: fill('Bloco C Apartamento 1203', 60),
  neighborhood: fill('Conjunto Habitacional Presidente', 80),
  city: fill('Vila Bela da Santíssima Trindade', 80),
  state: 'MT',
  postal_code: '78245-000',
};

function fill(words: string, length: number): string {
  return `${words} `
    .repeat(Math.ceil(length / words.length))
    .slice(0, length)
    .trim();
}
