import type { Letter } from '../../core/domain/letters.ts';

/** A letter that does not exist, for `webhook.test`. */
export function sampleLetter(id: string, accountId: string, createdAt: number): Letter {
  return {
    kind: 'letter',
    id,
    account_id: accountId,
    status: 'received',
    to: {
      name: 'Maria Exemplo da Silva',
      street: 'Praça da Sé',
      number: '100',
      complement: null,
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
      postal_code: '01001-000',
    },
    from: {
      name: 'Empresa Exemplo Ltda.',
      street: 'Avenida Rio Branco',
      number: '1',
      complement: '10º andar',
      neighborhood: 'Centro',
      city: 'Rio de Janeiro',
      state: 'RJ',
      postal_code: '20090-003',
    },
    document: { type: 'upload', filename: 'exemplo.pdf' },
    color: false,
    double_sided: false,
    address_placement: 'first_page',
    postal_services: [],
    pages: 1,
    sheets: 1,
    price: { currency: 'BRL', total: 300, items: [{ type: 'base', quantity: 1, unit_amount: 300, amount: 300 }] },
    send_date: null,
    cancellation_reason: null,
    failure_reason: null,
    tracking_code: null,
    print_file: { key: '', sha256: '', size: 0 },
    batch_id: null,
    reference: 'webhook-test',
    metadata: {},
    reached: { received: createdAt },
    created_at: createdAt,
  };
}
