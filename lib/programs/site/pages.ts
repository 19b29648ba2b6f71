import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Locale } from '../../core/domain/locale.ts';
import { changelogPage } from './changelog.ts';
import { errorPages } from './error-pages.ts';
import { readSamples, type Sample, topicOf } from './samples.ts';
import { limitsTable, pricesTable } from './tables.ts';

/** Folder of each language's pages. */
export const folders: Readonly<Record<Locale, string>> = { 'pt-BR': '', en: 'en' };

const TABS = "import { TabItem, Tabs } from '@astrojs/starlight/components';";
const FENCE = /^```(samples|sample|table) (\S+)\n```\n/gm;
const FRONTMATTER = /^---\n.*?\n---\n/s;

/**
 * The pages of the site by their path: those of `docs/site/pages`, the pages of errors and the changelog. In a page, an
 * empty fence ```` ```samples first-letter ```` includes the sample in each language, ```` ```sample letter.sh ```` one
 * sample, ```` ```table prices ```` a table from data, and a link that begins with `/` is relative to the base.
 */
export async function sitePages(repository: string, base: string): Promise<Map<string, string>> {
  const samples = await readSamples(repository);
  const tables = { prices: pricesTable(repository), limits: limitsTable(repository) };
  const source = join(repository, 'docs/site/pages');
  const pages = new Map<string, string>();
  for (const path of globSync('**/*.mdx', { cwd: source })) {
    const locale: Locale = path.startsWith('en/') ? 'en' : 'pt-BR';
    const page = await readFile(join(source, path), 'utf8');
    const filled = page.replace(FENCE, (_, kind: string, name: string) => {
      if (kind === 'samples') return tabs(samples, name);
      if (kind === 'sample') return codeOf(one(samples, name));
      const table = tables[name as keyof typeof tables];
      if (!table) throw new Error(`${path} names a table that does not exist: ${name}`);
      return table(locale);
    });
    pages.set(path, withTabs(filled));
  }
  for (const locale of Object.keys(folders) as Locale[]) {
    for (const [path, page] of errorPages(locale)) pages.set(join(folders[locale], path), page);
    pages.set(join(folders[locale], 'novidades.md'), await changelogPage(repository, locale));
  }
  for (const [path, page] of pages) pages.set(path, linksBelow(base, withScrollingTables(page, path)));
  return pages;
}

/** The samples of a topic in every language that has one. */
function tabs(samples: readonly Sample[], topic: string): string {
  const found = samples.filter((sample) => topicOf(sample) === topic);
  if (found.length === 0) throw new Error(`There is no sample of ${topic}.`);
  const items = found.map((sample) => `<TabItem label="${sample.language}">\n\n${codeOf(sample)}\n</TabItem>`);
  return `<Tabs syncKey="language">\n${items.join('\n')}\n</Tabs>\n`;
}

function one(samples: readonly Sample[], name: string): Sample {
  const found = samples.filter((sample) => sample.name === name);
  if (found.length !== 1) throw new Error(`There is not one sample ${name}, but ${found.length}.`);
  return found[0]!;
}

function codeOf({ fence, program }: Sample): string {
  return `\`\`\`${fence} frame="none"\n${program}\`\`\`\n`;
}

function withTabs(page: string): string {
  if (!page.includes('<Tabs')) return page;
  return page.replace(FRONTMATTER, (frontmatter) => `${frontmatter}\n${TABS}\n`);
}

const TABLE = /^(?:\|.*\n)+/gm;

/** Makes tables scroll, because they may be wider than a phone; the keyboard can focus them. */
function withScrollingTables(page: string, path: string): string {
  const label = path.startsWith('en/') ? 'Table' : 'Tabela';
  return page.replace(
    TABLE,
    (table) => `<div class="scrolls" role="group" aria-label="${label}" tabindex="0">\n\n${table}\n</div>\n`,
  );
}

/** Adds the base to links from the root of the site, in Markdown and in attributes. */
function linksBelow(base: string, page: string): string {
  const at = (path: string) => posix.join('/', base, path);
  return page
    .replace(/(?<=\]\()\/[^)\s]*/g, at)
    .replace(/(?<=\b(?:href|src)=")\/[^"]*/g, at)
    .replace(/(?<=^ *link: )\/.*$/gm, at);
}
