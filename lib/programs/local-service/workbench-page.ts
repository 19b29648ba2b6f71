import { requestUrl, type Route } from '@malote/local-cloud/endpoint.ts';
import { type BuiltPage, builtPage, isFile } from './built-page.ts';

export const workbenchBuild: BuiltPage = { folder: '.build/workbench', config: 'vite.workbench.config.ts' };

/**
 * The page that operates the local service.
 * @param base its path, same as in its build
 */
export function workbenchPage(base: string): Route {
  const answer = builtPage(workbenchBuild);
  return (request, response) => {
    const path = requestUrl(request)?.pathname;
    if (!path || request.method !== 'GET' || !(path === base || path.startsWith(`${base}/`))) return false;
    const below = path.slice(base.length);
    const isPage = below === '' || below === '/';
    if (!isPage && !isFile(below)) return false;
    answer(response, isPage ? 'workbench.html' : below);
    return true;
  };
}
