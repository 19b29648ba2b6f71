import {
  type CarrierDestination,
  type CarrierOffer,
  type CarrierProfile,
  carrierWays,
} from '../schemas/carrier-profile.ts';
import type { CarrierRoute } from './carrier-mailings.ts';
import type { PostalService } from './carrier-services.ts';
import { stepOf, weightOf } from './carrier-weight.ts';
import type { MailingKind } from './mailing-fields.ts';
import { readTriagePlan, trayLabel, type TriagePlan } from './triage-plan.ts';

/** What decides how a mailing goes. */
export interface RoutedMailing {
  kind: MailingKind;
  sheets: number;
  color: boolean;
  postal_services: readonly PostalService[];
  /** Of the recipient, eight digits. */
  postal_code: string;
  state: string;
}

/** A profile, made ready to choose the way of many mailings. */
export interface CarrierRules {
  profile: CarrierProfile;
  plan: TriagePlan;
}

/** Why a mailing waits although it is received. */
export type HeldReason = 'postal_code_not_in_triage_plan' | 'no_object_number' | 'fields_do_not_fit';

export const carrierRules = (profile: CarrierProfile): CarrierRules => ({
  profile,
  plan: readTriagePlan(profile.triage_plan),
});

/**
 * The cheapest way that a mailing's services and weight and the profile permit (rule PRD-11); undefined if the plan of
 * sorting does not know its postal code (rule PRD-12). Of ways that cost the same, the first of `carrierWays`.
 */
export function routeOf(rules: CarrierRules, mailing: RoutedMailing): CarrierRoute | undefined {
  const { profile, plan } = rules;
  const row = plan.rowOf(mailing.postal_code);
  if (!row) return undefined;
  const priced = profile.offers.flatMap((offer) => pricedBy(profile, offer, mailing) ?? []);
  const single = priced.find(({ offer }) => offer.way === 'single_letter');
  // `profileFaults` refuses a profile whose single letter does not take everything.
  if (!single)
    throw new Error(`no single letter takes ${mailing.sheets} sheets with ${mailing.postal_services.join()}`);
  const { offer, destination, postage, weight, step } = priced.reduce(cheaper);
  const { service_codes, service_codes_with_receipt, idv, label_prefix, way } = offer;
  const codes = (hasReceipt(mailing) && service_codes_with_receipt) || service_codes;
  return {
    way,
    service: codes[destination],
    additional: mailing.postal_services.map((service) => offer.additional[service]!.code).sort(),
    idv,
    label_prefix,
    destination,
    postal_code: mailing.postal_code,
    state: mailing.state,
    weight,
    weight_step: step + 1,
    near_step: offer.tariff[step]!.up_to - weight < profile.weights.warn_below_step,
    postage,
    single_letter_postage: single.postage,
    triage: { plan: plan.version, sequence: row.sequence, label: trayLabel(row) },
  };
}

interface PricedOffer {
  offer: CarrierOffer;
  destination: CarrierDestination;
  weight: number;
  /** Index in the tariff. */
  step: number;
  /** Centavos for the carrier. */
  postage: number;
  /** Centavos, with what the print house gets unless the carrier prints. */
  cost: number;
}

function cheaper(one: PricedOffer, other: PricedOffer): PricedOffer {
  const difference = one.cost - other.cost || rank(one.offer) - rank(other.offer);
  return difference <= 0 ? one : other;
}

const rank = ({ way }: CarrierOffer) => carrierWays.indexOf(way);

/** The price of a mailing in one offer; undefined if the offer does not take it. */
function pricedBy(profile: CarrierProfile, offer: CarrierOffer, mailing: RoutedMailing): PricedOffer | undefined {
  if (offer.registered !== mailing.postal_services.includes('registered')) return undefined;
  const additional = mailing.postal_services.map((service) => offer.additional[service]);
  const weight = weightOf(profile.weights, { sheets: mailing.sheets, hasReceipt: hasReceipt(mailing) });
  const step = stepOf(offer.tariff, weight);
  if (step < 0 || additional.includes(undefined)) return undefined;
  if (offer.way === 'e_carta' && !isForECarta(profile, mailing)) return undefined;
  const destination = destinationOf(profile, mailing.postal_code);
  const postage = offer.tariff[step]![destination] + additional.reduce((sum, service) => sum + service!.price, 0);
  const { envelope, sheet } = profile.production;
  const printing = offer.way === 'e_carta' ? 0 : envelope + sheet * mailing.sheets;
  return { offer, destination, weight, step, postage, cost: postage + printing };
}

/** The code of a verification goes to nobody but the print house (rule PRD-8). */
function isForECarta({ e_carta }: CarrierProfile, { kind, sheets, color }: RoutedMailing): boolean {
  if (!e_carta || kind === 'verification' || (color && !e_carta.color)) return false;
  return e_carta.matrices.some(({ up_to_sheets }) => sheets <= up_to_sheets);
}

const hasReceipt = ({ postal_services }: RoutedMailing) => postal_services.includes('return_receipt');

/** Where a postal code lies, seen from the unit that takes the mailings. */
export function destinationOf({ destinations }: CarrierProfile, postalCode: string): CarrierDestination {
  const lies = (ranges: readonly { first: string; last: string }[]) =>
    ranges.some(({ first, last }) => first <= postalCode && postalCode <= last);
  if (lies(destinations.local)) return 'local';
  return lies(destinations.state) ? 'state' : 'national';
}

/**
 * The order in which a batch is printed and handed over (rule PRD-13): way, weight step, triage sequence, postal code, id. A
 * way comes once without and once with a register.
 */
export function compareRouted(
  one: { id: string; route: CarrierRoute },
  other: { id: string; route: CarrierRoute },
): number {
  const [a, b] = [one.route, other.route];
  return (
    carrierWays.indexOf(a.way) - carrierWays.indexOf(b.way) ||
    a.weight_step - b.weight_step ||
    a.triage.sequence - b.triage.sequence ||
    compareTexts(a.postal_code, b.postal_code) ||
    compareTexts(one.id, other.id)
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
