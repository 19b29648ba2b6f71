import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { billOfMaterials, licenceList } from '../lib/infra/bill-of-materials.ts';
import { buildFunctions } from '../lib/infra/bundle.ts';
import { hashesOfFiles, placeCompanions } from '../lib/infra/companions.ts';
import { archiveSourceMaps } from '../lib/infra/source-maps.ts';

/**
 * `npm run build`: JavaScript for any Node from 22, with the data beside it: the operator's command (`npx
 * malote-operator`), the evidence check (`npx malote-evidence`), the listener (`npx malote-listen`) and the MCP server (`npx
 * malote-mcp`). Beside each stands what is bundled with it, as CycloneDX and as a list of licences; that of all deployed
 * functions is in `dist/functions`.
 */
const repository = resolve(import.meta.dirname, '..');
const directory = join(repository, 'dist/operator');
const COMMAND = 'malote-operator';

/** CommonJS dependencies call `require`; files that are read at run time are beside the bundle, as for a function. */
const banner = [
  `import { createRequire as __createRequire } from 'node:module';`,
  `const require = __createRequire(import.meta.url);`,
  `process.env.LAMBDA_TASK_ROOT = import.meta.dirname;`,
].join('\n');

// PDFium's thread is bundled with the functions.
const functions = await buildFunctions();
await listPackages(
  'functions',
  [...functions.values()].flatMap(({ inputs }) => inputs),
);
await archiveSourceMaps();
const { metafile } = await build({
  entryPoints: [{ in: join(repository, 'bin/operator.ts'), out: COMMAND }],
  outdir: directory,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  // Modules that are loaded on demand are separate files, so that help and small commands start fast.
  splitting: true,
  minify: true,
  platform: 'node',
  target: 'node22',
  format: 'esm',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  banner: { js: banner },
  metafile: true,
  absWorkingDir: repository,
});
await listPackages('operator', Object.keys(metafile.inputs));
await placeCompanions(directory, Object.keys(metafile.inputs), {
  threadsFolder: join(repository, '.build/threads'),
  code: Object.keys(metafile.outputs).map((path) => basename(path)),
  hashOf: hashesOfFiles(),
});
for (const program of ['evidence', 'listen', 'mcp']) {
  const { metafile: made } = await build({
    entryPoints: [{ in: join(repository, `bin/${program}.ts`), out: `malote-${program}` }],
    outdir: join(repository, 'dist', program),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    legalComments: 'none',
    metafile: true,
    absWorkingDir: repository,
  });
  await listPackages(program, Object.keys(made.inputs));
}
console.log(`Built dist/operator: npx ${COMMAND} help`);

async function listPackages(name: string, inputs: readonly string[]): Promise<void> {
  const folder = join(repository, 'dist', name);
  await mkdir(folder, { recursive: true });
  const bill = await billOfMaterials(`malote-${name}`, inputs);
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  await writeFile(join(folder, 'licences.txt'), licenceList(bill));
}
