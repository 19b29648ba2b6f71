import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PostalCodeEntry } from '../../core/domain/addresses.ts';
import { firstIndex } from '../../core/first-index.ts';
import { sha256 } from '../../core/sha256.ts';
import type { Manifest, OtherNames, Shard, UnpackedShard } from './release-format.ts';
import { DamagedReleaseError, entryAt, HEADER_BYTES, parseHeader, unpackShard } from './release-format.ts';

/** The postal codes of one release, on disk; recently used parts are kept in memory, within bounds. */
export interface PostalCodeDirectory {
  /** The data that the release was built from. */
  readonly source: string;
  /** How many postal codes it holds. */
  readonly size: number;
  /**
   * @param postalCode eight digits (see `normalizePostalCode`)
   * @returns undefined for a code that does not exist
   * @throws DamagedReleaseError if the part of the release that would contain it is damaged
   */
  find(postalCode: string): PostalCodeEntry | undefined;
  /** Every entry, ascending. */
  entries(): Iterable<PostalCodeEntry>;
  close(): void;
}

/** An import of the official directory takes precedence over the repository's seed. */
export const IMPORTED_RELEASE = 'imported.release';
export const SEED_RELEASE = 'seed.release';

/** Unpacked shards kept, 0.3 MB each: 10 MB. */
const SHARDS_KEPT = 32;

const EIGHT_DIGITS = /^\d{8}$/;

/** The release in use in a folder (`data/postal-codes`, or where a deployment has it). */
export function currentRelease(folder: string): string {
  const imported = join(folder, IMPORTED_RELEASE);
  return existsSync(imported) ? imported : join(folder, SEED_RELEASE);
}

/**
 * Opens a release: reads its manifest and nothing else. Meant for cold start, once per process.
 * @param path a release file, or a folder of releases (see `currentRelease`)
 * @param options.shardsKept how many unpacked shards stay in memory; the least recently used is dropped first
 * @throws DamagedReleaseError if the file is not a complete release
 */
export function openDirectory(path: string, options: { shardsKept?: number } = {}): PostalCodeDirectory {
  const file = statSync(path).isDirectory() ? currentRelease(path) : path;
  return new ReleaseDirectory(file, options.shardsKept ?? SHARDS_KEPT);
}

class ReleaseDirectory implements PostalCodeDirectory {
  readonly source: string;
  readonly size: number;
  readonly #path: string;
  readonly #file: number;
  readonly #shards: readonly Shard[];
  readonly #columns: number | undefined;
  readonly #otherNames: OtherNames;
  readonly #firstCodes: Uint32Array;
  readonly #offsets: Float64Array;
  readonly #shardsKept: number;
  /** In order of use: the first is the least recently used. */
  readonly #unpacked = new Map<number, UnpackedShard>();

  constructor(path: string, shardsKept: number) {
    this.#path = path;
    this.#shardsKept = shardsKept;
    this.#file = openSync(path, 'r');
    try {
      const { manifest, end } = this.#readManifest();
      this.source = manifest.source;
      this.size = manifest.codes;
      this.#shards = manifest.shards;
      this.#columns = manifest.columns;
      this.#otherNames = manifest.other_names ?? {};
      this.#firstCodes = Uint32Array.from(manifest.shards, ({ first }) => first);
      this.#offsets = new Float64Array(manifest.shards.length + 1).fill(end);
      manifest.shards.forEach(({ bytes }, index) => (this.#offsets[index + 1] = this.#offsets[index]! + bytes));
      const bytes = fstatSync(this.#file).size;
      const expected = this.#offsets[manifest.shards.length]!;
      if (bytes !== expected) this.#refuse(`it has ${bytes} bytes instead of ${expected}`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  find(postalCode: string): PostalCodeEntry | undefined {
    if (!EIGHT_DIGITS.test(postalCode)) return undefined;
    const code = Number(postalCode);
    const index = lastAtMost(this.#firstCodes, code);
    if (index < 0) return undefined;
    const shard = this.#shard(index);
    const row = lastAtMost(shard.codes, code);
    if (shard.codes[row] !== code) return undefined;
    const entry = entryAt(shard, row);
    const other_cities = this.#otherNames[entry.state]?.[entry.city];
    return other_cities ? { ...entry, other_cities } : entry;
  }

  *entries(): Generator<PostalCodeEntry> {
    for (const index of this.#shards.keys()) {
      const shard = this.#shard(index);
      for (const row of shard.codes.keys()) yield entryAt(shard, row);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #shard(index: number): UnpackedShard {
    const kept = this.#unpacked.get(index);
    if (kept) this.#unpacked.delete(index);
    const shard = kept ?? this.#readShard(index);
    this.#unpacked.set(index, shard);
    if (this.#unpacked.size > this.#shardsKept) this.#unpacked.delete(this.#unpacked.keys().next().value!);
    return shard;
  }

  #readShard(index: number): UnpackedShard {
    const { bytes, rows, sha256: expected } = this.#shards[index]!;
    const compressed = this.#read(this.#offsets[index]!, bytes);
    if (sha256(compressed) !== expected) this.#refuse(`shard ${index} does not match its SHA-256`);
    return unpackShard(compressed, rows, this.#columns);
  }

  #readManifest(): { manifest: Manifest; end: number } {
    const header = parseHeader(this.#read(0, HEADER_BYTES));
    if (!header) return this.#refuse('it does not begin with the header of a release');
    const body = this.#read(header.offset, header.bytes);
    if (sha256(body) !== header.sha256) this.#refuse('its manifest does not match its SHA-256');
    return { manifest: JSON.parse(body.toString()) as Manifest, end: header.offset + header.bytes };
  }

  /** Reads bytes; fewer than requested at the end of the file. */
  #read(offset: number, bytes: number): Buffer {
    const buffer = Buffer.allocUnsafe(bytes);
    return buffer.subarray(0, readSync(this.#file, buffer, 0, bytes, offset));
  }

  #refuse(reason: string): never {
    throw new DamagedReleaseError(this.#path, reason);
  }
}

/** Index of the last of ascending `values` that is at most `wanted`; -1 when all are greater. */
const lastAtMost = (values: Uint32Array, wanted: number): number =>
  firstIndex(values.length, (index) => values[index]! > wanted) - 1;
