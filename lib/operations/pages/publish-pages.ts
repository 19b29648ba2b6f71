import { concurrently } from '../concurrently.ts';

/** The built files of pages, by their paths. */
export interface BuiltFiles {
  paths(): Promise<string[]>;
  read(path: string): Promise<Uint8Array>;
}

/** Where a distribution finds the files. */
export interface PublishedFiles {
  paths(): Promise<string[]>;
  put(path: string, content: Uint8Array, cacheControl: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** Vite and Astro put a hash of the contents into these names. */
const hasHash = (path: string) => /^assets\/[^/]+-[\w-]{8}\.\w+$|^_astro\//.test(path);

/** Browsers keep what can never change, and ask for every other file each time. */
export const cacheControlOf = (path: string) => (hasHash(path) ? 'max-age=31536000, immutable' : 'no-cache');

/** As many as the connections that the SDK keeps with S3 serve without waiting. */
const AT_ONCE = 32;

/**
 * Replaces the published pages by the built ones. Pages come after the files that they name. Files with a hash in their name
 * stay, since a page that is open in a browser loads them later; others that are not built any more are removed. Where nothing was built, everything stays.
 */
export async function publishPages(built: BuiltFiles, published: PublishedFiles): Promise<void> {
  const paths = await built.paths();
  if (paths.length === 0) return;
  const put = async (path: string) => published.put(path, await built.read(path), cacheControlOf(path));
  const named = paths.filter(hasHash);
  const others = paths.filter((path) => !hasHash(path));
  await concurrently(named, AT_ONCE, put);
  await concurrently(others, AT_ONCE, put);
  const wanted = new Set(paths);
  const gone = (await published.paths()).filter((path) => !wanted.has(path) && !hasHash(path));
  await concurrently(gone, AT_ONCE, (path) => published.remove(path));
}

/** Removes every file: S3 deletes only an empty bucket. */
export async function withdrawPages(published: PublishedFiles): Promise<void> {
  await concurrently(await published.paths(), AT_ONCE, (path) => published.remove(path));
}
