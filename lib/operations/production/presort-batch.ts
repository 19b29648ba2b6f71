import { faultsOfMailing } from '../../carrier/batch-files.ts';
import { eCartaPackages } from '../../carrier/e-carta.ts';
import type { FieldFault } from '../../carrier/fields.ts';
import type { PostalCodeEntry } from '../../core/domain/addresses.ts';
import { brasiliaDate } from '../../core/domain/brasilia.ts';
import { carrierAddress } from '../../core/domain/carrier-address.ts';
import { cifOf } from '../../core/domain/carrier-cif.ts';
import { numbersIn, objectNumber } from '../../core/domain/carrier-labels.ts';
import type { CarrierMailing, CarrierRoute } from '../../core/domain/carrier-mailings.ts';
import { type CarrierRules, compareRouted, routeOf } from '../../core/domain/carrier-routes.ts';
import { mailingKindOf } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { type BatchedMailing, type PrintBatch, printOrderOf } from '../../core/domain/print-batches.ts';
import type { CarrierProfile, CarrierWay } from '../../core/schemas/carrier-profile.ts';
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

/** How many object numbers of each prefix, which lots, and how many numbers of files a batch takes. */
export interface NumbersNeeded {
  labels: Map<string, number>;
  lots: CarrierWay[];
  /** Forecasts of AR Digital: 0 or 1. */
  arDigitalFiles: number;
  eCartaPackages: number;
}

export function numbersNeeded(profile: CarrierProfile, mailings: readonly PresortedMailing[]): NumbersNeeded {
  const labels = new Map<string, number>();
  for (const { route } of mailings) {
    const { label_prefix: prefix } = route;
    if (prefix !== null) labels.set(prefix, (labels.get(prefix) ?? 0) + 1);
  }
  const isForecast = mailings.some(
    ({ route, order }) => route.label_prefix !== null && order.postal_services.includes('return_receipt'),
  );
  return {
    labels,
    lots: WAYS_WITH_LOT.filter((way) => mailings.some(({ route }) => route.way === way)),
    arDigitalFiles: profile.ar_digital && isForecast ? 1 : 0,
    eCartaPackages: eCartaPackages(
      profile,
      mailings.map(({ id, order, route }) => ({ id, sheets: order.sheets, way: route.way })),
    ),
  };
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
  sorted: readonly PresortedMailing[],
  {
    numbers,
    people,
    directory,
  }: { numbers: CarrierNumbers; people: ReadonlyMap<string, Mailing>; directory: ShortNames },
): CarrierMailing[] {
  const posting_date = brasiliaDate(batch.created_at);
  const labels = labelsByPrefix(numbers);
  const places = new Map<CarrierWay, number>();
  return sorted.map((presorted, index): CarrierMailing => {
    const { way, label_prefix } = presorted.route;
    const mailing = people.get(presorted.id);
    if (!mailing) throw new Error(`${batch.id} holds ${presorted.id}, which does not exist`);
    const lot = numbers.lots.find((each) => each.way === way)?.lot ?? null;
    const lot_sequence = lot === null ? null : (places.get(way) ?? 0) + 1;
    if (lot_sequence !== null) places.set(way, lot_sequence);
    const object = label_prefix === null ? null : nextLabel(labels, label_prefix);
    const place = { position: index + 1, lot, lot_sequence, posting_date, object };
    return carrierMailing(profile, presorted, place, mailing, directory);
  });
}

/** What a mailing gets from its batch. */
type PlaceInBatch = Pick<CarrierMailing, 'position' | 'lot' | 'lot_sequence' | 'posting_date' | 'object'>;

function carrierMailing(
  profile: CarrierProfile,
  { id, order, route }: Pick<PresortedMailing, 'id' | 'order' | 'route'>,
  place: PlaceInBatch,
  mailing: Mailing,
  directory: ShortNames,
): CarrierMailing {
  const { postal_services } = order;
  const { position, lot, lot_sequence, posting_date, object } = place;
  const from = mailing.kind === 'letter' ? mailing.from : null;
  const to = carrierAddress(mailing.to, directory.find(route.postal_code));
  return {
    position,
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
    object,
  };
}

/**
 * What the carrier's fields cannot hold of a mailing that waits for a batch (rule PRD-12). Lot, places and object number
 * are not known yet, and have the same width whatever they are.
 */
export function faultsBeforeBatch(
  { profile }: CarrierRules,
  mailing: Mailing,
  route: CarrierRoute,
  { directory, today }: { directory: ShortNames; today: string },
): readonly FieldFault[] {
  const hasLot = WAYS_WITH_LOT.includes(route.way);
  const place: PlaceInBatch = {
    position: 1,
    lot: hasLot ? 1 : null,
    lot_sequence: hasLot ? 1 : null,
    posting_date: today,
    object: route.label_prefix === null ? null : objectNumber(route.label_prefix, 0),
  };
  const presorted = { id: mailing.id, order: printOrderOf(mailing, true), route };
  return faultsOfMailing(profile, carrierMailing(profile, presorted, place, mailing, directory));
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
