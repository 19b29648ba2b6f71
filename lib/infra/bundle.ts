import { globSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { type BuiltCode, lastBuild, recordBuild } from './build-record.ts';
import { hashesOfFiles, placeCompanions, threads } from './companions.ts';
import { isFresh, replaceFile, sha256OfParts } from './files.ts';
import { pdfLibModules } from './pdf-lib-modules.ts';
import { AS_WRITTEN, precompiledValidators } from './precompiled-validators.ts';
import { requiredBuiltins } from './required-builtins.ts';
import { withId } from './source-maps.ts';

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
 * Bundles every function. Keeps the last bundles when none of their inputs has changed.
 * @returns the bundles by function name, which is the name of the handler's folder
 * @throws BuildFailure of esbuild, or an Error when two functions share a name
 */
export async function buildFunctions({
  functionsRoot = join(repository, 'functions'),
  outdir = join(repository, '.build'),
}: BuildOptions = {}): Promise<ReadonlyMap<string, FunctionBundle>> {
  const entries = findEntries(functionsRoot);
  const code = (await lastBuild(outdir, repository, entries)) ?? (await bundle(entries, outdir));
  const hashOf = hashesOfFiles();
  const bundles = Object.entries(code).map(async ([name, { hash, files, inputs }]) => {
    const directory = join(outdir, 'functions', name);
    const companions = await placeCompanions(directory, inputs, {
      threadsFolder: join(outdir, 'threads'),
      code: files,
      hashOf,
    });
    return [name, { directory, hash: sha256OfParts(hash, companions), inputs }] as const;
  });
  return new Map(await Promise.all(bundles));
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
async function run(entryPoints: { in: string; out: string }[], outdir: string, splitting: boolean): Promise<Built> {
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
    plugins: [precompiledValidators, pdfLibModules, requiredBuiltins],
    metafile: true,
    write: false,
    absWorkingDir: repository,
    logLevel: 'silent',
  });
  return { texts: new Map(outputFiles.map((file) => [basename(file.path), file.text])), metafile };
}

/**
 * One esbuild call for all: a process per function takes 0.3-0.4 s each, one call 1.3 s for 25. Functions that load a
 * part of their code later are then rebuilt separately, split into parts: Node does not read or scan a part before it
 * is loaded, which saves a fifth of the import. In one call they would share their parts, some fifty for each function.
 */
async function bundle(entries: ReadonlyMap<string, string>, outdir: string): Promise<Record<string, BuiltCode>> {
  const entryPoints = [...entries, ...Object.entries(threads)].map(([name, path]) => ({ in: path, out: name }));
  const whole = await run(entryPoints, outdir, false);
  const outputs = new Map(Object.entries(whole.metafile.outputs).map(([path, output]) => [basename(path), output]));
  const maps = new Set<string>();
  const place = async (name: string, path: string, file: string, { texts }: Built): Promise<string> => {
    const { code, map } = withId(name, texts.get(file)!, texts.get(`${file}.map`)!);
    maps.add(`${name}.mjs.map`);
    await replaceFile(join(outdir, path), code);
    await replaceFile(join(outdir, 'maps', `${name}.mjs.map`), map);
    return sha256OfParts(code);
  };
  for (const name of Object.keys(threads)) await place(name, join('threads', `${name}.mjs`), `${name}.mjs`, whole);
  const code: Record<string, BuiltCode> = {};
  for (const [name, path] of entries) {
    const own = `${name}.mjs`;
    const inputs = filesOf(outputs.get(own)!.inputs);
    const built = loadsLater(inputs, whole.metafile) ? await run([{ in: path, out: name }], outdir, true) : whole;
    const parts = [...built.texts.keys()].filter((file) => isPart(file) && file.endsWith('.mjs')).sort();
    const folder = join('functions', name);
    const hashes: string[] = [];
    for (const part of parts)
      hashes.push(await place(`${name}-${basename(part, '.mjs')}`, join(folder, part), part, built));
    // Placed last, so that its parts exist before anyone loads it.
    hashes.push(await place(name, join(folder, CODE_FILE), own, built));
    code[name] = { hash: sha256OfParts(...hashes), files: [...parts, CODE_FILE], inputs };
  }
  await removeOtherMaps(join(outdir, 'maps'), maps);
  await recordBuild(outdir, repository, code, filesOf(whole.metafile.inputs));
  return code;
}

/** Whether one of our modules has a dynamic import. SDK clients have them too, but those parts are small. */
const loadsLater = (inputs: readonly string[], { inputs: modules }: Metafile) =>
  inputs
    .filter((path) => !path.includes('node_modules/'))
    .some((path) => modules[path]!.imports.some(({ kind, external }) => kind === 'dynamic-import' && !external));

/** Removes maps of earlier parts: the name of a part changes with its content. */
async function removeOtherMaps(folder: string, wanted: ReadonlySet<string>): Promise<void> {
  const others = (await readdir(folder)).filter((name) => !wanted.has(name) && !isFresh(name));
  await Promise.all(others.map((name) => rm(join(folder, name), { force: true })));
}

/** Path prefix of virtual modules, which plugins create; they are not files. */
const NAMESPACE = /^[\w-]+:/;

/** The files among the inputs, each once. */
function filesOf(inputs: Readonly<Record<string, unknown>>): string[] {
  const files = Object.keys(inputs).filter((path) => !NAMESPACE.test(path));
  return [...new Set(files.map((path) => path.replace(AS_WRITTEN, '')))];
}
