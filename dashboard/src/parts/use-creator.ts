import { useQuery } from '@tanstack/react-query';
import type { Mailing } from '../api/objects.ts';
import { useAccount } from '../session/session.tsx';

/** A request lasts at most 29 s, and its entry is written before the object that it creates (rule DASH-11). */
const LONGEST_REQUEST_MS = 30_000;
/** Instants are shown in whole seconds, rounded down. */
const SECOND_MS = 1_000;

/**
 * Who created a mailing or confirmed a spreadsheet in the dashboard, from the activity log. Null for what an API key or
 * a spreadsheet created, and once the entry has expired.
 */
export function useCreator(made: Pick<Mailing, 'id' | 'created_at'> | undefined): string | null {
  const { accountId, api } = useAccount();
  const { data } = useQuery({
    queryKey: [accountId, 'creator', made?.id],
    queryFn: () => {
      const created = Date.parse(made!.created_at);
      return api.activity({
        created_after: new Date(created - LONGEST_REQUEST_MS).toISOString(),
        created_before: new Date(created + SECOND_MS).toISOString(),
        limit: 100,
      });
    },
    enabled: made !== undefined,
    staleTime: Infinity,
  });
  const entry = data?.data.find(({ object_id, operation }) => object_id === made?.id && operation.endsWith('-create'));
  return entry?.person.name ?? null;
}
