import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { requestUrl, type Route, send } from '@malote/local-cloud/endpoint.ts';
import { headersOf } from '../../adapters/pages/content-types.ts';
import { documentationPolicy } from '../../infra/documentation-policy.ts';
import { builtWhenOpened } from './built-when-opened.ts';

const repository = resolve(import.meta.dirname, '../../..');
/** Path of the documentation in the service. */
export const DOCUMENTATION_BASE = '/docs';
/** Folder of the built pages, relative to the repository. */
export const DOCUMENTATION_FOLDER = '.build/site';

const SOURCES = [
  'CHANGELOG.md',
  'CHANGELOG.pt-BR.md',
  'clients/*/README.md',
  'dashboard/public/icon.svg',
  'data/prices.json',
  'docs/api/openapi.json',
  'docs/rules/limits.md',
  'docs/site/**/*',
  'lib/adapters/http/error-*.ts',
  'lib/core/evidence/*.ts',
  'lib/texts/**/*.ts',
  'lib/pdf/**/*.ts',
  'lib/core/domain/{letters,verifications}.ts',
  'lib/programs/openapi/error-*.ts',
  'lib/programs/site/*',
  'package-lock.json',
];

/** Base of `error.doc_url` of a service at this endpoint: the folder of the errors' pages. */
export const localDocsUrl = (endpoint: string) => `${endpoint}${DOCUMENTATION_BASE}/erros`;

/** The documentation for customers, as its distribution serves it: a path without an extension is a page. */
export const documentation: Route = (request, response) => {
  const path = requestUrl(request)?.pathname;
  if (request.method !== 'GET' || !path || !(path === DOCUMENTATION_BASE || path.startsWith(`${DOCUMENTATION_BASE}/`)))
    return false;
  const isPage = extname(path) === '';
  const file = join(DOCUMENTATION_FOLDER, path.slice(DOCUMENTATION_BASE.length), isPage ? 'index.html' : '');
  whenBuilt()
    .then(() => readFile(join(repository, file)))
    .then(
      (body) => send(response, { status: 200, headers: headersOf(file, documentationPolicy), body }),
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' && error.code !== 'EISDIR') {
          send(response, {
            status: 500,
            headers: { 'Content-Type': 'text/plain; charset=utf-8' },
            body: error.message,
          });
          return;
        }
        const body = await readFile(join(repository, DOCUMENTATION_FOLDER, '404.html'));
        send(response, { status: 404, headers: headersOf('404.html', documentationPolicy), body });
      },
    );
  return true;
};

/** In a separate process, because the generator needs far more memory than the service. */
const whenBuilt = builtWhenOpened({
  sources: SOURCES,
  stamp: '.build/site.made-from',
  build: () =>
    promisify(execFile)(
      process.execPath,
      ['bin/site.ts', '--base', DOCUMENTATION_BASE, '--out', DOCUMENTATION_FOLDER],
      { cwd: repository },
    ),
});
