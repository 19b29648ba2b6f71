import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { join, normalize, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { absent, sha256OfParts } from './files.ts';

const repository = resolve(import.meta.dirname, '../..');

/** Maps of the last build. */
const LAST = join(repository, '.build/maps');
/** Maps of all builds made for deployment; the pipeline keeps this folder. */
const ARCHIVE = join(repository, 'dist/source-maps');

/**
 * Gives a bundle and its map the same id, the hash of the code. Stack traces name the bundle by this id, whatever its
 * file name: V8 takes the name from `sourceURL` (https://tc39.es/ecma426/). The map has it as `debugId`.
 */
export function withId(name: string, code: string, map: string): { code: string; map: string } {
  const id = sha256OfParts(code).slice(0, 16);
  return {
    code: `${code}//# sourceURL=${name}-${id}.mjs\n`,
    map: map.replace('{', `{"debugId":"${id}",`),
  };
}

/**
 * Keeps the maps of the last build, each by the id of its bundle. Sources that differ in comments alone make the same
 * bundle; its newest map wins.
 */
export async function archiveSourceMaps({ last = LAST, archive = ARCHIVE } = {}): Promise<void> {
  await mkdir(archive, { recursive: true });
  for (const file of await readdir(last)) {
    if (!file.endsWith('.map')) continue;
    // The id is in the first bytes of a map that may have megabytes.
    const head = await text(createReadStream(join(last, file), { end: 100 }));
    const id = /^\{"debugId":"(\w+)"/.exec(head)?.[1];
    if (id) await copyFile(join(last, file), join(archive, file.replace(/\.mjs\.map$/, `-${id}.mjs.map`)));
  }
}

/** A position in a bundle: `letters-create-0123456789abcdef.mjs:1:2345`. */
const PLACE = /([\w-]+)-([0-9a-f]{16})\.mjs:(\d+):(\d+)/g;

export interface ResolvedTrace {
  /** The text, with positions in bundles replaced by positions in the source files, relative to the repository. */
  trace: string;
  /** Number of positions replaced. */
  resolved: number;
  /** Bundles without a map, by name and id. */
  missing: string[];
  /** Positions that the map of their bundle does not cover. */
  uncovered: string[];
}

/**
 * Resolves the positions in bundles of a stack trace, or of a log with stack traces. Positions that are resolved go into
 * `known`: a map has a megabyte, and a caller with many traces meets the same positions again.
 */
export async function resolveStackTrace(
  trace: string,
  { last = LAST, archive = ARCHIVE, known = new Map<string, string>() } = {},
): Promise<ResolvedTrace> {
  const maps = new Map<string, SourceMap | undefined>();
  for (const [place, name, id] of trace.matchAll(PLACE)) {
    const bundle = `${name}-${id}`;
    if (!known.has(place) && !maps.has(bundle)) maps.set(bundle, await findMap(name!, id!, last, archive));
  }
  let resolved = 0;
  const uncovered: string[] = [];
  const replaced = trace.replace(PLACE, (place, name: string, id: string, line: string, column: string) => {
    if (!known.has(place)) {
      const map = maps.get(`${name}-${id}`);
      if (!map) return place;
      const origin = map.findOrigin(Number(line), Number(column));
      if (!('fileName' in origin)) {
        uncovered.push(place);
        return place;
      }
      // Sources are relative to the folder of the build, one below the repository.
      const source = normalize(join('.build', origin.fileName));
      known.set(place, `${source}:${origin.lineNumber}:${origin.columnNumber}`);
    }
    resolved += 1;
    return known.get(place)!;
  });
  const missing = [...maps].flatMap(([bundle, map]) => (map ? [] : [bundle]));
  return { trace: replaced, resolved, missing, uncovered };
}

async function findMap(name: string, id: string, last: string, archive: string): Promise<SourceMap | undefined> {
  const archived = await readFile(join(archive, `${name}-${id}.mjs.map`), 'utf8').catch(absent);
  if (archived) return new SourceMap(JSON.parse(archived) as ConstructorParameters<typeof SourceMap>[0]);
  const latest = await readFile(join(last, `${name}.mjs.map`), 'utf8').catch(absent);
  const map = latest && (JSON.parse(latest) as ConstructorParameters<typeof SourceMap>[0] & { debugId?: string });
  return map && map.debugId === id ? new SourceMap(map) : undefined;
}
