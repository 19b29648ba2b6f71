import type { Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { statusSince } from '../../core/domain/print-batches.ts';
import { HOUR_MS } from '../../core/domain/units.ts';
import { timestamp } from '../../core/resources/timestamps.ts';

export interface FindLateMailingsDeps {
  now: () => number;
  /** Received mailings, and those at the print house, page by page. */
  toPrint: () => AsyncIterable<Versioned<Mailing>[]>;
  inProduction: () => AsyncIterable<Mailing[]>;
}

export interface LateMailing {
  id: string;
  account_id: string;
  batch_id: string | null;
  status: string;
  since: string;
}

/** Mailings not yet at the carrier that have not moved for `hours` hours, longest first. */
export async function findLateMailings(deps: FindLateMailingsDeps, hours: number): Promise<LateMailing[]> {
  const latest = deps.now() - hours * HOUR_MS;
  const late: Mailing[] = [];
  const keep = (mailings: readonly Mailing[]) =>
    late.push(...mailings.filter((mailing) => statusSince(mailing) <= latest));
  for await (const page of deps.toPrint()) keep(page.map(({ mailing }) => mailing));
  for await (const page of deps.inProduction()) keep(page);
  return late
    .sort((a, b) => statusSince(a) - statusSince(b))
    .map((mailing) => {
      const { id, account_id, batch_id, status } = mailing;
      return { id, account_id, batch_id, status, since: timestamp(statusSince(mailing)) };
    });
}
