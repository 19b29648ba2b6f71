import { addressWords } from './address-words.ts';
import { isWithinNumbers, normalizePostalCode, type PostalCodeEntry } from './addresses.ts';
import { isStateCode, type StateCode } from './brazilian-states.ts';
import { type CityNames, type FoundCity, searchCities } from './city-search.ts';
import type { SearchableCity } from './city-streets.ts';
import { distanceOfWords, type FoundCode, neighborhoodCost, searchStreets, totalCost } from './street-search.ts';
import { wordDistance } from './word-distance.ts';

/**
 * How sure the directory is of an address (rule ADDR-10). `certain`: two things that were sent, each alone enough,
 * agree on one postal code, and nothing else is near. `likely`: one fits best. `ambiguous`: several fit as well.
 * `unknown`: none fits.
 */
export const confidences = ['certain', 'likely', 'ambiguous', 'unknown'] as const;
export type Confidence = (typeof confidences)[number];

/** The parts of an address that the directory knows, as they were sent. */
export interface SentPlace {
  street: string | null;
  number: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
}

interface City {
  city: string;
  state: StateCode;
}

/** The directory and the index of its streets. */
export interface Places<C extends City = City> {
  find(postalCode: string): PostalCodeEntry | undefined;
  cities(state: StateCode | null): CityNames<C>;
  streets(city: C): SearchableCity;
}

/** A postal code that may be meant, with what contradicts it, in errors. */
export interface Candidate {
  entry: PostalCodeEntry;
  /** The postal code is the one that was sent. */
  isSent: boolean;
  cityCost: number;
  streetCost: number;
  neighborhoodCost: number;
  /** Of a postal code that was sent and is another, and of a number that it does not cover. */
  otherCost: number;
  /** The city that was sent is a district of the city. */
  district?: string | undefined;
  /** Whether the directory knows that the number has this code; undefined if it does not know numbers. */
  hasNumber: boolean | undefined;
}

export interface Verdict {
  /** The entry of the postal code that was sent, if it exists. */
  sentEntry: PostalCodeEntry | undefined;
  confidence: Confidence;
  /** The likeliest first. */
  candidates: Candidate[];
}

/** Postal codes whose entries are read. */
const READ = 24;
/** The best may have this many errors and still be certain: one, and a difference of spelling. */
const CERTAIN_ERRORS = 1.2;
/** Another one this near in errors makes the best uncertain: two errors can turn its name into the best's. */
const RIVAL_ERRORS = 2.3;
/** A neighborhood that costs this much more than the best's is another one. */
const RIVAL_NEIGHBORHOOD = 0.8;
/** Costlier candidates are others. */
const LIKELY_ERRORS = 3.2;
/** Candidates nearer than this fit as well. */
const TIE = 0.3;
/** A state that was sent and is another; a city that was sent and is another. */
const OTHER_STATE = 1.5;
const OTHER_CITY = 2.5;
const OTHER_NUMBERS = 0.9;
/** The street is known by the name that was sent, and another street has that name itself. */
const OTHER_NAME = 0.04;

export const costOf = ({ cityCost, streetCost, neighborhoodCost: ofNeighborhood, otherCost }: Candidate): number =>
  cityCost + streetCost + ofNeighborhood + otherCost;

