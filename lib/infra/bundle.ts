import { globSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { type BuiltCode, type FreshCode, lastBuild, type Piece, recordBuild } from './build-record.ts';
import { hashesOfFiles, placeCompanions, threads } from './companions.ts';
import { isFresh, replaceFile, sha256OfParts } from './files.ts';
import { pdfLibModules } from './pdf-lib-modules.ts';
import { AS_WRITTEN, precompiledValidators, ValidatorCompiler } from './precompiled-validators.ts';
import { requiredBuiltins } from './required-builtins.ts';
import { withId } from './source-maps.ts';
import { beforeReading } from './sources.ts';
import { builtStreetIndex, STREET_INDEX_READER } from './street-index.ts';

const repository = resolve(import.meta.dirname, '../..');

/** One function, ready to ship. */
export interface FunctionBundle {
  /** Holds `handler.mjs`, the parts of its code that are loaded later, and the function's data. */
  directory: string;
  /** Changes if and only if a file in the directory changes. */
  hash: string;
  /** Source files that went into the code, relative to the repository. */
  inputs: readonly string[];
}

export interface BuildOptions {
  /** Searched for `<name>/handler.ts` at any depth. */
  functionsRoot?: string;
  /** Receives `functions/<name>/`, `threads/` and `maps/<name>.mjs.map`, of a part `maps/<name>-<part>.mjs.map`. */
  outdir?: string;
}

/** The code of a function in its directory; Lambda loads it as `handler.handler`. */
export const CODE_FILE = 'handler.mjs';

/** Name prefix of the parts that it loads. */
const PART = 'part-';
const isPart = (name: string) => name.startsWith(PART);

/** Whether a file of a function's directory is code, and not data. */
export const isCode = (name: string): boolean => name === CODE_FILE || isPart(name);

/**
 * Bundles every function. Keeps the code of earlier builds that is made of the same files.
 * @returns the bundles by function name, which is the name of the handler's folder
 * @throws BuildFailure of esbuild, or an Error when two functions share a name
 */
export async function buildFunctions({
  functionsRoot = join(repository, 'functions'),
  outdir = join(repository, '.build'),
}: BuildOptions = {}): Promise<ReadonlyMap<string, FunctionBundle>> {
  const entries = findEntries(functionsRoot);
  const code = await buildPieces(piecesOf(entries), outdir);
  const hashOf = hashesOfFiles();
  const readsStreets = [...code.values()].some(({ inputs }) => inputs.includes(STREET_INDEX_READER));
  const streetIndex = readsStreets ? await builtStreetIndex() : undefined;
  const bundles = [...entries.keys()].map(async (name) => {
    const { hash, files, inputs } = code.get(name)!;
    const directory = join(outdir, folderOf(name));
    const companions = await placeCompanions(directory, inputs, {
      threadsFolder: join(outdir, THREADS),
      streetIndex,
      code: files,
      hashOf,
    });
    return [name, { directory, hash: sha256OfParts(hash, companions), inputs }] as const;
  });
  return new Map(await Promise.all(bundles));
}

const THREADS = 'threads';
const folderOf = (functionName: string) => join('functions', functionName);

/** Functions and their threads, by name. */
function piecesOf(entries: ReadonlyMap<string, string>): Map<string, Piece> {
  const ofFunctions = [...entries].map(([name, path]) => [name, { path, folder: folderOf(name), file: CODE_FILE }]);
  const ofThreads = Object.entries(threads).map(([name, path]) => [
    name,
    { path, folder: THREADS, file: `${name}.mjs` },
  ]);
  return new Map([...ofFunctions, ...ofThreads] as [string, Piece][]);
}

async function buildPieces(pieces: ReadonlyMap<string, Piece>, outdir: string): Promise<Map<string, FreshCode>> {
  const startedAt = await beforeReading();
  const kept = await lastBuild(outdir, repository, pieces);
  const missing = new Map([...pieces].filter(([name]) => !kept.has(name)));
  if (missing.size === 0) return kept;
  const code = new Map([...kept, ...(await bundleAll(missing, outdir))]);
  await removeOtherMaps(join(outdir, MAPS), code);
  await recordBuild(outdir, repository, code, startedAt);
  return code;
}

/** Handler files by function name. */
function findEntries(functionsRoot: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const path of globSync('**/handler.ts', { cwd: functionsRoot }).sort()) {
    const name = basename(dirname(path));
    if (entries.has(name)) throw new Error(`Two functions are named ${name}`);
    entries.set(name, join(functionsRoot, path));
  }
  return entries;
}

/** Files of a build by name, and what went into them. */
interface Built {
  texts: ReadonlyMap<string, string>;
  metafile: Metafile;
}

/**
 * ESM with `module` first is the smallest and fastest to load; the AWS SDK goes in, since the runtime's own copy loads slower
 * and changes under us. Source maps stay out of the assets: beside a bundle they cost 13 ms at every cold start.
 */
