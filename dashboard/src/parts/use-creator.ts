import { useQuery } from '@tanstack/react-query';
import type { Mailing } from '../api/objects.ts';
import { useAccount } from '../session/session.tsx';

/** A request lasts at most 29 s, and its entry is written before the object that it creates (rule DASH-11). */
const LONGEST_REQUEST_MS = 30_000;
/** Instants are shown in whole seconds, rounded down. */
const SECOND_MS = 1_000;

/**
 * Who created a mailing in the dashboard, from the activity log. Null for those that an API key or a spreadsheet
 * created, and once the entry has expired.
 */
export function useCreator({ id, created_at }: Pick<Mailing, 'id' | 'created_at'>): string | null {
  const { accountId, api } = useAccount();
  const created = Date.parse(created_at);
  const { data } = useQuery({
    queryKey: [accountId, 'creator', id],
    queryFn: () =>
      api.activity({
        created_after: new Date(created - LONGEST_REQUEST_MS).toISOString(),
        created_before: new Date(created + SECOND_MS).toISOString(),
        limit: 100,
      }),
    staleTime: Infinity,
  });
  const entry = data?.data.find(({ object_id, operation }) => object_id === id && operation.endsWith('-create'));
  return entry?.person.name ?? null;
}
