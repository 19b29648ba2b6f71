import type { Account } from '../domain/accounts.ts';
import type { AccountResource } from '../schemas/account.ts';
import { addressResource } from './address.ts';
import { timestamp } from './timestamps.ts';

/** The documented JSON of an account (rule ACC-1). */
export function accountResource(account: Account): AccountResource {
  return {
    id: account.id,
    object: 'account',
    legal_name: account.legal_name,
    trade_name: account.trade_name,
    cnpj: account.cnpj,
    plan: account.plan,
    default_sender: addressResource(account.default_sender),
    created_at: timestamp(account.created_at),
  };
}
