import type { CarrierNumberStore } from '../../adapters/data/mailings/carrier-numbers.ts';
import type { CarrierProfiles } from '../../adapters/data/mailings/carrier-profiles.ts';
import { brasiliaDate } from '../../core/domain/brasilia.ts';
import { daysOfStock, freeLabels, type LabelRange } from '../../core/domain/carrier-labels.ts';

/** The object numbers of one prefix. */
export interface LabelStockState {
  prefix: string;
  free: number;
  /** Days for which they last at the rate of the last thirty; null if none was taken in them. */
  days: number | null;
  /** Fewer days than the profile in use wants, or none left of a prefix that it uses. */
  is_low: boolean;
  ranges: LabelRange[];
}

export interface LabelStocksDeps {
  profiles: Pick<CarrierProfiles, 'current'>;
  numbers: Pick<CarrierNumberStore, 'stocks' | 'taken'>;
  now: () => number;
}

/** The stock of object numbers of every prefix that the profile in use names or that has a range (rule PRD-14). */
export async function labelStocks({ profiles, numbers, now }: LabelStocksDeps): Promise<LabelStockState[]> {
  const profile = (await profiles.current())?.profile;
  const stocks = await numbers.stocks();
  const used = new Set(profile?.offers.flatMap(({ label_prefix }) => label_prefix ?? []));
  const prefixes = [...new Set([...stocks.map(({ prefix }) => prefix), ...used])].sort();
  const states: LabelStockState[] = [];
  for (const prefix of prefixes) {
    const ranges = stocks.find((stock) => stock.prefix === prefix)?.ranges ?? [];
    const free = freeLabels(ranges, prefix, brasiliaDate(now()));
    const days = daysOfStock(free, await numbers.taken(prefix), now());
    const isShort = free === 0 || (days !== null && profile !== undefined && days < profile.stock_alarm_days);
    states.push({ prefix, free, days, is_low: used.has(prefix) && isShort, ranges });
  }
  return states;
}
