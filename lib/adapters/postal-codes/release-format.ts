import { brotliDecompressSync } from 'node:zlib';
import type { NumberRange, PostalCodeEntry, PostalCodeKind, ShortNames } from '../../core/domain/addresses.ts';
import type { StateCode } from '../../core/domain/brazilian-states.ts';
import { isStateCode } from '../../core/domain/brazilian-states.ts';
import { sha256 } from '../../core/sha256.ts';

/*
 * A release is one file, so it is complete or absent, and one rename replaces another release:
 *
 *   malote-postal-codes 1 <bytes of the manifest> <SHA-256 of the manifest>\n
 *   <manifest: JSON>
 *   <shards, one after another, each compressed with Brotli>
 *
 * A shard contains consecutive postal codes in columns, one value per line: codes (as the difference to the previous
 * code), kinds, streets, neighborhoods, cities, states; then, unless the release is older, short names and
 * numbers, and other names of the street.
 * Columns compress a quarter better than rows.
 */

export interface Shard {
  /** Its lowest postal code, as a number. */
  first: number;
  rows: number;
  /** Compressed; the shard begins where the previous one ends. */
  bytes: number;
  sha256: string;
}

/** Other names that the carrier lists of cities, by state and the city's name. */
export type OtherNames = Partial<Record<StateCode, Record<string, string[]>>>;

export interface Manifest {
  /** The data that the release was built from, e.g. `e-DNE Básico 2611`. */
  source: string;
  /** How many postal codes it holds. */
  codes: number;
  /** Older releases have none. */
  other_names?: OtherNames;
  /** Columns of its shards; older releases do not say it and have six. */
  columns?: number;
  shards: Shard[];
}

/** Unpacking takes half a millisecond and 0.3 MB of memory. */
export const ROWS_PER_SHARD = 2048;

/** More than an unpacked shard usually needs: unpacking in one piece takes half the time. */
const UNPACKED_BYTES = 256 * 1024;

export const COLUMNS = 9;
const COLUMNS_BEFORE = 6;
const LINE_FEED = 0x0a;

const MAGIC = 'malote-postal-codes 1';
const HEADER = new RegExp(`^${MAGIC} (\\d{1,9}) ([0-9a-f]{64})\n`);
/** Longer than any header line. */
export const HEADER_BYTES = 128;

const kindLetters: Readonly<Record<PostalCodeKind, string>> = {
  street: 'S',
  general: 'G',
  large_user: 'L',
  promotional: 'P',
  postal_unit: 'U',
  community_box: 'C',
};
const kindsByLetter = new Map(Object.entries(kindLetters).map(([kind, letter]) => [letter, kind as PostalCodeKind]));

const shortFields = ['street', 'neighborhood', 'city'] as const;
const sideLetters: Readonly<Record<NumberRange['side'], string>> = { both: '', even: 'E', odd: 'O' };
const sidesByLetter = new Map(
  Object.entries(sideLetters).map(([side, letter]) => [letter, side as NumberRange['side']]),
);

/** `1-932`, `2-400E`. */
const encodeRange = ({ first, last, side }: NumberRange): string => `${first}-${last}${sideLetters[side]}`;

function decodeRange(text: string): NumberRange {
  const [, first, last, letter] = /^(\d+)-(\d+)(.?)$/.exec(text) ?? [];
  const side = sidesByLetter.get(letter ?? '-');
  if (!side) throw new Error('A shard of postal codes has numbers that are no range');
  return { first: Number(first), last: Number(last), side };
}

function decodeShortNames(text: string): ShortNames {
  return Object.fromEntries(
    text.split('\t').flatMap((short, index) => (short === '' ? [] : [[shortFields[index]!, short]])),
  );
}

/** A release file that was damaged after it was written. */
export class DamagedReleaseError extends Error {
  constructor(path: string, reason: string) {
    super(`Release of postal codes ${path} is damaged: ${reason}`);
    this.name = 'DamagedReleaseError';
  }
}

