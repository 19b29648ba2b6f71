import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { requestUrl, type Route, send } from '@malote/local-cloud/endpoint.ts';
import { contentSecurityPolicy } from '../../adapters/http/dashboard-pages.ts';
import { builtWhenOpened } from './built-when-opened.ts';
import { headersOf } from './content-types.ts';

const repository = resolve(import.meta.dirname, '../../..');
const source = join(repository, 'dashboard');
/** Of the built page, from the repository. */
export const DASHBOARD_FOLDER = '.build/dashboard';
const folder = join(repository, DASHBOARD_FOLDER);

const SOURCES = ['dashboard/{src,build,public}/**/*', 'dashboard/*.*', 'data/prices.json', 'package-lock.json'];

const policy = contentSecurityPolicy();

/**
 * The dashboard's page, as the distribution serves it: files by their name, and for every other path that a person opens the
 * one page. It is built when it is first opened and has changed, so the start of the service does not wait for it.
 * @param others where paths of the service begin
 */
export function dashboardPage(others: readonly string[]): Route {
  const whenBuilt = builtWhenOpened({
    sources: SOURCES,
    stamp: '.build/dashboard.made-from',
    build: () => buildDashboard(folder),
  });
  return (request, response) => {
    const url = requestUrl(request);
    if (!url || request.method !== 'GET') return false;
    const { pathname: path, searchParams } = url;
    // A signed link to a file is opened by a person, too.
    if (searchParams.has('X-Amz-Signature') || others.some((other) => path.startsWith(other))) return false;
    const isFile = path.startsWith('/assets/') || /^\/[\w-]+\.(?:svg|png|ico|txt|json)$/.test(path);
    if (!isFile && !isOpened(request.headers)) return false;
    whenBuilt()
      .then(() => readFile(isFile ? join(folder, path) : join(folder, 'index.html')))
      .then(
        (body) => {
          send(response, { status: 200, headers: headersOf(isFile ? path : 'index.html', policy), body });
        },
        (error: NodeJS.ErrnoException) => {
          const status = error.code === 'ENOENT' ? 404 : 500;
          send(response, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: error.message });
        },
      );
    return true;
  };
}

/**
 * In a process of its own, since the bundler takes far more memory than the service.
 * @param outDir receives the page; what is there goes
 */
export async function buildDashboard(outDir: string): Promise<void> {
  const vite = join(createRequire(join(source, 'package.json')).resolve('vite/package.json'), '../bin/vite.js');
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir],
    { cwd: source },
  );
}

/** Tells a browser that opens a page from a program that calls AWS. */
const isOpened = ({
  accept = '',
  authorization,
}: {
  accept?: string | undefined;
  authorization?: string | undefined;
}) => accept.includes('text/html') && authorization === undefined;
