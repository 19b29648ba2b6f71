import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { absent, replaceFile, sha256OfParts } from './files.ts';
import { hashOfFile, wasChangedSince } from './sources.ts';

/** Code that is built from one entry point: of a function or a thread. */
export interface Piece {
  /** The entry point. */
  path: string;
  /** Receives the code, relative to the folder of the build. */
  folder: string;
  /** The code that is loaded first. */
  file: string;
}

export interface BuiltCode {
  hash: string;
  /** Names in the folder of the piece. */
  files: string[];
  /** Files that went into it, relative to the repository. */
  inputs: string[];
}

/** A piece that was just built. */
export interface FreshCode extends BuiltCode {
  /** Every file that was read for it, also those that left nothing in the code. The first is the entry point. */
  sources: string[];
}

interface BuildRecord {
  /** SHA-256 of the `tools`. */
  tools: string;
  /** SHA-256 of every source. */
  hashes: [path: string, hash: string][];
  /** By name; sources by their position among the hashes. */
  code: Record<string, BuiltCode & { sources: number[] }>;
}

/** Files that affect the bundles without being in them. */
const tools = [
  'bundle.ts',
  'build-record.ts',
  'sources.ts',
  'required-builtins.ts',
  'source-maps.ts',
  'precompiled-validators.ts',
  'validator-code.ts',
  'pdf-lib-modules.ts',
  '../adapters/json-schema/ajv-options.ts',
  '../core/schemas/json-schema.ts',
  '../../package-lock.json',
].map((name) => resolve(import.meta.dirname, name));

const recordFile = (outdir: string) => join(outdir, 'functions.json');

/**
 * What an earlier build made of the same contents, by name, and is still there: a build that was killed has
 * replaced some code and not the record.
 */
export async function lastBuild(
  outdir: string,
  root: string,
  pieces: ReadonlyMap<string, Piece>,
): Promise<Map<string, FreshCode>> {
  const text = await readFile(recordFile(outdir), 'utf8').catch(absent);
  const record = text === undefined ? undefined : (JSON.parse(text) as BuildRecord);
  if (record?.tools !== hashOfTools()) return new Map();
  const isSame = record.hashes.map(([path, hash]) => hashOfFile(resolve(root, path)) === hash);
  const kept = new Map<string, FreshCode>();
  for (const [name, { sources, ...code }] of Object.entries(record.code)) {
    const piece = pieces.get(name);
    if (!piece || record.hashes[sources[0]!]![0] !== relative(root, piece.path)) continue;
    if (!sources.every((source) => isSame[source])) continue;
    if (hashOfCode(join(outdir, piece.folder), code.files) !== code.hash) continue;
    kept.set(name, { ...code, sources: sources.map((source) => record.hashes[source]![0]) });
  }
  return kept;
}

/**
 * Records a build, without the code that is made of a file that was changed since `startedAt`: nobody knows which of its
 * contents was read.
 */
export async function recordBuild(
  outdir: string,
  root: string,
  code: ReadonlyMap<string, FreshCode>,
  startedAt: number,
): Promise<void> {
  const paths = [...new Set([...code.values()].flatMap(({ sources }) => sources))];
  const positions = new Map(paths.map((path, position) => [path, position]));
  const hashes = paths.map((path): [string, string] => [path, hashOfFile(resolve(root, path)) ?? 'absent']);
  // After the hashes: what changes between the two is noticed here, what changes later by its hash.
  const isUnsteady = await Promise.all(paths.map((path) => wasChangedSince(startedAt, resolve(root, path))));
  const known = [...code].map(([name, piece]) => {
    const sources = piece.sources.map((path) => positions.get(path)!);
    return [name, { ...piece, sources }] as const;
  });
  const steady = known.filter(([, { sources }]) => !sources.some((source) => isUnsteady[source]));
  const record: BuildRecord = { tools: hashOfTools(), hashes, code: Object.fromEntries(steady) };
  await replaceFile(recordFile(outdir), JSON.stringify(record));
}

/** The hash of files in a folder; undefined if one is missing. */
function hashOfCode(folder: string, files: readonly string[]): string | undefined {
  const hashes = files.map((file) => hashOfFile(join(folder, file)));
  return hashes.every((hash) => hash !== undefined) ? sha256OfParts(...hashes) : undefined;
}

const hashOfTools = () => sha256OfParts(...tools.map((path) => hashOfFile(path)!));
