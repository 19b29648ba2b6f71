import type { TextPart } from './exchange-files.ts';

/** About a hundred lines. A line has half a kilobyte, so a part always contains whole lines. */
export const PART_BYTES = 65_536;
const NEWLINE = 0x0a;

/**
 * Finds a mailing's line in a manifest (JSON lines). Lines are in the order of their ids, so a few parts are enough: a
 * manifest of 190,000 mailings has 100 MB, more than a function should read for one of them, and needs eleven.
 * @param read reads up to `bytes` bytes from an offset; undefined if there is no manifest
 */
export async function findManifestLine(
  read: (first: number, bytes: number) => Promise<TextPart | undefined>,
  mailingId: string,
): Promise<string | undefined> {
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
