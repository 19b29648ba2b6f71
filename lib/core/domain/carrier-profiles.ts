import type { CarrierOffer, CarrierProfile } from '../schemas/carrier-profile.ts';
import { weightOf } from './carrier-weight.ts';
import { MAX_SHEETS } from './sheets.ts';

/** A version of the profile of one posting card. */
export interface CarrierProfileVersion {
  card: string;
  /** From 1, for each card. */
  version: number;
  /** When it was set, epoch milliseconds. */
  set_at: number;
  profile: CarrierProfile;
}

/**
 * What is wrong with a profile that has the right form: statements that contradict one another, or that would leave a
 * mailing without a way (rule PRD-9). Each is a sentence for the operator.
 */
export function profileFaults(profile: CarrierProfile): string[] {
  return [
    ...profile.offers.flatMap(offerFaults),
    ...repeatedOffers(profile),
    ...singleLetterFaults(profile),
    ...rangeFaults('triage_plan.rows', profile.triage_plan.rows),
    ...rangeFaults('destinations', [...profile.destinations.local, ...profile.destinations.state]),
    ...(profile.offers.some(({ way }) => way === 'e_carta') && !profile.e_carta
      ? ['offers has e_carta, but e_carta is null.']
      : []),
  ];
}

const nameOf = ({ way, registered }: CarrierOffer) => `${way}${registered ? ', registered' : ''}`;

function offerFaults(offer: CarrierOffer): string[] {
  const { way, registered, label_prefix, additional, tariff } = offer;
  const faults: string[] = [];
  if (way === 'fac_simple' && registered) faults.push('fac_simple has no register.');
  if ((way === 'fac_registered' || way === 'ppn') && !registered) faults.push(`${way} is always registered.`);
  if (!registered && (Object.keys(additional).length > 0 || label_prefix !== null))
    faults.push(`The offer ${nameOf(offer)} has additional services or a label prefix, which need a register.`);
  if (registered && !additional.registered) faults.push(`The offer ${nameOf(offer)} has no additional.registered.`);
  if (tariff.some(({ up_to }, index) => index > 0 && up_to <= tariff[index - 1]!.up_to))
    faults.push(`The steps of the offer ${nameOf(offer)} do not ascend.`);
  return faults;
}

function repeatedOffers({ offers }: CarrierProfile): string[] {
  const names = offers.map(nameOf);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map(
    (name) => `The offer ${name} comes twice.`,
  );
}

/** The single letter is what savings are compared with, and the way of every mailing that no other takes. */
function singleLetterFaults({ offers, weights }: CarrierProfile): string[] {
  return [false, true].flatMap((registered) => {
    const single = offers.find((offer) => offer.way === 'single_letter' && offer.registered === registered);
    const name = registered ? 'registered single_letter' : 'single_letter that is not registered';
    if (!single) return [`offers has no ${name}.`];
    const heaviest = weightOf(weights, { sheets: MAX_SHEETS, hasReceipt: registered });
    const { return_receipt, restricted_delivery } = single.additional;
    return [
      ...(single.tariff.at(-1)!.up_to < heaviest
        ? [`The ${name} does not take the heaviest mailing, ${heaviest}.`]
        : []),
      ...(registered && !(return_receipt && restricted_delivery) ? [`The ${name} does not offer every service.`] : []),
    ];
  });
}

function rangeFaults(place: string, ranges: readonly { first: string; last: string }[]): string[] {
  const ascending = [...ranges].sort((a, b) => (a.first < b.first ? -1 : 1));
  return ascending.flatMap(({ first, last }, index) => {
    if (first > last) return [`${place}: ${first} is after ${last}.`];
    const before = ascending[index - 1];
    return before && first <= before.last
      ? [`${place}: ${before.first}-${before.last} and ${first}-${last} overlap.`]
      : [];
  });
}
