import { randomBytes } from 'node:crypto';
import type { Account } from '../../lib/domain/accounts.ts';
import type { Address } from '../../lib/domain/addresses.ts';
import { createId } from '../../lib/domain/ids.ts';
import type { Letter } from '../../lib/domain/letters.ts';

/** A complete address in a street that the postal code names. */
export const addressSample: Address = {
  name: 'Ana Conceição',
  street: 'Praça da Sé',
  number: '100',
  complement: null,
  neighborhood: 'Sé',
  city: 'São Paulo',
  state: 'SP',
  postal_code: '01001-000',
};

export function accountSample(fields: Partial<Account> = {}): Account {
  return {
    id: createId('account', Date.now(), randomBytes),
    legal_name: 'Empresa de Teste Ltda.',
    trade_name: null,
    cnpj: '15.216.260/0001-76',
    plan: 'pay_as_you_go',
    default_sender: addressSample,
    logo: null,
    default_letter: {},
    suspended: false,
    cursor_secret: randomBytes(32).toString('base64'),
    created_at: Date.now(),
    ...fields,
  };
}

/** A received letter of one page, unless told otherwise. */
export function letterSample(fields: Partial<Letter> = {}): Letter {
  const createdAt = fields.created_at ?? Date.now();
  return {
    id: createId('letter', createdAt, randomBytes),
    account_id: 'acc_sample',
    status: 'received',
    to: addressSample,
    from: addressSample,
    document: { type: 'base64', variables: null },
    color: false,
    double_sided: false,
    address_placement: 'first_page',
    postal_services: [],
    pages: 1,
    sheets: 1,
    price: { currency: 'BRL', total: 690, items: [{ type: 'base', quantity: 1, unit_amount: 690, amount: 690 }] },
    send_date: null,
    cancellation_reason: null,
    failure_reason: null,
    tracking_code: null,
    print_file: { key: 'letters/sample.pdf', sha256: '0'.repeat(64), size: 1 },
    batch_id: null,
    reference: null,
    metadata: {},
    reached: { received: createdAt },
    created_at: createdAt,
    ...fields,
  };
}