/** Checks a place against the directory (rule ADDR-10). */
export function checkPlace<C extends City>(places: Places<C>, sent: SentPlace): Verdict {
  const digits = completePostalCode(sent.postal_code);
  const entry = digits === undefined ? undefined : places.find(digits);
  const cities = citiesOf(places, sent, entry);
  const found = cities.flatMap((city) =>
    searchStreets(places.streets(city.city), sent)
      .filter(({ postal_code }) => postal_code !== digits)
      .map((code) => ({ city, code })),
  );
  const nearest = found
    .map(({ city, code }) => ({
      city,
      code,
      cost: city.cost + totalCost(code) + otherCodeCost(digits, code.postal_code, entry !== undefined),
    }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, READ)
    .map(({ city, code }) => candidateOf(places, sent, digits, entry !== undefined, city, code));
  const all = entry ? [sentCandidate(sent, entry, cities), ...nearest] : nearest;
  const candidates = all
    .filter((candidate) => costOf(candidate) <= LIKELY_ERRORS)
    .sort((a, b) => costOf(a) - costOf(b) || Number(b.isSent) - Number(a.isSent));
  return { sentEntry: entry, confidence: confidenceOf(sent, candidates), candidates };
}

/** Eight digits; also of a code that lost its leading zero in a spreadsheet, or has other marks. */
export function completePostalCode(text: string | null): string | undefined {
  const digits = text?.replace(/\D/g, '') ?? '';
  return normalizePostalCode(digits.length === 7 ? `0${digits}` : digits);
}

/** The cities that were named, or else that of the postal code; all without a cost that is only a district's. */
function citiesOf<C extends City>(
  places: Places<C>,
  { city, state }: SentPlace,
  entry: PostalCodeEntry | undefined,
): FoundCity<C>[] {
  const code = state?.trim().toUpperCase();
  const known = code !== undefined && isStateCode(code) ? code : null;
  const named = city === null ? [] : searchCities(places.cities(known), city);
  if (!entry || named.some((found) => isCityOf(entry, found))) return named;
  const own = searchCities(places.cities(entry.state), entry.city).find((found) => isCityOf(entry, found));
  const cost = city === null ? 0 : OTHER_CITY;
  return own ? [...named, { city: own.city, cost }] : named;
}

const isCityOf = (entry: PostalCodeEntry, { city }: FoundCity<City>) =>
  city.city === entry.city && city.state === entry.state;

function candidateOf(
  { find }: Pick<Places, 'find'>,
  sent: SentPlace,
  digits: string | undefined,
  codeExists: boolean,
  city: FoundCity<City>,
  { postal_code, street, streetCost, neighborhoodCost: ofNeighborhood }: FoundCode,
): Candidate {
  const entry = find(postal_code)!;
  const hasNumber = numberIn(sent, entry);
  return {
    entry,
    isSent: false,
    cityCost: city.cost,
    streetCost: streetCost + (street === words(entry.street ?? '') ? 0 : OTHER_NAME),
    neighborhoodCost: ofNeighborhood,
    otherCost: otherCodeCost(digits, postal_code, codeExists) + (hasNumber === false ? OTHER_NUMBERS : 0),
    district: city.district,
    hasNumber,
  };
}

/** The candidate that the postal code itself names. */
function sentCandidate(sent: SentPlace, entry: PostalCodeEntry, cities: readonly FoundCity<City>[]): Candidate {
  const city = cities.find((found) => isCityOf(entry, found));
  const stateCost = sent.state !== null && sent.state.trim().toUpperCase() !== entry.state ? OTHER_STATE : 0;
  const isDistrict = city?.cost === OTHER_CITY && isNeighborhood(sent.city, entry);
  const hasNumber = numberIn(sent, entry);
  return {
    entry,
    isSent: true,
    cityCost: (isDistrict ? 0.5 : (city?.cost ?? 0)) + stateCost,
    streetCost:
      sent.street === null || entry.street === null
        ? 0
        : Math.min(...[entry.street, ...(entry.other_streets ?? [])].map((street) => distance(sent.street!, street))),
    neighborhoodCost:
      entry.neighborhood === null
        ? 0
        : neighborhoodCost(addressWords(sent.neighborhood ?? ''), words(entry.neighborhood)),
    otherCost: hasNumber === false ? OTHER_NUMBERS : 0,
    district: isDistrict ? entry.neighborhood! : city?.district,
    hasNumber,
  };
}

const words = (text: string) => addressWords(text).join(' ');
const distance = (sent: string, text: string) => distanceOfWords(addressWords(sent), addressWords(text));
const isNeighborhood = (city: string | null, { neighborhood }: PostalCodeEntry) =>
  city !== null && neighborhood !== null && words(neighborhood).startsWith(words(city));

function numberIn({ number }: SentPlace, { numbers }: PostalCodeEntry): boolean | undefined {
  const digits = /^\d+/.exec(number?.trim() ?? '')?.[0];
  return digits === undefined || !numbers ? undefined : isWithinNumbers(Number(digits), numbers);
}

/** What it costs that another postal code was sent: little if one digit is wrong, or two are swapped. */
function otherCodeCost(sent: string | undefined, code: string, exists: boolean): number {
  if (sent === undefined) return 0;
  if (wordDistance(sent, code, 1) <= 1) return exists ? 0.8 : 0.2;
  return exists ? 1.6 : 0.4;
}

function confidenceOf(sent: SentPlace, candidates: readonly Candidate[]): Confidence {
  const [best, ...others] = candidates;
  if (!best) return 'unknown';
  if (isCertain(sent, best, others)) return 'certain';
  const ties = others.filter((other) => costOf(other) - costOf(best) < TIE && !isSameStreet(best, other));
  return ties.length > 0 ? 'ambiguous' : 'likely';
}

function isCertain(sent: SentPlace, best: Candidate, others: readonly Candidate[]): boolean {
  if (costOf(best) > CERTAIN_ERRORS || sent.city === null || (sent.street === null && best.entry.street !== null))
    return false;
  const isRival = best.isSent ? isRivalOfCode : isRivalOfStreet;
  if (!best.isSent && (best.entry.street === null || sent.state === null)) return false;
  return !others.some((other) => isRival(best, other) && !(best.hasNumber === true && other.hasNumber === false));
}

/** Whether another code may be meant although the one that was sent fits: the same street, or one wrong digit. */
function isRivalOfCode(best: Candidate, other: Candidate): boolean {
  const isNear = other.streetCost + other.cityCost <= best.streetCost + best.cityCost + RIVAL_ERRORS;
  if (!isNear) return false;
  if (best.entry.street === null || isSameStreet(best, other)) return true;
  return wordDistance(best.entry.postal_code, other.entry.postal_code, 1) <= 1;
}

function isRivalOfStreet(best: Candidate, other: Candidate): boolean {
  return (
    other.streetCost + other.cityCost <= best.streetCost + best.cityCost + RIVAL_ERRORS &&
    other.neighborhoodCost < best.neighborhoodCost + RIVAL_NEIGHBORHOOD
  );
}

function isSameStreet({ entry: one }: Candidate, { entry: other }: Candidate): boolean {
  return (['street', 'neighborhood', 'city', 'state'] as const).every((field) => one[field] === other[field]);
}

/** Costlier streets are no suggestions. */
const SUGGESTED_ERRORS = 2.5;

/** The postal codes of a street that is being typed, or of a city and its districts; the likeliest first. */
export function findPostalCodes<C extends City>(
  places: Pick<Places<C>, 'cities' | 'streets'>,
  sent: { state: StateCode; city: string; street: string | null; neighborhood: string | null },
): string[] {
  const cities = searchCities(places.cities(sent.state), sent.city);
  const nearest = cities.filter(({ cost }) => cost === cities[0]!.cost);
  const found = nearest.flatMap(({ city, district }) =>
    searchStreets(places.streets(city), {
      street: sent.street,
      neighborhood: sent.neighborhood ?? district ?? null,
      isPrefix: true,
    }),
  );
  return found
    .filter(({ streetCost }) => streetCost <= SUGGESTED_ERRORS)
    .sort((a, b) => totalCost(a) - totalCost(b))
    .map(({ postal_code }) => postal_code);
}
