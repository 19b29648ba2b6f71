import { requestUrl, type Route } from '@malote/local-cloud/endpoint.ts';
import { type BuiltPage, builtPage, isFile } from './built-page.ts';

export const dashboardBuild: BuiltPage = { folder: '.build/dashboard', config: 'vite.config.ts' };

/**
 * The dashboard's page, as the distribution serves it: files by name, and the one page for every other path that a
 * person opens.
 * @param others prefixes of the service's paths
 */
export function dashboardPage(others: readonly string[]): Route {
  const answer = builtPage(dashboardBuild);
  return (request, response) => {
    const url = requestUrl(request);
    if (!url || request.method !== 'GET') return false;
    const { pathname: path, searchParams } = url;
    // People also open signed links to files.
    if (searchParams.has('X-Amz-Signature') || others.some((other) => path.startsWith(other))) return false;
    if (!isFile(path) && !isOpened(request.headers)) return false;
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
