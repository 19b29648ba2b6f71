import { requestUrl, type Route } from '@malote/local-cloud/endpoint.ts';
import { type BuiltPage, builtPage, isFile } from './built-page.ts';

export const dashboardBuild: BuiltPage = { folder: '.build/dashboard', config: 'vite.config.ts' };

/**
 * The dashboard's page, as the distribution serves it: files by their name, and for every other path that a person opens the
 * one page.
 * @param others where paths of the service begin
 */
export function dashboardPage(others: readonly string[]): Route {
  const answer = builtPage(dashboardBuild);
  return (request, response) => {
    const url = requestUrl(request);
    if (!url || request.method !== 'GET') return false;
    const { pathname: path, searchParams } = url;
    // A signed link to a file is opened by a person, too.
    if (searchParams.has('X-Amz-Signature') || others.some((other) => path.startsWith(other))) return false;
    if (!isFile(path) && !isOpened(request.headers)) return false;
    answer(response, isFile(path) ? path : 'index.html');
    return true;
  };
}

/** Tells a browser that opens a page from a program that calls AWS. */
const isOpened = ({
  accept = '',
  authorization,
}: {
  accept?: string | undefined;
  authorization?: string | undefined;
}) => accept.includes('text/html') && authorization === undefined;
