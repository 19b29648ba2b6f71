import { join } from 'node:path';
import type { PostalCodeDirectory } from '../../../../lib/adapters/postal-codes/directory.ts';
import { openStreetIndex } from '../../../../lib/adapters/postal-codes/street-index.ts';
import type { IndexedCity } from '../../../../lib/adapters/postal-codes/street-index-format.ts';
import { writeStreetIndex } from '../../../../lib/adapters/postal-codes/street-index-writer.ts';
import { type Candidate, checkPlace, costOf, type Places } from '../../../../lib/core/domain/address-check.ts';
import { addressWords } from '../../../../lib/core/domain/address-words.ts';
import type { PostalCodeEntry } from '../../../../lib/core/domain/addresses.ts';
import { seeded } from '../../../support/seeded.ts';
import { writeWithError, type WrittenAddress } from './address-errors.ts';

/**
 * The directory, in which one street of ten has another name too. The seed knows no other names; they are made of the
 * words of other streets, as a real one is.
 */
export function withOldNames(directory: PostalCodeDirectory, seed: number): PostalCodeDirectory {
  const random = seeded(seed);
  const streets: string[] = [];
  const others = new Map<string, string[]>();
  for (const { street, kind, postal_code } of directory.entries()) {
    if (street === null || kind !== 'street') continue;
    if (random() < 0.01) streets.push(street);
    if (random() < 0.1 && streets.length > 0)
      others.set(postal_code, [streets[Math.floor(random() * streets.length)]!]);
  }
  const named = (entry: PostalCodeEntry): PostalCodeEntry => {
    const other_streets = others.get(entry.postal_code);
    return other_streets ? { ...entry, other_streets } : entry;
  };
  return {
    source: directory.source,
    size: directory.size,
    find: (code) => {
      const entry = directory.find(code);
      return entry && named(entry);
    },
    *entries() {
      for (const entry of directory.entries()) yield named(entry);
    },
    close: () => directory.close(),
  };
}

/** The directory with an index of its streets, in a folder. */
export async function openPlaces(directory: PostalCodeDirectory, folder: string): Promise<Places> {
  const path = join(folder, 'streets.index');
  await writeStreetIndex(path, directory);
  const index = openStreetIndex(path);
  return {
    find: (code) => directory.find(code),
    cities: (state) => index.cities(state),
    streets: (city) => index.streets(city as IndexedCity),
  };
}

export interface Judged {
  cases: number;
  right: number;
  certain: number;
  certainAndWrong: WrittenAddress[];
  wrong: WrittenAddress[];
  /** Milliseconds of each check, ascending. */
  milliseconds: number[];
}

/** Streets of the directory, each with the same chance, so that about as many addresses can be written. */
function* someStreets(directory: PostalCodeDirectory, count: number, random: () => number): Generator<PostalCodeEntry> {
  const chance = (SPARE * count) / directory.size;
  for (const entry of directory.entries())
    for (let left = chance; left > 0; left--) if (isStreet(entry) && random() < left) yield entry;
}

/** Some entries are no streets, and not every error can befall each street. */
const SPARE = 1.6;
const isStreet = ({ kind, street }: PostalCodeEntry) => kind === 'street' && street !== null;

/** Checks addresses with errors, and counts those that get the code that was meant first. */
export function judge(places: Places, directory: PostalCodeDirectory, cases: number, seed: number): Judged {
  const random = seeded(seed);
  const judged: Judged = { cases: 0, right: 0, certain: 0, certainAndWrong: [], wrong: [], milliseconds: [] };
  for (const meant of someStreets(directory, cases, random)) {
    const written = writeWithError(meant, random);
    if (!written || judged.cases === cases) continue;
    const before = performance.now();
    const { confidence, candidates } = checkPlace(places, written.sent);
    judged.milliseconds.push(performance.now() - before);
    judged.cases++;
    if (isRight(written, candidates[0])) judged.right++;
    else judged.wrong.push(written);
    if (confidence !== 'certain') continue;
    judged.certain++;
    if (candidates[0]!.entry.postal_code !== meant.postal_code) judged.certainAndWrong.push(written);
  }
  judged.milliseconds.sort((a, b) => a - b);
  return judged;
}

/**
 * Whether the first candidate is the street that was meant: in its neighborhood if one was sent. Codes that nothing in
 * the address tells apart are equally right.
 */
function isRight({ meant, sent }: WrittenAddress, first: Candidate | undefined): boolean {
  if (!first) return false;
  const fields = ['street', 'city', ...(sent.neighborhood === null ? [] : ['neighborhood'])] as const;
  return fields.every((field) => words(first.entry[field as 'street']) === words(meant[field as 'street']));
}

const words = (text: string | null) => addressWords(text ?? '').join(' ');

export const explain = (places: Places, { sent, meant, kind }: WrittenAddress): string => {
  const { confidence, candidates } = checkPlace(places, sent);
  const shown = candidates.slice(0, 3).map((candidate) => `${costOf(candidate).toFixed(2)} ${line(candidate.entry)}`);
  return [`${kind}: ${Object.values(sent).join(' | ')}`, `  meant ${line(meant)}`, `  ${confidence}`, ...shown].join(
    '\n    ',
  );
};

const line = ({ postal_code, street, neighborhood, city }: PostalCodeEntry) =>
  [postal_code, street, neighborhood, city].join(', ');
