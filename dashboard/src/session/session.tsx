import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { accountApi } from '../api/account-api.ts';
import type { Session } from '../api/objects.ts';
import { request, RequestFailed } from '../api/request.ts';
import { may, type Right } from './roles.ts';

/** The signed-in person; `null` if there is none. */
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

/** For a navigation, not a `fetch`: the provider signs the person in and redirects back to the page. */
export function signInUrl(returnTo: string): string {
  return `/api/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`;
}

/** The account in the page's address, and the person's rights in it. Only below `/$accountId`. */
export function useAccount() {
  const { accountId } = useParams({ from: '/$accountId' });
  const { data: session } = useQuery(sessionQuery);
  const account = session?.accounts.find(({ id }) => id === accountId);
  const api = useMemo(() => accountApi(accountId), [accountId]);
  const role = account?.role ?? 'viewer';
  return { accountId, api, name: account?.name ?? '', role, may: (right: Right) => may(role, right) };
}
