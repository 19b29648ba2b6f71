import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { PostalCodeEntry } from '../../core/domain/addresses.ts';
import { settleAll } from '../../core/settle-all.ts';
import { sha256 } from '../../core/sha256.ts';
import type { Manifest, OtherNames, Shard } from './release-format.ts';
import { COLUMNS, encodeHeader, encodeShard, ROWS_PER_SHARD } from './release-format.ts';

const compress = promisify(brotliCompress);

/** Files are a tenth larger than at the highest quality, but compressing is thirty times faster. */
const QUALITY = 8;
/** Shards compressed concurrently, in zlib's threads; limits the unpacked data in memory. */
const COMPRESSING_AT_ONCE = 4;

/**
 * Writes a release beside `path` and renames it to `path`, so that `path` is always the old release or the new one.
 * Readers that have the old one open keep it. Leftovers of a killed writer beside `path` are removed.
 * @param entries strictly ascending by postal code
 * @throws Error if they are not, or writing fails; `path` is then unchanged
 */
export async function writeRelease(
  path: string,
  source: string,
  entries: Iterable<PostalCodeEntry>,
  otherNames: OtherNames = {},
): Promise<Manifest> {
  const { shards, bodies } = await packShards(entries);
  const codes = shards.reduce((sum, shard) => sum + shard.rows, 0);
  const manifest: Manifest = { source, codes, other_names: otherNames, columns: COLUMNS, shards };
  await removeLeftovers(path);
  const beside = `${path}.${process.pid}.new`;
  try {
    const file = await open(beside, 'w');
    try {
      await file.writeFile(Buffer.concat([encodeHeader(manifest), ...bodies]));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  return manifest;
}

/** Removes unfinished releases of processes that have ended. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  const [prefix, suffix] = [`${basename(path)}.`, '.new'];
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(suffix)) continue;
    const writer = Number(name.slice(prefix.length, -suffix.length));
    if (Number.isInteger(writer) && !runs(writer)) await rm(join(folder, name), { force: true });
  }
}

function runs(processId: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    return process.kill(processId, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function packShards(entries: Iterable<PostalCodeEntry>): Promise<{ shards: Shard[]; bodies: Buffer[] }> {
  const packing: Promise<{ shard: Shard; body: Buffer }>[] = [];
  for (const part of consecutive(entries, ROWS_PER_SHARD)) {
    packing.push(packShard(part));
    await packing[packing.length - COMPRESSING_AT_ONCE];
  }
  const packed = await settleAll(packing);
  return { shards: packed.map(({ shard }) => shard), bodies: packed.map(({ body }) => body) };
}

async function packShard(entries: readonly PostalCodeEntry[]): Promise<{ shard: Shard; body: Buffer }> {
  const body = await compress(encodeShard(entries), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  const first = Number(entries[0]!.postal_code);
  return { shard: { first, rows: entries.length, bytes: body.length, sha256: sha256(body) }, body };
}

/** The entries in parts of `size`; checks that they ascend. */
function* consecutive(entries: Iterable<PostalCodeEntry>, size: number): Generator<PostalCodeEntry[]> {
  let part: PostalCodeEntry[] = [];
  let previous = '';
  for (const entry of entries) {
    if (entry.postal_code <= previous) throw new Error(`Postal code ${entry.postal_code} follows ${previous}`);
    previous = entry.postal_code;
    part.push(entry);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