export function encodeHeader(manifest: Manifest): Buffer {
  const body = Buffer.from(JSON.stringify(manifest));
  return Buffer.concat([Buffer.from(`${MAGIC} ${body.length} ${sha256(body)}\n`), body]);
}

/** Position of the manifest in the file, from its first bytes; undefined when the file is not a release. */
export function parseHeader(start: Buffer): { offset: number; bytes: number; sha256: string } | undefined {
  const match = HEADER.exec(start.toString('latin1'));
  return match ? { offset: match[0].length, bytes: Number(match[1]), sha256: match[2]! } : undefined;
}

/**
 * @param entries ascending by postal code
 * @throws Error if a text contains a line break, which separates values here
 */
export function encodeShard(entries: readonly PostalCodeEntry[]): Buffer {
  let previous = 0;
  const steps = entries.map(({ postal_code }) => {
    const step = Number(postal_code) - previous;
    previous += step;
    return step;
  });
  const columns = [
    steps,
    entries.map(({ kind }) => kindLetters[kind]),
    entries.map(({ street }) => street ?? ''),
    entries.map(({ neighborhood }) => neighborhood ?? ''),
    entries.map(({ city }) => city),
    entries.map(({ state }) => state),
    entries.map(({ short_names }) =>
      short_names ? shortFields.map((field) => short_names[field] ?? '').join('\t') : '',
    ),
    entries.map(({ numbers = [] }) => numbers.map(encodeRange).join(',')),
    entries.map(({ other_streets = [] }) => other_streets.join('\t')),
  ];
  const values = columns.flat();
  const text = values.join('\n');
  if (text.split('\n').length !== values.length) throw new Error('A text of a postal code holds a line break');
  return Buffer.from(text);
}

/**
 * An unpacked shard: its codes for the search, and its bytes with the positions of line ends. Rows are decoded only on
 * request, which creates little garbage.
 */
export interface UnpackedShard {
  codes: Uint32Array;
  bytes: Buffer;
  lineEnds: Uint32Array;
}

/** @param columns of the manifest */
export function unpackShard(compressed: Buffer, rows: number, columns = COLUMNS_BEFORE): UnpackedShard {
  const bytes = brotliDecompressSync(compressed, { chunkSize: UNPACKED_BYTES });
  const lineEnds = new Uint32Array(columns * rows);
  let line = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_FEED) lineEnds[line++] = at;
  lineEnds[line] = bytes.length;
  const codes = new Uint32Array(rows);
  const steps = bytes.toString('latin1', 0, lineEnds[rows - 1]).split('\n');
  let code = 0;
  for (let row = 0; row < rows; row++) codes[row] = code += Number(steps[row]);
  return { codes, bytes, lineEnds };
}

export function entryAt({ codes, bytes, lineEnds }: UnpackedShard, row: number): PostalCodeEntry {
  const column = (index: number): string => {
    const line = index * codes.length + row;
    return bytes.toString('utf8', lineEnds[line - 1]! + 1, lineEnds[line]);
  };
  const kind = kindsByLetter.get(column(1));
  const state = column(5);
  /** Older releases do not have all columns. */
  const later = (index: number) => ((index + 1) * codes.length <= lineEnds.length ? column(index) : '');
  const [short, numbers, others] = [later(6), later(7), later(8)];
  if (!kind || !isStateCode(state)) throw new Error(`Row ${row} of a shard of postal codes has no kind or no state`);
  return {
    postal_code: String(codes[row]).padStart(8, '0'),
    kind,
    street: column(2) || null,
    neighborhood: column(3) || null,
    city: column(4),
    state,
    ...(short !== '' && { short_names: decodeShortNames(short) }),
    ...(numbers !== '' && { numbers: numbers.split(',').map(decodeRange) }),
    ...(others !== '' && { other_streets: others.split('\t') }),
  };
}
