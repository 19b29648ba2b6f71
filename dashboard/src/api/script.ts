import { RequestFailed } from './request.ts';

/** Whether the dashboard's host responds at all. */
export async function isReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/**
 * A script that is loaded when it is needed. Without a connection it fails like a request. Otherwise the browser's own
 * error stays: a new deployment has replaced the file, and the router reloads the page.
 */
export async function loaded<Script>(script: Promise<Script>): Promise<Script> {
  try {
    return await script;
  } catch (error) {
    if (await isReachable()) throw error;
    throw new RequestFailed(0, { message: '', code: 'no_answer' });
  }
}
