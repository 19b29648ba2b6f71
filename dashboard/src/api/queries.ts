import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dayAfter, startOfDay } from '../language/formats.ts';
import { accountApi } from './account-api.ts';
import type { TransactionFilters } from './objects.ts';
import type { LetterSearch, ListSearch, StatementSearch, VerificationSearch } from './search.ts';

/* Queries that several places use, and those that depend only on a page's address: the router starts the latter as soon
   as it knows the address, while the screen's script and the session are still loading. */

const PAGE_SIZE = 25;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whole days in Brasília as the API's bounds: from the first instant of one to the last of the other. */
export function periodQuery({ from, until }: Pick<ListSearch, 'from' | 'until'>): {
  created_after?: string;
  created_before?: string;
} {
  return {
    ...(from !== undefined && DAY.test(from) ? { created_after: startOfDay(from) } : {}),
    ...(until !== undefined && DAY.test(until) ? { created_before: startOfDay(dayAfter(until)) } : {}),
  };
}

export function mailingFilters<Status>(
  search: ListSearch & { status?: Status; reference?: string | undefined; recipient?: string | undefined },
) {
  return {
    limit: PAGE_SIZE,
    status: search.status,
    reference: search.reference,
    recipient: search.recipient,
    cursor: search.cursor,
    ...periodQuery(search),
  };
}

export const homeQuery = (accountId: string) =>
  queryOptions({ queryKey: [accountId, 'home'], queryFn: accountApi(accountId).home });

/** What a typed text finds; the answer to the one before stays until its own comes. */
export const searchQuery = (accountId: string, text: string) =>
  queryOptions({
    queryKey: [accountId, 'search', text],
    queryFn: ({ signal }) => accountApi(accountId).search(text, signal),
    placeholderData: keepPreviousData,
  });

/** A search of letters as the API's filters. */
export const letterFilters = (search: LetterSearch) => ({
  ...mailingFilters(search),
  tracking_code: search.tracking_code,
});

export function lettersQuery(accountId: string, search: LetterSearch) {
  const filters = letterFilters(search);
  return queryOptions({
    queryKey: [accountId, 'letters', filters],
    queryFn: () => accountApi(accountId).letters(filters),
    placeholderData: keepPreviousData,
  });
}

export function verificationsQuery(accountId: string, search: VerificationSearch) {
  const filters = mailingFilters(search);
  return queryOptions({
    queryKey: [accountId, 'verifications', filters],
    queryFn: () => accountApi(accountId).verifications(filters),
    placeholderData: keepPreviousData,
  });
}

export function statementFilters(search: StatementSearch): TransactionFilters {
  return { type: search.type, ...periodQuery(search) };
}

export function statementQuery(accountId: string, search: StatementSearch) {
  const filters = { ...statementFilters(search), limit: PAGE_SIZE, cursor: search.cursor };
  return queryOptions({
    queryKey: [accountId, 'transactions', filters],
    queryFn: () => accountApi(accountId).transactions(filters),
    placeholderData: keepPreviousData,
  });
}

export const accountQuery = (accountId: string) =>
  queryOptions({ queryKey: [accountId, 'account'], queryFn: accountApi(accountId).account });

export const balanceQuery = (accountId: string) =>
  queryOptions({ queryKey: [accountId, 'balance'], queryFn: accountApi(accountId).balance });

/** The code for an amount, or without one; it does not change while the page is open. */
export const pixQuery = (accountId: string, amount: number | null) =>
  queryOptions({
    queryKey: [accountId, 'pix', amount],
    queryFn: () => accountApi(accountId).pix(amount),
    staleTime: Infinity,
    retryOnMount: false,
  });

export const peopleQuery = (accountId: string) =>
  queryOptions({ queryKey: [accountId, 'people'], queryFn: () => accountApi(accountId).people() });
