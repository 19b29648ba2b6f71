import type { LabelRange } from '../../core/domain/carrier-labels.ts';
import { freeLabels } from '../../core/domain/carrier-labels.ts';
import type { CarrierProfileVersion } from '../../core/domain/carrier-profiles.ts';
import { type CarrierRules, carrierRules, type HeldReason, routeOf } from '../../core/domain/carrier-routes.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { printOrderOf } from '../../core/domain/print-batches.ts';

/** Decides for one run which mailings may join a batch with a carrier profile (rule PRD-12). */
export interface CarrierDesk {
  version: CarrierProfileVersion;
  /** Why a mailing must wait; undefined if it may join, and then its object number counts as used. */
  holds(mailing: Mailing): HeldReason | undefined;
}

/** @param today the day in Brasília, YYYY-MM-DD */
export function openCarrierDesk(
  version: CarrierProfileVersion,
  stocks: readonly { prefix: string; ranges: readonly LabelRange[] }[],
  today: string,
): CarrierDesk {
  const rules = carrierRules(version.profile);
  const left = new Map(stocks.map(({ prefix, ranges }) => [prefix, freeLabels(ranges, prefix, today)]));
  return {
    version,
    holds: (mailing) => {
      const route = routeOfMailing(rules, mailing);
      if (!route) return 'postal_code_not_in_triage_plan';
      const { label_prefix: prefix } = route;
      if (prefix === null) return undefined;
      const free = left.get(prefix) ?? 0;
      if (free === 0) return 'no_object_number';
      left.set(prefix, free - 1);
      return undefined;
    },
  };
}

function routeOfMailing(rules: CarrierRules, mailing: Mailing) {
  const { destination, sheets, color, postal_services } = printOrderOf(mailing, true);
  return routeOf(rules, { kind: mailing.kind, sheets, color, postal_services, ...destination! });
}
