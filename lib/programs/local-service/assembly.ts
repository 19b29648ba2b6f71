import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stop } from 'esbuild';
import { sha256 } from '../../core/sha256.ts';
import { buildFunctions } from '../../infra/bundle.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** Inputs of the template, besides the bundles. */
const SOURCES = ['lib/{infra,core,adapters}/**/*.ts', 'statemachines/*.json', 'package-lock.json', 'cdk.json'];

/**
 * The cloud assembly in `outdir`, synthesized again only when an input has changed. The CDK takes a second and
 * 250 MB, so it runs in a short-lived process of its own.
 * @throws Error with the findings of the CDK
 */
export async function localAssembly(outdir: string): Promise<string> {
  const stampFile = join(outdir, 'made-from');
  const stamp = await stampOf();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return outdir;
  // Removed first, so that a killed process leaves no stamp beside an assembly of other inputs.
  await rm(stampFile, { force: true });
  const script = join(import.meta.dirname, 'synthesize.ts');
  await promisify(execFile)(process.execPath, [script, outdir]).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr || error.message);
  });
  await writeFile(stampFile, stamp);
  return outdir;
}

async function stampOf(): Promise<string> {
  // Otherwise the esbuild process, with several hundred megabytes, would run as long as this one.
  const built = await buildFunctions().finally(() => stop());
  const bundles = [...built].map(([name, { directory, hash }]) => `${name} ${directory} ${hash}`);
  const paths = globSync(SOURCES, { cwd: repository }).sort();
  const files = paths.map(async (path) => {
    const { mtimeMs, size } = await stat(join(repository, path));
    return `${path} ${mtimeMs} ${size}`;
  });
  return sha256([...bundles, ...(await Promise.all(files))].join('\n'));
}
