import type { TextPart } from './exchange-files.ts';

/** About a hundred lines. A line has half a kilobyte, so a part always contains whole lines. */
export const PART_BYTES = 65_536;
const NEWLINE = 0x0a;

/** Reads up to `bytes` bytes from an offset; undefined if there is no manifest. */
type ReadPart = (first: number, bytes: number) => Promise<TextPart | undefined>;

/**
 * Finds a mailing's line in a manifest (JSON lines). Without a carrier profile lines are in the order of their ids, so a few
 * parts are enough: a manifest of 190,000 mailings has 100 MB, more than a function should read for one of them, and needs
 * eleven. With one they are in the order of the presort, and it is read to the line.
 */
export async function findManifestLine(read: ReadPart, mailingId: string): Promise<string | undefined> {
  return (await findById(read, mailingId)) ?? (await findInPresort(read, mailingId));
}

/** Two calls for each 10,000 lines. */
const LARGE_PART_BYTES = 4_194_304;

async function findInPresort(read: ReadPart, mailingId: string): Promise<string | undefined> {
  for (let first = 0; ;) {
    const part = await read(first, LARGE_PART_BYTES);
    const end = (part?.bytes.lastIndexOf(NEWLINE) ?? -1) + 1;
    if (!part || end === 0) return undefined;
    const lines = part.bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
    // Only a manifest with a carrier profile is in another order than that of ids.
    if (first === 0 && !isPresorted(lines[0]!)) return undefined;
    const found = lines.find((line) => idOf(line) === mailingId);
    if (found !== undefined) return found;
    first += end;
    if (first >= part.size) return undefined;
  }
}

const isPresorted = (line: string) => 'postal_code' in (JSON.parse(line) as object);

async function findById(read: ReadPart, mailingId: string): Promise<string | undefined> {
  // The line begins in [low, high); both are starts of lines.
  let low = 0;
  let high = Infinity;
  while (low < high) {
    const first = high - low > PART_BYTES && low + high < Infinity ? Math.floor((low + high) / 2) : low;
    const part = await read(first, PART_BYTES);
    if (!part) return undefined;
    high = Math.min(high, part.size);
    const from = first === low ? 0 : part.bytes.indexOf(NEWLINE) + 1;
    const to = part.bytes.lastIndexOf(NEWLINE) + 1;
    const lines = part.bytes.toString('utf8', from, to).split('\n').slice(0, -1);
    const found = lines.find((line) => idOf(line) === mailingId);
    if (found !== undefined) return found;
    const firstLine = lines[0];
    if (firstLine === undefined) throw new Error('a line of the manifest is longer than a part');
    if (mailingId < idOf(firstLine)) high = first + from;
    else low = first + to;
  }
  return undefined;
}

const idOf = (line: string) => (JSON.parse(line) as { id: string }).id;
