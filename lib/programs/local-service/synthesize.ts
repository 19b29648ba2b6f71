import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The process in which `localAssembly` runs the CDK; the folder of the assembly is its argument. Beside the assembly it
 * writes which of our modules it loaded.
 */
const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    if (url.startsWith('file:') && !url.includes('/node_modules/')) loaded.add(fileURLToPath(url));
    return next(url, context);
  },
});
const { synthesize } = await import('../../infra/synth.ts');
const outdir = process.argv[2]!;
await synthesize({ outdir, validation: false });
writeFileSync(join(outdir, 'modules.json'), JSON.stringify([...loaded]));