async function run(
  entryPoints: { in: string; out: string }[],
  { outdir, compiler, splitting = false }: { outdir: string; compiler: ValidatorCompiler; splitting?: boolean },
): Promise<Built> {
  const { outputFiles, metafile } = await build({
    entryPoints,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting,
    chunkNames: `${PART}[name]-[hash]`,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    sourcemap: 'external',
    sourcesContent: false,
    // CommonJS dependencies call `require` for Node's built-in modules.
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`,
    },
    plugins: [precompiledValidators(compiler), pdfLibModules, requiredBuiltins],
    metafile: true,
    write: false,
    absWorkingDir: repository,
    logLevel: 'silent',
  });
  return { texts: new Map(outputFiles.map((file) => [basename(file.path), file.text])), metafile };
}

/** One call for all 110 takes 3.4 GB and the same time as three calls, which take 1.5 GB. */
const MOST_AT_ONCE = 40;

async function bundleAll(pieces: ReadonlyMap<string, Piece>, outdir: string): Promise<Map<string, FreshCode>> {
  const compiler = new ValidatorCompiler();
  const code = new Map<string, FreshCode>();
  const all = [...pieces];
  try {
    for (let begin = 0; begin < all.length; begin += MOST_AT_ONCE)
      for (const built of await bundle(new Map(all.slice(begin, begin + MOST_AT_ONCE)), outdir, compiler))
        code.set(...built);
    return code;
  } finally {
    await compiler.close();
  }
}

/**
 * One esbuild call for many: a call per function takes 0.3-0.4 s each, one call 1.3 s for 25. Functions that load a
 * part of their code later are then rebuilt separately, split into parts: Node does not read or scan a part before it
 * is loaded, which saves a fifth of the import. In one call they would share their parts, some fifty for each function.
 */
async function bundle(
  pieces: ReadonlyMap<string, Piece>,
  outdir: string,
  compiler: ValidatorCompiler,
): Promise<Map<string, FreshCode>> {
  const entryPoints = [...pieces].map(([name, { path }]) => ({ in: path, out: name }));
  const whole = await run(entryPoints, { outdir, compiler });
  const outputs = new Map(Object.entries(whole.metafile.outputs).map(([path, output]) => [basename(path), output]));
  const code = new Map<string, FreshCode>();
  for (const [name, piece] of pieces) {
    const inputs = filesOf(Object.keys(outputs.get(`${name}.mjs`)!.inputs));
    const isSplit = isCode(piece.file) && loadsLater(inputs, whole.metafile);
    const built = isSplit ? await run([{ in: piece.path, out: name }], { outdir, compiler, splitting: true }) : whole;
    const sources = sourcesOf(relative(repository, piece.path), whole.metafile);
    code.set(name, { ...(await place(name, piece, built, outdir)), inputs, sources });
  }
  return code;
}

const MAPS = 'maps';
const mapOf = (name: string) => `${name}.mjs.map`;

/** The name of a file in stack traces. */
const traceName = (name: string, file: string) => (isPart(file) ? `${name}-${basename(file, '.mjs')}` : name);

/** Writes the code of a piece and its maps. */
async function place(
  name: string,
  { folder, file: first }: Piece,
  { texts }: Built,
  outdir: string,
): Promise<Pick<FreshCode, 'hash' | 'files'>> {
  const parts = first === CODE_FILE ? [...texts.keys()].filter((file) => isPart(file) && file.endsWith('.mjs')) : [];
  // The first file is placed last, so that its parts exist before anyone loads it.
  const files = [...parts.sort(), first];
  const hashes: string[] = [];
  for (const file of files) {
    const built = isPart(file) ? file : `${name}.mjs`;
    const { code, map } = withId(traceName(name, file), texts.get(built)!, texts.get(`${built}.map`)!);
    hashes.push(sha256OfParts(code));
    await replaceFile(join(outdir, folder, file), code);
    await replaceFile(join(outdir, MAPS, mapOf(traceName(name, file))), map);
  }
  return { hash: sha256OfParts(...hashes), files };
}

/** Whether one of our modules has a dynamic import. SDK clients have them too, but those parts are small. */
const loadsLater = (inputs: readonly string[], { inputs: modules }: Metafile) =>
  inputs
    .filter((path) => !path.includes('node_modules/'))
    .some((path) => modules[path]!.imports.some(({ kind, external }) => kind === 'dynamic-import' && !external));

/** Removes maps of earlier parts: the name of a part changes with its content. */
async function removeOtherMaps(folder: string, code: ReadonlyMap<string, BuiltCode>): Promise<void> {
  const wanted = new Set([...code].flatMap(([name, { files }]) => files.map((file) => mapOf(traceName(name, file)))));
  const others = (await readdir(folder)).filter((name) => !wanted.has(name) && !isFresh(name));
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

/** Every file that was read for an entry point, which is the first. */
function sourcesOf(entry: string, { inputs }: Metafile): string[] {
  const read = new Set([entry]);
  for (const path of read)
    for (const { path: imported, external } of inputs[path]!.imports) if (!external) read.add(imported);
  return filesOf([...read]);
}

/** Path prefix of virtual modules, which plugins create; they are not files. */
const NAMESPACE = /^[\w-]+:/;

/** The files among the inputs, each once. */
function filesOf(inputs: readonly string[]): string[] {
  const files = inputs.filter((path) => !NAMESPACE.test(path));
  return [...new Set(files.map((path) => path.replace(AS_WRITTEN, '')))];
}
