import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build as esbuild, type Plugin } from 'esbuild';
import { buildFunctions, isCode } from '../../infra/bundle.ts';
import { synthesize } from '../../infra/synth.ts';
import { buildSite } from '../site/build-site.ts';
import { buildPage } from './built-page.ts';
import { dashboardBuild } from './dashboard-page.ts';
import { DOCUMENTATION_BASE, DOCUMENTATION_FOLDER } from './documentation.ts';
import { type CompanionPlaces, COMPANIONS_FOLDER, PLACES_FILE } from './linked-assembly.ts';
import { thirdPartyNotices } from './third-party-notices.ts';
import { workbenchBuild } from './workbench-page.ts';

const repository = resolve(import.meta.dirname, '../../..');

/**
 * The folder of this program: bundles here find the files that they read by the same relative paths as their sources.
 */
const HERE = 'lib/programs/local-service';

/** Versions of Node on which the service runs. */
const NODE = 24;

/** The package's command; an older Node prints a message. */
const command = `#!/usr/bin/env node
const { node } = process.versions;
if (Number.parseInt(node, 10) < ${NODE}) {
  console.error(\`Malote runs on Node ${NODE} or newer, and this is Node \${node}.\`);
  process.exit(1);
}
const { main } = await import('../${HERE}/simulator.mjs');
await main({ print: (line) => console.log(line), complain: (line) => console.error(line) });
`;
const COMMAND_FILE = 'bin/malote-simulator.js';

/** Types of `start`, beside those of what it returns, which are a file of declarations alone. */
const TYPES_FILE = 'index.d.ts';
const startTypes = `export declare function start(options?: StartOptions): Promise<Simulator>;
`;

/** Bundles by the name of their file. */
const entries = {
  simulator: `${HERE}/simulator.ts`,
  'simulator-start': `${HERE}/simulator-start.ts`,
  'provider-thread': `${HERE}/sign-in/provider-thread.ts`,
  'lambda-worker': 'lib/local-cloud/lambda/lambda-worker.ts',
};

/** Files that are read at run time and copied unchanged. */
const files = ['data/postal-codes', 'docs/api/openapi.json'];

/** A thread is started from a file beside its starter, which is JavaScript in the package. */
const threadsAreJavaScript: Plugin = {
  name: 'threads-are-javascript',
  setup: (build) => {
    build.onLoad({ filter: /\/lib\/.*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replaceAll(/(new URL\('\.\/[\w-]+)\.ts(', import\.meta\.url\))/g, '$1.mjs$2');
      return { contents, loader: 'ts' };
    });
  },
};

/**
 * Builds `npx @malote/simulator`: the local service as JavaScript, with template, functions, dashboard and
 * documentation, without dependencies.
 * @param directory receives the package, ready for `npm publish`; its contents are replaced
 */
export async function buildSimulator(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, HERE), { recursive: true });
  await synthesize({ outdir: join(directory, 'assembly'), validation: false, staged: true });
  await keepCompanionsOnce(directory);
  const inputs = await bundle(directory);
  for (const { inputs: sources } of (await buildFunctions()).values()) sources.forEach((source) => inputs.add(source));
  await writeFile(join(directory, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(inputs, repository));
  await cp(join(repository, 'clients/LICENSE'), join(directory, 'LICENSE'));
  for (const file of files) await cp(join(repository, file), join(directory, file), { recursive: true });
  for (const page of [dashboardBuild, workbenchBuild]) await buildPage(page, join(directory, page.folder));
  await buildSite({ base: DOCUMENTATION_BASE, out: join(directory, DOCUMENTATION_FOLDER) });
  await cp(join(repository, 'docs/simulator.md'), join(directory, 'README.md'));
  const types = await readFile(join(repository, HERE, 'simulator-types.ts'), 'utf8');
  await writeFile(join(directory, TYPES_FILE), `${types}\n${startTypes}`);
  await mkdir(join(directory, 'bin'));
  await writeFile(join(directory, COMMAND_FILE), command, { mode: 0o755 });
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`);
}

/**
 * Moves data files of functions out of their folders, because the package would contain fonts and postal codes six
 * times. Files with the same name are the same (`companions.ts`). `simulator.ts` puts them back.
 */
async function keepCompanionsOnce(directory: string): Promise<void> {
  const places: CompanionPlaces = {};
  await mkdir(join(directory, COMPANIONS_FOLDER));
  for (const asset of await readdir(join(directory, 'assembly'))) {
    const folder = join(directory, 'assembly', asset);
    if (!asset.startsWith('asset.') || !(await stat(folder)).isDirectory()) continue;
    places[asset] = (await readdir(folder)).filter((name) => !isCode(name));
    for (const name of places[asset]) {
      const kept = join(directory, COMPANIONS_FOLDER, name);
      await rm(kept, { recursive: true, force: true });
      await rename(join(folder, name), kept);
    }
  }
  await writeFile(join(directory, PLACES_FILE), JSON.stringify(places));
}

/** @returns the files that went into the bundles, relative to the repository */
async function bundle(directory: string): Promise<Set<string>> {
  const { metafile } = await esbuild({
    entryPoints: Object.entries(entries).map(([out, path]) => ({ in: join(repository, path), out })),
    outdir: join(directory, HERE),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: `node${NODE}`,
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    // CommonJS dependencies call `require` for Node's built-in modules.
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`,
    },
    plugins: [threadsAreJavaScript],
    metafile: true,
    absWorkingDir: repository,
    logLevel: 'silent',
  });
  return new Set(Object.keys(metafile.inputs));
}

function description(): object {
  const { version } = createRequire(import.meta.url)(join(repository, 'package.json')) as Record<string, string>;
  return {
    name: '@malote/simulator',
    version,
    description: 'The whole Malote service on one machine, with a clock that you control, for your own tests',
    license: 'MIT',
    type: 'module',
    engines: { node: `>=${NODE}` },
    bin: { 'malote-simulator': COMMAND_FILE },
    exports: { '.': { types: `./${TYPES_FILE}`, default: `./${HERE}/simulator-start.mjs` } },
    files: ['*'],
  };
}
