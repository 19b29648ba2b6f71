import type { StateCode } from '../../core/domain/brazilian-states.ts';
import type { CityStreets } from '../../core/domain/city-streets.ts';

/*
 * The index of streets is one file, made from a release of postal codes when functions are bundled:
 *
 *   malote-streets 1 <bytes of the manifest>\n
 *   <manifest: JSON>
 *   <cities, one after another, in the order of the manifest>
 *
 * A city is a header of five numbers of 32 bits (bytes of its words, streets, words of streets, codes, bytes of its
 * neighborhoods), followed by the arrays of `CityStreets`, each from a multiple of four bytes on, in the byte
 * order of the processors that Lambda and Node have, which is little-endian. Nothing is compressed: a city is read by
 * one read of its bytes, São Paulo's 1.2 MB in a millisecond, and the deployment package is compressed as a whole.
 */

/** The words of a name; with the district's name if it is that of a district of the city. */
export type IndexedName = [words: string, district?: string];

export interface IndexedCity {
  city: string;
  state: StateCode;
  names: IndexedName[];
  /** The city begins where the previous one ends. */
  bytes: number;
}

export interface IndexManifest {
  cities: IndexedCity[];
}

const MAGIC = 'malote-streets 1';
const HEADER = new RegExp(`^${MAGIC} (\\d{1,9})\n`);
/** Longer than any header line. */
export const INDEX_HEADER_BYTES = 64;

export function encodeIndexHeader(manifest: IndexManifest): Buffer {
  const body = Buffer.from(JSON.stringify(manifest));
  return Buffer.concat([Buffer.from(`${MAGIC} ${body.length}\n`), body]);
}

/** Position of the manifest; undefined when the file is no index. */
export function parseIndexHeader(start: Buffer): { offset: number; bytes: number } | undefined {
  const match = HEADER.exec(start.toString('latin1'));
  return match ? { offset: match[0].length, bytes: Number(match[1]) } : undefined;
}

const NUMBERS = 5;
const WORD_BYTES = 4;
/** Words and neighborhoods have positions of 16 bits; São Paulo has 24,500 and 1,960. */
const MOST = 0x10000;

/** @param streets codes by the words of their street, with spaces between */
export function encodeCity(streets: ReadonlyMap<string, readonly { code: number; neighborhood: string }[]>): Buffer {
  const words = numbering();
  const neighborhoods = numbering();
  neighborhoods.of('');
  const [wordStart, streetWords, codeStart, codes, codeNeighborhoods] = [[0], [], [0], [], []] as number[][];
  for (const [street, places] of streets) {
    if (street !== '') streetWords!.push(...street.split(' ').map(words.of));
    wordStart!.push(streetWords!.length);
    for (const { code, neighborhood } of places) {
      codes!.push(code);
      codeNeighborhoods!.push(neighborhoods.of(neighborhood));
    }
    codeStart!.push(codes!.length);
  }
  if (words.all.length > MOST || neighborhoods.all.length > MOST)
    throw new Error('A city has more words or neighborhoods than the index of streets can number');
  const [wordsText, neighborhoodsText] = [words.all, neighborhoods.all].map((texts) => Buffer.from(texts.join('\n')));
  return Buffer.concat(
    [
      bytesOf(
        Uint32Array.of(wordsText!.length, streets.size, streetWords!.length, codes!.length, neighborhoodsText!.length),
      ),
      wordsText!,
      bytesOf(Uint32Array.from(wordStart!)),
      bytesOf(Uint16Array.from(streetWords!)),
      bytesOf(Uint32Array.from(codeStart!)),
      bytesOf(Uint32Array.from(codes!)),
      bytesOf(Uint16Array.from(codeNeighborhoods!)),
      neighborhoodsText!,
    ].map(padded),
  );
}

/** @param bytes of one city, from a multiple of four in its buffer on */
export function decodeCity(bytes: Buffer): CityStreets {
  const { buffer, byteOffset } = bytes;
  const header = new Uint32Array(buffer, byteOffset, NUMBERS);
  const [wordBytes, streets, streetWords, codes, neighborhoodBytes] = header as unknown as number[];
  let at = NUMBERS * WORD_BYTES;
  const part = <T>(size: number, read: (offset: number) => T): T => {
    const start = at;
    at = aligned(at + size);
    return read(start);
  };
  const text = (size: number) => part(size, (start) => bytes.toString('latin1', start, start + size).split('\n'));
  const long = (length: number) =>
    part(length * WORD_BYTES, (start) => new Uint32Array(buffer, byteOffset + start, length));
  const short = (length: number) => part(length * 2, (start) => new Uint16Array(buffer, byteOffset + start, length));
  return {
    words: text(wordBytes!),
    wordStart: long(streets! + 1),
    streetWords: short(streetWords!),
    codeStart: long(streets! + 1),
    codes: long(codes!),
    codeNeighborhoods: short(codes!),
    neighborhoods: text(neighborhoodBytes!),
  };
}

const aligned = (at: number) => Math.ceil(at / WORD_BYTES) * WORD_BYTES;
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Uint16Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Numbers texts from 0 in the order in which they come. */
function numbering(): { of: (text: string) => number; all: string[] } {
  const numbers = new Map<string, number>();
  const all: string[] = [];
  return {
    all,
    of: (text) => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, all.length);
      return all.push(text) - 1;
    },
  };
}
