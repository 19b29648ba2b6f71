import { AccountIdTaken, type Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { Account, Plan } from '../../core/domain/accounts.ts';
import type { AddressInput } from '../../core/domain/addresses.ts';
import { parseCnpj } from '../../core/domain/cnpj.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import { completeOrdered } from '../mailings/mailing-order.ts';
import { nameProblems } from './letter-problems.ts';

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

/** The company already has an account, and a second one was not requested. */
export class CompanyHasAccount extends Error {
  readonly accountId: string;

  constructor(accountId: string) {
    super(`the company has the account ${accountId}`);
    this.name = 'CompanyHasAccount';
    this.accountId = accountId;
  }
}

/**
 * Opens an account for a company, with its first top-up.
 * @param secondOfCnpj opens it even if the company already has an account
 * @throws Problem invalid_parameters for a CNPJ with wrong check digits, an address that cannot be completed, or
 * unprintable names · CompanyHasAccount
 */
export async function openAccount(
  deps: OpenAccountDeps,
  order: AccountOrder,
  { secondOfCnpj = false }: { secondOfCnpj?: boolean } = {},
): Promise<Account> {
  const details: Detail[] = [];
  const cnpj = parseCnpj(order.cnpj);
  if (!cnpj) details.push({ param: 'cnpj', code: 'invalid_format', values: { format: 'CNPJ' } });
  const sender = completeOrdered(deps, order.default_sender, 'default_sender', details);
  details.push(...nameProblems({ ...order, trade_name: order.trade_name ?? null, cnpj: cnpj ?? order.cnpj }));
  if (!cnpj || !sender || details.length > 0) throw Problem.invalid(details);

  const now = deps.now();
  const account = await storeUnderNewId(deps, secondOfCnpj, {
    legal_name: order.legal_name,
    trade_name: order.trade_name ?? null,
    cnpj,
    plan: order.plan,
    default_sender: sender,
    logo: null,
    default_letter: {},
    suspended: false,
    cursor_secret: Buffer.from(deps.randomBytes(CURSOR_SECRET_BYTES)).toString('base64'),
    created_at: now,
  });
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

/** A short id, one of 64 million, may already be taken; then it draws another one. */
async function storeUnderNewId(
  deps: OpenAccountDeps,
  secondOfCnpj: boolean,
  fields: Omit<Account, 'id'>,
): Promise<Account> {
  const account: Account = { id: createId('account', fields.created_at, deps.randomBytes), ...fields };
  try {
    const existing = await deps.accounts.create(account, { secondOfCnpj });
    if (existing !== undefined) throw new CompanyHasAccount(existing);
    return account;
  } catch (error) {
    if (error instanceof AccountIdTaken) return storeUnderNewId(deps, secondOfCnpj, fields);
    throw error;
  }
}
