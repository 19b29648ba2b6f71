import { rename, writeFile } from 'node:fs/promises';
import { addressWords } from '../../core/domain/address-words.ts';
import type { PostalCodeEntry } from '../../core/domain/addresses.ts';
import type { StateCode } from '../../core/domain/brazilian-states.ts';
import type { PostalCodeDirectory } from './directory.ts';
import { encodeCity, encodeIndexHeader, type IndexedCity, type IndexedName } from './street-index-format.ts';

interface Draft {
  city: string;
  state: StateCode;
  /** Codes by the words of their street. */
  streets: Map<string, { code: number; neighborhood: string }[]>;
  /** Names by which people call it, or a district of it. */
  names: Map<string, IndexedName>;
}

/**
 * Writes the index of streets that belongs to a release of postal codes. Codes of large users, post offices and boxes
 * stay out: nobody else's mail goes there.
 */
export async function writeStreetIndex(path: string, directory: PostalCodeDirectory): Promise<void> {
  const drafts = gather(directory);
  const bodies = drafts.map(({ streets }) => encodeCity(streets));
  const cities = drafts.map(({ city, state, names }, index): IndexedCity => ({
    city,
    state,
    names: [...names.values()],
    bytes: bodies[index]!.length,
  }));
  const beside = `${path}.${process.pid}.new`;
  await writeFile(beside, Buffer.concat([encodeIndexHeader({ cities }), ...bodies]));
  await rename(beside, path);
}

function gather(directory: PostalCodeDirectory): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const entry of directory.entries()) {
    if (entry.kind !== 'street' && entry.kind !== 'general') continue;
    const key = `${entry.state}${entry.city}`;
    const draft = drafts.get(key) ?? begin(directory, entry);
    drafts.set(key, draft);
    const { neighborhood } = entry;
    if (entry.street === null && neighborhood !== null) addName(draft, neighborhood, neighborhood);
    const place = { code: Number(entry.postal_code), neighborhood: addressWords(neighborhood ?? '').join(' ') };
    for (const street of [entry.street ?? '', ...(entry.other_streets ?? [])]) {
      const words = addressWords(street).join(' ');
      const codes = draft.streets.get(words);
      if (codes) codes.push(place);
      else draft.streets.set(words, [place]);
    }
  }
  return [...drafts.values()];
}

function begin(directory: PostalCodeDirectory, { city, state, postal_code }: PostalCodeEntry): Draft {
  const draft: Draft = { city, state, streets: new Map(), names: new Map() };
  addName(draft, city);
  for (const other of directory.find(postal_code)?.other_cities ?? []) addName(draft, other);
  return draft;
}

/** The first with a name keeps it: the city's own name comes before a district's. */
function addName(draft: Draft, name: string, district?: string): void {
  const words = addressWords(name).join(' ');
  if (!draft.names.has(words)) draft.names.set(words, district === undefined ? [words] : [words, district]);
}
