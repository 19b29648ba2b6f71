import { requestUrl, type Route } from '@malote/local-cloud/endpoint.ts';
import { type BuiltPage, builtPage, isFile } from './built-page.ts';

export const dashboardBuild: BuiltPage = { folder: '.build/dashboard', config: 'vite.config.ts' };

/**
 * The dashboard's page, as the distribution serves it: files by name, and the one page for every other path that a
 * person opens.
 * @param others folders of the service's paths, such as `/api/`, which may be opened without the slash
 */
export function dashboardPage(others: readonly string[]): Route {
  const answer = builtPage(dashboardBuild);
  return (request, response) => {
    const url = requestUrl(request);
    if (!url || request.method !== 'GET') return false;
    const { pathname: path, searchParams } = url;
    // People also open signed links to files.
    if (searchParams.has('X-Amz-Signature') || others.some((other) => `${path}/`.startsWith(other))) return false;
    if (!isFile(path) && !isOpened(request.headers)) return false;
    // Cookies, links and the provider are those of 127.0.0.1: a sign-in that began at `localhost` could not end.
    if (url.hostname === 'localhost') {
      url.hostname = '127.0.0.1';
      response.writeHead(307, { location: url.href }).end();
      return true;
    }
    answer(response, isFile(path) ? path : 'index.html');
    return true;
  };
}

/** Distinguishes a browser that opens a page from a program that calls AWS. */
const isOpened = ({
  accept = '',
  authorization,
}: {
  accept?: string | undefined;
  authorization?: string | undefined;
}) => accept.includes('text/html') && authorization === undefined;
