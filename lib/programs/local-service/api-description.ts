import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { requestUrl, type Route, send } from '@malote/local-cloud/endpoint.ts';
import { OPENAPI_FILE, PUBLISHED_DOCS_URL } from '../openapi/files.ts';
import { DOCUMENTATION_BASE } from './documentation.ts';

const file = resolve(import.meta.dirname, '../../..', OPENAPI_FILE);

/**
 * Serves the OpenAPI description as `openapi.json` under the API's base URL, with this service as its server and
 * its documentation. It is in no template: a deployed API has only the documented endpoints.
 * @param baseUrl of the API, once it is known
 */
export function apiDescription(baseUrl: () => string | undefined): Route {
  return (request, response) => {
    const url = baseUrl();
    if (!url || request.method !== 'GET') return false;
    if (requestUrl(request)?.pathname !== `${new URL(url).pathname}/openapi.json`) return false;
    readFile(file, 'utf8').then(
      (text) => {
        const documented = text.replaceAll(PUBLISHED_DOCS_URL, new URL(DOCUMENTATION_BASE, url).href);
        const description = { ...(JSON.parse(documented) as object), servers: [{ url }] };
        send(response, {
          status: 200,
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify(description),
        });
      },
      (error: NodeJS.ErrnoException) => send(response, { status: 500, body: error.message }),
    );
    return true;
  };
}
