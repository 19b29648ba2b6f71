import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { stop } from 'esbuild';
import { sha256 } from '../../core/sha256.ts';
import { buildFunctions } from '../../infra/bundle.ts';
import { absent } from '../../infra/files.ts';
import { beforeReading, hashOfFile, wasChangedSince } from '../../infra/sources.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** Files that the synthesis reads, besides the modules that it loads and the bundles. */
const READ = ['statemachines/*.json', 'package-lock.json', 'cdk.json'];

interface MadeFrom {
  /** Relative to the repository. */
  sources: string[];
  stamp: string;
}

/**
 * The cloud assembly in `outdir`, synthesized again only when an input has changed. The CDK takes a second and
 * 250 MB, so it runs in a short-lived process of its own.
 * @throws Error with the findings of the CDK
 */
export async function localAssembly(outdir: string): Promise<string> {
  const stampFile = join(outdir, 'made-from.json');
  const startedAt = await beforeReading();
  // Otherwise the esbuild process, with several hundred megabytes, would run as long as this one.
  const built = await buildFunctions().finally(() => stop());
  const bundles = [...built].map(([name, { directory, hash }]) => `${name} ${directory} ${hash}`);
  const text = await readFile(stampFile, 'utf8').catch(absent);
  const last = text === undefined ? undefined : (JSON.parse(text) as MadeFrom);
  if (last && last.stamp === stampOf(bundles, last.sources)) return outdir;
  // Removed first, so that a killed process leaves no stamp beside an assembly of other inputs.
  await rm(stampFile, { force: true });
  const sources = [...(await synthesizeIn(outdir)), ...globSync(READ, { cwd: repository })].sort();
  const stamp = stampOf(bundles, sources);
  const changes = await Promise.all(sources.map((path) => wasChangedSince(startedAt, join(repository, path))));
  if (!changes.includes(true)) await writeFile(stampFile, JSON.stringify({ sources, stamp } satisfies MadeFrom));
  return outdir;
}

/** @returns the modules that it loaded, relative to the repository */
async function synthesizeIn(outdir: string): Promise<string[]> {
  const script = join(import.meta.dirname, 'synthesize.ts');
  await promisify(execFile)(process.execPath, [script, outdir]).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr || error.message);
  });
  const loaded = JSON.parse(await readFile(join(outdir, 'modules.json'), 'utf8')) as string[];
  return loaded.map((path) => relative(repository, path));
}

function stampOf(bundles: readonly string[], sources: readonly string[]): string {
  const files = sources.map((path) => `${path} ${hashOfFile(join(repository, path))}`);
  return sha256([...bundles, ...files].join('\n'));
}
