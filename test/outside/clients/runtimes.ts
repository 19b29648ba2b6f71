import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { run } from '../aws/processes.ts';

const repository = resolve(import.meta.dirname, '../../..');
/** The program, and what runs it. */
const source = (file: string) => join(import.meta.dirname, 'typescript/runtimes', file);
const packages = join(repository, '.build/clients/typescript-runtimes');

type Environment = Readonly<Record<string, string>>;

/** Where customers run the client; `run` gives what the program returns. */
export interface Runtime {
  name: string;
  run: (environment: Environment) => Promise<string>;
}

/** What of Miniflare is used here. */
interface Worker {
  dispatchFetch: (url: string) => Promise<{ text: () => Promise<string> }>;
  dispose: () => Promise<void>;
}

/**
 * The runtimes besides Node with ES modules.
 * @param folder where the client is installed
 */
export async function runtimes(folder: string): Promise<readonly Runtime[]> {
  await install();
  await cp(source('program.mjs'), join(folder, 'program.mjs'));
  const print = 'program(process.env).then((line) => console.log(line));\n';
  await writeFile(join(folder, 'runtime.mjs'), `import { program } from './program.mjs';\n${print}`);
  const text = await readFile(source('program.mjs'), 'utf8');
  const common = text
    .replace(/^import (.*) from (.*);$/m, 'const $1 = require($2);')
    .replace('export async function', 'async function');
  await writeFile(join(folder, 'runtime.cjs'), `${common}\n${print}`);
  const command =
    (file: string, ...args: string[]) =>
    async (environment: Environment) => {
      const options = { cwd: folder, env: { ...process.env, ...environment } };
      return (await promisify(execFile)(file, args, options)).stdout.trim();
    };
  const bun = join(packages, 'node_modules/@oven/bun-linux-x64/bin/bun');
  const deno = join(packages, 'node_modules/@deno/linux-x64-glibc/deno');
  return [
    { name: 'Node, with require', run: command(process.execPath, 'runtime.cjs') },
    { name: 'Bun', run: command(bun, 'runtime.mjs') },
    { name: 'Deno', run: command(deno, 'run', '--allow-all', '--node-modules-dir=manual', 'runtime.mjs') },
    { name: 'Cloudflare Workers', run: (environment) => inWorker(folder, environment) },
  ];
}

/** Bundled as for a browser, so a module of Node anywhere in the client is an error; and without `nodejs_compat`. */
async function inWorker(folder: string, bindings: Environment): Promise<string> {
  const worker = `import { program } from './program.mjs';
export default { fetch: async (request, env) => new Response(await program(env).catch((error) => error.stack)) };`;
  const { outputFiles } = await build({
    stdin: { contents: worker, resolveDir: folder },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const { Miniflare } = createRequire(join(packages, 'package.json'))('miniflare') as {
    Miniflare: new (options: object) => Worker;
  };
  const compatibilityDate = '2026-07-30';
  const started = new Miniflare({ modules: true, script: outputFiles[0]!.text, compatibilityDate, bindings });
  try {
    return await (await started.dispatchFetch('http://localhost/')).text();
  } finally {
    await started.dispose();
  }
}

async function install(): Promise<void> {
  const files = ['package.json', 'package-lock.json'] as const;
  const wanted = await readFile(source(files[1]), 'utf8');
  const installed = join(packages, 'installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === wanted) return;
  await mkdir(packages, { recursive: true });
  for (const file of files) await cp(source(file), join(packages, file));
  await run('npm', ['ci', '--prefix', packages, '--no-audit', '--no-fund', '--ignore-scripts']);
  await writeFile(installed, wanted);
}
