import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { accountApi } from '../api/account-api.ts';
import type { Session } from '../api/objects.ts';
import { request, RequestFailed } from '../api/request.ts';
import { may, type Right } from './roles.ts';

/** Who is signed in; `null` for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return await request<Session>('GET', '/session');
    } catch (error) {
      if (error instanceof RequestFailed && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** A navigation, not a `fetch`: the provider asks for the person, and the page comes back to where it was. */
export function signInUrl(returnTo: string): string {
  return `/api/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`;
}

/** The account of the page's address, and what its person may do in it. Below `/$accountId` only. */
export function useAccount() {
  const { accountId } = useParams({ from: '/$accountId' });
  const { data: session } = useQuery(sessionQuery);
  const account = session?.accounts.find(({ id }) => id === accountId);
  const api = useMemo(() => accountApi(accountId), [accountId]);
  const role = account?.role ?? 'viewer';
  return { accountId, api, name: account?.name ?? '', role, may: (right: Right) => may(role, right) };
}
