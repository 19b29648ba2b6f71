import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountApi } from '../api/account-api.ts';
import type { Activity, BalanceTransaction, Mailing } from '../api/objects.ts';
import { actBehind, actorIn } from '../parts/act.ts';
import { keptMailMergeQuery } from '../parts/kept-mail-merge.ts';
import { actsAt } from '../parts/use-creator.ts';

/** The mailing that a movement paid for; undefined for other movements. */
export const paidQuery = (accountId: string, id: string | null) => {
  const isLetter = id?.startsWith('ltr_') ?? false;
  return queryOptions({
    queryKey: [accountId, isLetter ? 'letter' : 'verification', id],
    queryFn: (): Promise<Mailing> =>
      isLetter ? accountApi(accountId).letter(id!) : accountApi(accountId).verification(id!),
    enabled: isLetter || (id?.startsWith('ver_') ?? false),
    staleTime: Infinity,
  });
};

/** Who is behind each of some movements, by the movement's id. */
export function usePeopleBehind(accountId: string, movements: readonly BalanceTransaction[]) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [accountId, 'people-behind', movements.map(({ id }) => id)],
    queryFn: () => peopleBehind(client, accountId, movements),
    staleTime: Infinity,
  }).data;
}

/** One request after the other: all at once would exceed the 50 of a second that a person has (rule DASH-12). */
async function peopleBehind(client: QueryClient, accountId: string, movements: readonly BalanceTransaction[]) {
  const people = new Map<string, string>();
  const known: Activity[] = [];
  const asked = new Set<string>();
  for (const movement of movements) {
    const query = paidQuery(accountId, movement.source_id);
    if (!query.enabled) continue;
    const paid = await client.fetchQuery(query);
    const act = actBehind(movement, paid)!;
    if (actorIn(known, act) === null) {
      const at = await instantOf();
      if (at && !asked.has(at)) known.push(...(await actsAt(accountApi(accountId), at)));
      if (at) asked.add(at);
    }
    const person = actorIn(known, act);
    if (person !== null) people.set(movement.id, person);

    async function instantOf(): Promise<string | null | undefined> {
      if (movement.type === 'refund') return movement.created_at;
      if (act.object === paid.id) return paid.created_at;
      return (await client.fetchQuery({ ...keptMailMergeQuery(accountId, act.object), staleTime: Infinity }))
        ?.confirmed_at;
    }
  }
  return people;
}
