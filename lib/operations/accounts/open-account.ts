import type { Accounts } from '../../adapters/data/accounts.ts';
import type { Ledger } from '../../adapters/data/ledger.ts';
import { unprintableInName } from '../../adapters/pdf/template-layout.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { Account, Plan } from '../../core/domain/accounts.ts';
import { type AddressInput, completeAddress, normalizePostalCode } from '../../core/domain/addresses.ts';
import { parseCnpj } from '../../core/domain/cnpj.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';

export interface OpenAccountDeps {
  accounts: Pick<Accounts, 'create'>;
  ledger: Pick<Ledger, 'move'>;
  directory: Pick<PostalCodeDirectory, 'find'>;
  now: () => number;
  randomBytes: RandomBytes;
}

export interface AccountOrder {
  legal_name: string;
  trade_name?: string | null;
  cnpj: string;
  plan: Plan;
  default_sender: AddressInput;
  /** Opening balance in centavos. */
  balance?: number;
}

const CURSOR_SECRET_BYTES = 32;

/**
 * Opens an account for a company, with its first top-up.
 * @throws Problem invalid_parameters for a CNPJ with wrong check digits, an address that cannot be completed, or a name that
 *   no letter could print
 */
export async function openAccount(deps: OpenAccountDeps, order: AccountOrder): Promise<Account> {
  const digits = normalizePostalCode(order.default_sender.postal_code);
  const sender = completeAddress(
    order.default_sender,
    digits === undefined ? undefined : deps.directory.find(digits),
    'default_sender',
  );
  const cnpj = parseCnpj(order.cnpj);
  const details = [
    ...(cnpj ? [] : [{ param: 'cnpj', code: 'invalid_format' as const, values: { format: 'CNPJ' } }]),
    ...(sender.details ?? []),
    ...unprintableNames(order),
  ];
  if (!cnpj || !sender.address) throw Problem.invalid(details);

  const now = deps.now();
  const account: Account = {
    id: createId('account', now, deps.randomBytes),
    legal_name: order.legal_name,
    trade_name: order.trade_name ?? null,
    cnpj,
    plan: order.plan,
    default_sender: sender.address,
    logo: null,
    default_letter: {},
    suspended: false,
    cursor_secret: Buffer.from(deps.randomBytes(CURSOR_SECRET_BYTES)).toString('base64'),
    created_at: now,
  };
  await deps.accounts.create(account);
  if (order.balance) {
    await deps.ledger.move({
      account_id: account.id,
      type: 'top_up',
      amount: order.balance,
      source_id: null,
      description: null,
    });
  }
  return account;
}

/** Verification letters always show the company's name, so it is judged once, here. */
function unprintableNames(order: AccountOrder): Detail[] {
  return (['legal_name', 'trade_name'] as const).flatMap((param): Detail[] => {
    const character = unprintableInName(order[param] ?? '');
    return character === undefined ? [] : [{ param, code: 'invalid_value', values: { character } }];
  });
}
