import { randomBytes } from 'node:crypto';
import type { Account } from '../../lib/core/domain/accounts.ts';
import type { Address } from '../../lib/core/domain/addresses.ts';
import { createId } from '../../lib/core/domain/ids.ts';
import type { Letter } from '../../lib/core/domain/letters.ts';
import type { MailingKind } from '../../lib/core/domain/mailing-fields.ts';
import type { Confirmer, Verification } from '../../lib/core/domain/verifications.ts';

/** A complete address whose postal code determines the street. */
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

/** The common fields of both kinds of mailing. */
type Shared = Omit<Pick<Letter, keyof Letter & keyof Verification>, 'kind' | 'status' | 'document' | 'reached'>;

/** The fields of a received mailing of one page, of either kind. */
function mailingSample<Kind extends MailingKind>(
  kind: Kind,
  createdAt: number,
): Shared & { kind: Kind; status: 'received'; reached: { received: number } } {
  return {
    kind,
    id: createId(kind, createdAt, randomBytes),
    account_id: 'acc_sample',
    status: 'received',
    to: addressSample,
    color: false,
    double_sided: false,
    address_placement: 'first_page',
    pages: 1,
    sheets: 1,
    price: { currency: 'BRL', total: 690, items: [{ type: 'base', quantity: 1, unit_amount: 690, amount: 690 }] },
    print_file: { key: `${kind}s/sample.pdf`, sha256: '0'.repeat(64), size: 1 },
    batch_id: null,
    reference: null,
    metadata: {},
    reached: { received: createdAt },
    created_at: createdAt,
  };
}

/** A received letter of one page by default. */
export function letterSample(fields: Partial<Letter> = {}): Letter {
  return {
    ...mailingSample('letter', fields.created_at ?? Date.now()),
    from: addressSample,
    document: { type: 'base64', variables: null },
    postal_services: [],
    send_date: null,
    cancellation_reason: null,
    failure_reason: null,
    tracking_code: null,
    ...fields,
  };
}

/** A received verification with a page by default. */
export function verificationSample(fields: Partial<Verification> = {}): Verification {
  const pageToken = randomBytes(13).toString('hex');
  return {
    ...mailingSample('verification', fields.created_at ?? Date.now()),
    method: 'hosted_page',
    source: 'api',
    document: {
      type: 'template',
      title: 'Confirme seu endereço',
      body: 'Olá',
      footer: '',
      include_qr_code: true,
      include_page_url: true,
    },
    instructions: null,
    return_url: null,
    page_token: pageToken,
    hosted_page_url: `https://confirm.test/acc_sample/${pageToken}`,
    code_mac: Buffer.alloc(32).toString('base64'),
    attempts_remaining: 5,
    expires_at: null,
    confirmation: null,
    preview_file: { key: 'verifications/sample.pdf', sha256: '0'.repeat(64), size: 1 },
    ...fields,
  };
}

/** A person who confirmed on the hosted page. */
export const confirmerSample: Confirmer = {
  browser_sha256: '5e88',
  method: 'hosted_page',
  hosted_page_entry: 'typed',
  ip: '203.0.113.7',
  location: null,
  user_agent: null,
  device: null,
  client: null,
};
