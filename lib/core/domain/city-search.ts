import { addressWords } from './address-words.ts';
import { bitsIn, lettersOf } from './letter-bits.ts';
import { distanceOfWords } from './street-search.ts';
import { wordDistance } from './word-distance.ts';

/** A name by which people call a city. */
export interface CityName<City> {
  city: City;
  /** As words, with spaces between. */
  words: string;
  /** The name of the city's district that it is, if it is one. */
  district?: string | undefined;
}

export interface FoundCity<City> {
  city: City;
  district?: string | undefined;
  /** 0 for a name as the directory writes it, otherwise the number of errors; 1 more for a district. */
  cost: number;
}

/** Names of cities, ready to be compared. */
export interface CityNames<City> {
  names: readonly CityName<City>[];
  joined: readonly string[];
  letters: Uint32Array;
}

/** Cities that are searched for one name. */
const MOST_CITIES = 4;
/** A district is meant less often than a city of nearly the same name. */
const DISTRICT = 0.5;

const join = (words: string) => words.replaceAll(' ', '');

export function comparable<City>(names: readonly CityName<City>[]): CityNames<City> {
  const joined = names.map(({ words }) => join(words));
  return { names, joined, letters: Uint32Array.from(joined, lettersOf) };
}

/** Errors that a city's name may have: one in `Itu`, two in `Itapeva`. */
const errorsOf = (length: number): number => (length < 6 ? 1 : 2);

/**
 * The cities that a text may name, the likeliest first: those of the same name, those whose names differ in few letters,
 * and, if there is none, those that it abbreviates (`S. Bernardo do Campo`).
 */
export function searchCities<City>(all: CityNames<City>, text: string): FoundCity<City>[] {
  const words = addressWords(text);
  const sent = words.join('');
  if (sent === '') return [];
  const best = new Map<City, FoundCity<City>>();
  const add = ({ city, district }: CityName<City>, cost: number): void => {
    const total = district === undefined ? cost : cost + DISTRICT;
    const known = best.get(city);
    if (!known || total < known.cost) best.set(city, { city, district, cost: total });
  };
  const bound = errorsOf(sent.length);
  const letters = lettersOf(sent);
  all.names.forEach((name, index) => {
    const other = all.joined[index]!;
    if (Math.abs(other.length - sent.length) > bound || bitsIn(letters ^ all.letters[index]!) > 2 * bound) return;
    const distance = wordDistance(sent, other, bound);
    if (distance <= bound) add(name, distance);
  });
  if (best.size === 0) {
    for (const name of all.names) {
      const parts = name.words.split(' ');
      if (Math.abs(parts.length - words.length) > 1) continue;
      const cost = distanceOfWords(words, parts);
      if (cost <= 2) add(name, cost);
    }
  }
  return [...best.values()].sort((a, b) => a.cost - b.cost).slice(0, MOST_CITIES);
}
