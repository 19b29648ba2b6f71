import { requestUrl, type Route, send } from '@malote/local-cloud/endpoint.ts';
import type { Locale } from '../../adapters/http/locale.ts';
import { errorPage, errorPagePaths, errorPagePolicy } from '../site/error-pages.ts';

const DOCS_PATH = '/docs/';

/** Base of `error.doc_url` of a service at this endpoint. */
export const localDocsUrl = (endpoint: string) => `${endpoint}${DOCS_PATH}${errorPagePaths['pt-BR']}`;

/** Serves the page that `error.doc_url` leads to, in both languages. It is made from the catalogue when it is opened. */
export function documentation(endpoint: () => string): Route {
  const locales = new Map(
    Object.entries(errorPagePaths).map(([locale, path]) => [`${DOCS_PATH}${path}`, locale as Locale]),
  );
  return (request, response) => {
    const locale = locales.get(requestUrl(request)?.pathname ?? '');
    if (!locale || request.method !== 'GET') return false;
    send(response, {
      status: 200,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': locale,
        'Content-Security-Policy': errorPagePolicy,
        'X-Content-Type-Options': 'nosniff',
      },
      body: errorPage(locale, localDocsUrl(endpoint())),
    });
    return true;
  };
}
