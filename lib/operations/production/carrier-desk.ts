import type { FieldFault } from '../../carrier/fields.ts';
import type { LabelRange } from '../../core/domain/carrier-labels.ts';
import { freeLabels } from '../../core/domain/carrier-labels.ts';
import type { CarrierProfileVersion } from '../../core/domain/carrier-profiles.ts';
import { type CarrierRules, carrierRules, type HeldReason, routeOf } from '../../core/domain/carrier-routes.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { printOrderOf } from '../../core/domain/print-batches.ts';
import { faultsBeforeBatch, type ShortNames } from './presort-batch.ts';

/** Decides for one run which mailings may join a batch with a carrier profile (rule PRD-12). */
export interface CarrierDesk {
  version: CarrierProfileVersion;
  /** Why a mailing must wait; undefined if it may join, and then its object number counts as used. */
  holds(mailing: Mailing): Hold | undefined;
}

export interface Hold {
  reason: HeldReason;
  /** The carrier's fields that cannot hold it, without their values. */
  faults: readonly FieldFault[];
}

/** @param today the day in Brasília, YYYY-MM-DD */
export function openCarrierDesk(
  version: CarrierProfileVersion,
  stocks: readonly { prefix: string; ranges: readonly LabelRange[] }[],
  today: string,
  directory: ShortNames,
): CarrierDesk {
  const rules = carrierRules(version.profile);
  const left = new Map(stocks.map(({ prefix, ranges }) => [prefix, freeLabels(ranges, prefix, today)]));
  return {
    version,
    holds: (mailing) => {
      const route = routeOfMailing(rules, mailing);
      if (!route) return { reason: 'postal_code_not_in_triage_plan', faults: [] };
      const faults = faultsBeforeBatch(rules, mailing, route, { directory, today });
      if (faults.length > 0) return { reason: 'fields_do_not_fit', faults };
      const { label_prefix: prefix } = route;
      if (prefix === null) return undefined;
      const free = left.get(prefix) ?? 0;
      if (free === 0) return { reason: 'no_object_number', faults: [] };
      left.set(prefix, free - 1);
      return undefined;
    },
  };
}

function routeOfMailing(rules: CarrierRules, mailing: Mailing) {
  const { destination, sheets, color, postal_services } = printOrderOf(mailing, true);
  return routeOf(rules, { kind: mailing.kind, sheets, color, postal_services, ...destination! });
}
