import { describe, expect, test } from '@jest/globals';
import { splitAddress } from '../../dashboard/src/mail-merge/split-address.ts';

const nothing = { street: '', number: '', complement: '', neighborhood: '', city: '', state: '', postal_code: '' };

describe('an address in one cell', () => {
  test.each([
    ['Rua Caiubi, 100 – Apto 12', { street: 'Rua Caiubi', number: '100', complement: 'Apto 12' }],
    ['Rua Caiubi, 100', { street: 'Rua Caiubi', number: '100' }],
    ['Rua Caiubi 100', { street: 'Rua Caiubi', number: '100' }],
    ['R. Caiubi, nº 100, ap. 12, bloco B', { street: 'R. Caiubi', number: '100', complement: 'ap. 12 bloco B' }],
    ['Rua Caiubi, n.º 100-A', { street: 'Rua Caiubi', number: '100-A' }],
    ['Avenida Paulista, 1.578', { street: 'Avenida Paulista', number: '1578' }],
    ['Rua Caiubi - 100 - Perdizes', { street: 'Rua Caiubi', number: '100', neighborhood: 'Perdizes' }],
    ['Rua do Comércio, s/n', { street: 'Rua do Comércio', number: 's/n' }],
    ['Rodovia Anhanguera, km 23', { street: 'Rodovia Anhanguera', number: 'km 23' }],
    ['Rua 7 de Setembro, 90', { street: 'Rua 7 de Setembro', number: '90' }],
    [
      'Rua Caiubi, 100, Apto 12, Perdizes, São Paulo - SP, CEP 05010-000',
      {
        street: 'Rua Caiubi',
        number: '100',
        complement: 'Apto 12',
        neighborhood: 'Perdizes',
        city: 'São Paulo',
        state: 'SP',
        postal_code: '05010000',
      },
    ],
    [
      'Av. Rio Branco, 85 - Sala 1201 - Centro - Rio de Janeiro/RJ - 20.040-002',
      {
        street: 'Av. Rio Branco',
        number: '85',
        complement: 'Sala 1201',
        neighborhood: 'Centro',
        city: 'Rio de Janeiro',
        state: 'RJ',
        postal_code: '20040002',
      },
    ],
  ])('%s', (text, parts) => {
    expect(splitAddress(text)).toEqual({ ...nothing, ...parts });
  });

  test.each(['Rua 25 de Março 1000', 'Caixa postal', 'Sítio Boa Vista', '', '100', 'Quadra 5 Lote 10'])(
    'of %j nothing is certain',
    (text) => expect(splitAddress(text)).toBeUndefined(),
  );

  const known = { street: 'Rua Vinte e Cinco de Março', neighborhood: 'Centro', city: 'São Paulo', state: 'SP' };

  test.each([
    ['Rua 25 de Março 1000', { ...known, street: 'Rua 25 de Março' }, { street: 'Rua 25 de Março', number: '1000' }],
    ['25 de Março 1000', { ...known, street: 'Rua 25 de Março' }, { street: '25 de Março', number: '1000' }],
    [
      'Av Dr Arnaldo 455 sala 2 Centro',
      { ...known, street: 'Avenida Doutor Arnaldo' },
      { street: 'Av Dr Arnaldo', number: '455', complement: 'sala 2 Centro' },
    ],
    [
      'Al. Santos 10, Fundos, centro, SAO PAULO',
      { ...known, street: 'Alameda Santos' },
      { street: 'Al. Santos', number: '10', complement: 'Fundos', neighborhood: 'centro', city: 'SAO PAULO' },
    ],
    // Another street than the postal code's: its own signs decide.
    ['Rua Direita, 5', known, { street: 'Rua Direita', number: '5' }],
  ])('with its postal code: %s', (text, found, parts) => {
    expect(splitAddress(text, found)).toEqual({ ...nothing, ...parts });
  });
});
