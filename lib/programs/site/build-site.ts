import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'astro';
import type { Locale } from '../../core/domain/locale.ts';
import type { Schema } from '../../core/schemas/json-schema.ts';
import { settleAll } from '../../core/settle-all.ts';
import { EVIDENCE_EXAMPLE, OPENAPI_FILE, PUBLISHED_DOCS_URL } from '../openapi/files.ts';
import { openApi30 } from '../openapi/version-30.ts';
import { evidenceExample } from './evidence-example.ts';
import { changelogFeed, FEED_FILE } from './feed.ts';
import { letterPictures } from './letter-pictures.ts';
import { TEMPLATE_FOLDER } from './letter-template.ts';
import { llmsText } from './llms.ts';
import { folders, sitePages } from './pages.ts';
import { plainPages } from './plain-pages.ts';
import { plainReference } from './plain-reference.ts';
import { portugueseDescription } from './portuguese-description.ts';
import { postmanCollection } from './postman.ts';
import { stateDiagrams } from './state-diagrams.ts';

const repository = resolve(import.meta.dirname, '../../..');
const source = join(repository, 'docs/site');

export interface SiteOptions {
  /** Path below which the site is served, `/` or `/docs`. */
  base: string;
  /** Folder for the built files, relative to the repository. */
  out: string;
  /** Scheme and host of the site, for its sitemap; without it there is no sitemap. */
  origin?: string | undefined;
}

/**
 * Builds the documentation for customers: the pages of `docs/site` with the samples and tables that they include, a
 * page per error, the reference from the API description, and letters and evidence as the service prints them; all pages
 * as Markdown too, with `llms.txt`, and the changelog as a feed.
 */
export async function buildSite({ base, out, origin }: SiteOptions): Promise<void> {
  const outDir = resolve(repository, out);
  // Astro runs below the repository, to find the packages, in a folder that no other build uses.
  const root = join(repository, '.build', `${out.replaceAll(/\W+/g, '-')}-source`);
  await rm(root, { recursive: true, force: true });
  await cp(join(source, 'src'), join(root, 'src'), { recursive: true });
  await mkdir(join(root, 'public'), { recursive: true });
  await cp(join(repository, 'dashboard/public/icon.svg'), join(root, 'public/icon.svg'));
  const description = await readFile(join(repository, OPENAPI_FILE), 'utf8');
  const published = origin
    ? description.replaceAll(PUBLISHED_DOCS_URL, new URL(base, origin).href.replace(/\/$/, ''))
    : description;
  await writeAll(
    join(root, 'public'),
    new Map<string, string | Uint8Array>([
      ['openapi.json', published],
      ['openapi-3.0.json', `${JSON.stringify(openApi30(JSON.parse(published) as Schema), null, 2)}\n`],
      [EVIDENCE_EXAMPLE, await evidenceExample(description)],
      ['malote.postman_collection.json', await postmanCollection(description)],
    ]),
  );
  const translations = await readFile(join(source, 'reference.pt-BR.json'), 'utf8');
  const inPortuguese = portugueseDescription(description, JSON.parse(translations) as Record<string, string>);
  await writeFile(join(root, 'reference.pt-BR.json'), inPortuguese);
  await cp(TEMPLATE_FOLDER, join(root, 'public'), { recursive: true });
  await writeAll(join(root, 'public/letters'), await letterPictures());
  await writeAll(join(root, 'src/assets'), await stateDiagrams());
  const pages = await sitePages(repository, base);
  await writeAll(join(root, 'src/content/docs'), pages);
  const plain = [...plainPages(pages), ...plainReference(description, 'en'), ...plainReference(inPortuguese, 'pt-BR')];
  await writeAll(
    join(root, 'public'),
    new Map([
      ...plain.map(({ path, text }): [string, string] => [path, text]),
      ['llms.txt', llmsText(plain, base)],
      ...(await feeds(new URL(`${base.replace(/\/$/, '')}/`, origin ?? PUBLISHED_DOCS_URL).href)),
    ]),
  );
  await build({
    root,
    outDir,
    base,
    ...(origin && { site: origin }),
    // Astro requires a path relative to the root.
    configFile: relative(root, join(import.meta.dirname, 'astro.config.js')),
    logLevel: 'error',
  });
}

/** The feed of the changelog in each language, by its path. */
async function feeds(site: string): Promise<[string, string][]> {
  return settleAll(
    (Object.keys(folders) as Locale[]).map(async (locale): Promise<[string, string]> => [
      join(folders[locale], FEED_FILE),
      await changelogFeed(repository, locale, site),
    ]),
  );
}

async function writeAll(folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
