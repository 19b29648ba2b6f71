import { useQuery } from '@tanstack/react-query';
import { prices as table } from 'virtual:price-table';
import type { Account, Price } from '../api/objects.ts';
import { accountQuery } from '../api/queries.ts';
import { useAccount } from '../session/session.tsx';

/** Centavos of each line of a price, by plan. */
export const prices = table as Record<Account['plan'], Record<Price['items'][number]['type'], number>>;

/** The prices of the account's plan, in centavos; undefined until they are known. */
export function usePrices(): (typeof prices)[Account['plan']] | undefined {
  const { accountId } = useAccount();
  const { data: account } = useQuery(accountQuery(accountId));
  return account && prices[account.plan];
}
