import { useQuery } from '@tanstack/react-query';
import type { accountApi } from '../api/account-api.ts';
import { useAccount } from '../session/session.tsx';
import { actorIn, making } from './act.ts';

/** A request lasts at most 29 s, and its entry is written before its effect (rule DASH-11). */
const LONGEST_REQUEST_MS = 30_000;
/** Instants are shown in whole seconds, rounded down. */
const SECOND_MS = 1_000;

/** The log of whatever took effect at an instant. */
export async function actsAt(api: Pick<ReturnType<typeof accountApi>, 'activity'>, at: string) {
  const done = Date.parse(at);
  const { data } = await api.activity({
    created_after: new Date(done - LONGEST_REQUEST_MS).toISOString(),
    created_before: new Date(done + SECOND_MS).toISOString(),
    limit: 100,
  });
  return data;
}

/**
 * Who created a mailing or confirmed a spreadsheet in the dashboard, from the activity log. Null for what an API key or
 * a spreadsheet created, and once the entry has expired.
 */
export function useCreator(
  made: { id: string; created_at: string; confirmed_at?: string | null } | undefined,
): string | null {
  const { accountId, api } = useAccount();
  const at = made && (made.confirmed_at ?? made.created_at);
  const { data } = useQuery({
    queryKey: [accountId, 'creator', made?.id, at],
    queryFn: () => actsAt(api, at!),
    enabled: made !== undefined,
    staleTime: Infinity,
  });
  return made && data ? actorIn(data, making(made.id)) : null;
}
