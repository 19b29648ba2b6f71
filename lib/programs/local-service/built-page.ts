import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { send } from '@malote/local-cloud/endpoint.ts';
import { contentSecurityPolicy } from '../../adapters/http/dashboard-pages.ts';
import { headersOf } from '../../adapters/pages/content-types.ts';
import { builtWhenOpened } from './built-when-opened.ts';

const repository = resolve(import.meta.dirname, '../../..');
const source = join(repository, 'dashboard');

const SOURCES = [
  'dashboard/{src,build,public}/**/*',
  'dashboard/*.*',
  'data/prices.json',
  'docs/api/openapi.json',
  'package-lock.json',
];

const policy = contentSecurityPolicy();

export interface BuiltPage {
  /** Folder of the built files, relative to the repository. */
  folder: string;
  /** Vite configuration file, in `dashboard/`. */
  config: string;
}

/**
 * Returns a function that serves a file of a page. The page is built when it is first opened, if it has changed,
 * so the start of the service does not wait for it.
 */
export function builtPage(page: BuiltPage): (response: ServerResponse, file: string) => void {
  const whenBuilt = folderOf(page);
  return (response, file) => {
    whenBuilt()
      .then((folder) => readFile(join(folder, file)))
      .then(
        (body) => {
          send(response, { status: 200, headers: headersOf(file, policy), body });
        },
        (error: NodeJS.ErrnoException) => {
          const status = error.code === 'ENOENT' ? 404 : 500;
          send(response, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: error.message });
        },
      );
  };
}

/** Returns a function that builds a page if it has changed, and returns its folder. */
export function folderOf(page: BuiltPage): () => Promise<string> {
  const folder = join(repository, page.folder);
  const whenBuilt = builtWhenOpened({
    sources: SOURCES,
    stamp: `${page.folder}.made-from`,
    build: () => buildPage(page, folder),
  });
  return () => whenBuilt().then(() => folder);
}

/** Whether a path names a file; every other path is a screen of the page. */
export const isFile = (path: string) =>
  path.startsWith('/assets/') || /^\/[\w-]+\.(?:svg|png|ico|txt|json)$/.test(path);

/**
 * Builds a page in a separate process, because the bundler needs far more memory than the service.
 * @param outDir receives the page; its contents are replaced
 */
export async function buildPage({ config }: BuiltPage, outDir: string): Promise<void> {
  const vite = join(createRequire(join(source, 'package.json')).resolve('vite/package.json'), '../bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--config', config, '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir],
    { cwd: source },
  );
}
