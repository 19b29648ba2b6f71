import { seeded } from '../../support/seeded.ts';

/** What happens to files on their way: one bit of a disk or a memory, or a transfer in text mode, whole or from some place on. */
export const WAYS = ['bit', 'crlf-to-lf', 'lf-to-crlf', 'cr-to-lf', 'seven bits'] as const;
export type Way = (typeof WAYS)[number];

export interface Damage {
  way: Way;
  bytes: Buffer;
  /** The bytes of the sound file that changed, by their offsets. */
  places: number[];
}

const [CR, LF] = [0x0d, 0x0a];

/** A damaged copy of a file; three in four have one wrong bit. */
export function damaged(file: Buffer, seed: number): Damage {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const way = random() < 0.75 ? 'bit' : WAYS[1 + below(WAYS.length - 1)]!;
  if (way === 'bit') {
    const bytes = Buffer.from(file);
    const place = below(file.length);
    bytes[place]! ^= 1 << below(8);
    return { way, bytes, places: [place] };
  }
  const from = random() < 0.5 ? 0 : below(file.length);
  const parts: Buffer[] = [file.subarray(0, from)];
  const places: number[] = [];
  for (let at = from; at < file.length; at++) {
    const part = inTextMode(way, file, at);
    if (part.length !== 1 || part[0] !== file[at]) places.push(at);
    parts.push(part);
  }
  return { way, bytes: Buffer.concat(parts), places };
}

/** What becomes of a byte. */
function inTextMode(way: Exclude<Way, 'bit'>, file: Buffer, at: number): Buffer {
  const byte = file[at]!;
  if (way === 'crlf-to-lf') return byte === CR && file[at + 1] === LF ? Buffer.alloc(0) : Buffer.of(byte);
  if (way === 'lf-to-crlf') return byte === LF && file[at - 1] !== CR ? Buffer.of(CR, LF) : Buffer.of(byte);
  if (way === 'cr-to-lf') return Buffer.of(byte === CR ? LF : byte);
  return Buffer.of(byte & 0x7f);
}

/** Where the deflated data of a file lie; all else is text, numbers, or data of formats without a checksum, such as JPEG. */
export function compressedParts(file: Buffer): (readonly [start: number, end: number])[] {
  const text = file.toString('latin1');
  const parts: [number, number][] = [];
  for (const { index, 0: keyword } of text.matchAll(/\bstream\r?\n/g)) {
    const start = index + keyword.length;
    const dictionary = text.slice(text.lastIndexOf(' obj', index), index);
    if (/\/Fl(ateDecode)?\b/.test(dictionary)) parts.push([start, endOfData(text, start, dictionary)]);
  }
  return parts;
}

/** Without the end of the line before `endstream`, which is no data. */
function endOfData(text: string, start: number, dictionary: string): number {
  const [, length] = /\/Length (\d+)(?! \d+ R)\b/.exec(dictionary) ?? [];
  return length === undefined ? text.indexOf('endstream', start) : start + Number(length);
}
