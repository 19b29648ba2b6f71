import { closeSync, openSync, readSync } from 'node:fs';
import type { StateCode } from '../../core/domain/brazilian-states.ts';
import { type CityNames, comparable } from '../../core/domain/city-search.ts';
import { searchable, type SearchableCity } from '../../core/domain/city-streets.ts';
import {
  decodeCity,
  INDEX_HEADER_BYTES,
  type IndexedCity,
  type IndexManifest,
  parseIndexHeader,
} from './street-index-format.ts';

/** The streets of a release of postal codes, by city; recently used cities are kept in memory, within bounds. */
export interface StreetIndex {
  /** The names of all cities, of a state or of Brazil. */
  cities(state: StateCode | null): CityNames<IndexedCity>;
  streets(city: IndexedCity): SearchableCity;
}

/** Name of the file in a function's directory. */
export const STREET_INDEX = 'streets.index';

/** Bytes of the file that are kept; a city takes six times as much in memory. São Paulo has 1.5 MB. */
const BYTES_KEPT = 8 * 1024 * 1024;

/** Opens an index: reads its manifest and nothing else. Meant for cold start, once per process. */
export function openStreetIndex(path: string, bytesKept = BYTES_KEPT): StreetIndex {
  const file = openSync(path, 'r');
  const read = (offset: number, bytes: number): Buffer => {
    // A buffer of its own, since the arrays of a city begin at multiples of four bytes.
    const buffer = Buffer.from(new ArrayBuffer(bytes));
    return buffer.subarray(0, readSync(file, buffer, 0, bytes, offset));
  };
  const header = parseIndexHeader(read(0, INDEX_HEADER_BYTES));
  if (!header) {
    closeSync(file);
    throw new Error(`${path} is no index of streets`);
  }
  const { cities } = JSON.parse(read(header.offset, header.bytes).toString()) as IndexManifest;
  const offsets = new Map<IndexedCity, number>();
  let end = header.offset + header.bytes;
  for (const city of cities) {
    offsets.set(city, end);
    end += city.bytes;
  }
  const names = new Map<StateCode | null, CityNames<IndexedCity>>();
  /** In order of use: the first is the least recently used. */
  const kept = new Map<IndexedCity, SearchableCity>();
  let keptBytes = 0;
  return {
    cities(state) {
      const known = names.get(state);
      if (known) return known;
      const those = cities.filter((city) => state === null || city.state === state);
      const found = comparable(
        those.flatMap((city) => city.names.map(([words, district]) => ({ city, words, district }))),
      );
      names.set(state, found);
      return found;
    },
    streets(city) {
      const known = kept.get(city);
      if (known) kept.delete(city);
      else keptBytes += city.bytes;
      const streets = known ?? searchable(decodeCity(read(offsets.get(city)!, city.bytes)));
      kept.set(city, streets);
      for (const oldest of kept.keys()) {
        if (keptBytes <= bytesKept || oldest === city) break;
        kept.delete(oldest);
        keptBytes -= oldest.bytes;
      }
      return streets;
    },
  };
}
