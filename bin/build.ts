import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildFunctions } from '../lib/infra/bundle.ts';
import { hashesOfFiles, placeCompanions } from '../lib/infra/companions.ts';
import { archiveSourceMaps } from '../lib/infra/source-maps.ts';

/**
 * `npm run build`: JavaScript for any Node from 22, with the data beside it: the operator's command (`npx
 * malote-operator`), the evidence check (`npx malote-evidence`) and the listener (`npx malote-listen`).
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
await buildFunctions();
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
await placeCompanions(directory, Object.keys(metafile.inputs), {
  threadsFolder: join(repository, '.build/threads'),
  code: Object.keys(metafile.outputs).map((path) => basename(path)),
  hashOf: hashesOfFiles(),
});
for (const program of ['evidence', 'listen']) {
  await build({
    entryPoints: [{ in: join(repository, `bin/${program}.ts`), out: `malote-${program}` }],
    outdir: join(repository, 'dist', program),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    legalComments: 'none',
    absWorkingDir: repository,
  });
}
console.log(`Built dist/operator: npx ${COMMAND} help`);
