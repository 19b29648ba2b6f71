import type { PostalCodeEntry } from '../../core/domain/addresses.ts';
import { brasiliaDate } from '../../core/domain/brasilia.ts';
import { carrierAddress } from '../../core/domain/carrier-address.ts';
import { cifOf } from '../../core/domain/carrier-cif.ts';
import { numbersIn } from '../../core/domain/carrier-labels.ts';
import type { CarrierMailing, CarrierRoute } from '../../core/domain/carrier-mailings.ts';
import { type CarrierRules, compareRouted, routeOf } from '../../core/domain/carrier-routes.ts';
import { mailingKindOf } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import type { BatchedMailing, PrintBatch } from '../../core/domain/print-batches.ts';
import type { CarrierWay } from '../../core/schemas/carrier-profile.ts';
import type { CarrierNumbers, CarrierSummary } from '../../core/schemas/print-batch.ts';

/** A mailing of a batch with its way to the carrier. */
export type PresortedMailing = BatchedMailing & { route: CarrierRoute };

/** The mailings of a batch in the order in which they are handed over (rule PRD-13). The same claims give the same order. */
export function presort(rules: CarrierRules, rows: readonly BatchedMailing[]): PresortedMailing[] {
  return rows
    .map((row) => {
      const { destination, sheets, color, postal_services } = row.order;
      if (!destination) throw new Error(`${row.id} was claimed without its destination`);
      const route = routeOf(rules, { kind: mailingKindOf(row.id), sheets, color, postal_services, ...destination });
      if (!route) throw new Error(`${row.id} was claimed although the plan does not know its postal code`);
      return { ...row, route };
    })
    .sort(compareRouted);
}

/** Ways whose mailings are numbered in a lot. */
const WAYS_WITH_LOT: readonly CarrierWay[] = ['fac_simple', 'fac_registered'];

/** How many object numbers of each prefix, and which lots, a batch takes. */
export interface NumbersNeeded {
  labels: Map<string, number>;
  lots: CarrierWay[];
}

export function numbersNeeded(mailings: readonly PresortedMailing[]): NumbersNeeded {
  const labels = new Map<string, number>();
  for (const { route } of mailings) {
    const { label_prefix: prefix } = route;
    if (prefix !== null) labels.set(prefix, (labels.get(prefix) ?? 0) + 1);
  }
  return { labels, lots: WAYS_WITH_LOT.filter((way) => mailings.some(({ route }) => route.way === way)) };
}

/** What a batch is for the carrier (rule PRD-11). */
export function summaryOf(mailings: readonly PresortedMailing[]): CarrierSummary {
  const ways = new Map<string, CarrierSummary['ways'][number]>();
  for (const { route, order } of mailings) {
    const { way, weight, postage, single_letter_postage } = route;
    const registered = order.postal_services.includes('registered');
    const name = `${way} ${registered}`;
    const before = ways.get(name) ?? { way, registered, mailings: 0, weight: 0, postage: 0, saved: 0 };
    ways.set(name, {
      ...before,
      mailings: before.mailings + 1,
      weight: before.weight + weight,
      postage: before.postage + postage,
      saved: before.saved + single_letter_postage - postage,
    });
  }
  const all = [...ways.values()];
  const total = (field: 'mailings' | 'weight' | 'postage' | 'saved') => all.reduce((sum, way) => sum + way[field], 0);
  return {
    mailings: total('mailings'),
    weight: total('weight'),
    postage: total('postage'),
    saved: total('saved'),
    near_step: mailings.filter(({ route }) => route.near_step).length,
    ways: all,
  };
}

/** The directory of postal codes, for the carrier's short names. */
export interface ShortNames {
  find(postalCode: string): PostalCodeEntry | undefined;
}

/**
 * The lines of a batch's postal file (rule PRD-15).
 * @param numbers what the batch took
 * @param people the mailings themselves, by id
 */
export function carrierMailings(
  { profile }: CarrierRules,
  batch: PrintBatch,
  mailings: readonly PresortedMailing[],
  {
    numbers,
    people,
    directory,
  }: { numbers: CarrierNumbers; people: ReadonlyMap<string, Mailing>; directory: ShortNames },
): CarrierMailing[] {
  const posting_date = brasiliaDate(batch.created_at);
  const labels = labelsByPrefix(numbers);
  const places = new Map<CarrierWay, number>();
  return mailings.map(({ id, order, route }, index): CarrierMailing => {
    const mailing = people.get(id);
    if (!mailing) throw new Error(`${batch.id} holds ${id}, which does not exist`);
    const lot = numbers.lots.find(({ way }) => way === route.way)?.lot ?? null;
    const lot_sequence = lot === null ? null : (places.get(route.way) ?? 0) + 1;
    if (lot_sequence !== null) places.set(route.way, lot_sequence);
    const { postal_services } = order;
    const from = mailing.kind === 'letter' ? mailing.from : null;
    const to = carrierAddress(mailing.to, directory.find(route.postal_code));
    return {
      position: index + 1,
      id,
      type: mailing.kind,
      ...route,
      registered: postal_services.includes('registered'),
      return_receipt: postal_services.includes('return_receipt'),
      restricted_delivery: postal_services.includes('restricted_delivery'),
      sheets: order.sheets,
      file: order.file.key,
      sha256: order.file.sha256,
      to: mailing.to,
      from,
      carrier_to: to.address,
      carrier_from: from && carrierAddress(from, directory.find(from.postal_code.replace('-', ''))).address,
      cut: to.cut,
      lot,
      lot_sequence,
      posting_date,
      cif:
        route.way === 'fac_simple' && lot !== null && lot_sequence !== null
          ? cifOf(profile, { lot, lot_sequence, destination: route.destination, posting_date })
          : null,
      object: route.label_prefix === null ? null : nextLabel(labels, route.label_prefix),
    };
  });
}

function labelsByPrefix({ labels }: CarrierNumbers): Map<string, Generator<string>> {
  const prefixes = [...new Set(labels.map(({ prefix }) => prefix))];
  return new Map(prefixes.map((wanted) => [wanted, numbersIn(labels.filter(({ prefix }) => prefix === wanted))]));
}

function nextLabel(labels: ReadonlyMap<string, Generator<string>>, prefix: string): string {
  const next = labels.get(prefix)?.next();
  if (!next || next.done) throw new Error(`the batch has too few object numbers of ${prefix}`);
  return next.value;
}
