import { posix } from 'node:path';
import type { Locale } from '../../core/domain/locale.ts';

/** A page of the site as Markdown alone, for programs that read text: no frontmatter, components or HTML. */
export interface PlainPage {
  /** Below the base, e.g. `en/guias/webhooks.md`. */
  path: string;
  title: string;
  description: string;
  text: string;
}

const FRONTMATTER = /^---\n(.*?)\n---\n/s;

/** @param pages of the site by their path (see `sitePages`) */
export function plainPages(pages: ReadonlyMap<string, string>): PlainPage[] {
  return [...pages].map(([path, page]) => {
    const [whole, front = ''] = FRONTMATTER.exec(page) ?? [''];
    const title = fieldOf(front, 'title');
    const description = fieldOf(front, 'description');
    const body = withoutComponents(page.slice(whole.length));
    return { path: plainPath(path), title, description, text: `# ${title}\n\n> ${description}\n\n${body}\n` };
  });
}

/** `/guias/webhooks/` is also `/guias/webhooks.md`; the first page of a folder has the folder's name. */
function plainPath(path: string): string {
  const { dir, name } = posix.parse(path);
  if (name !== 'index') return posix.join(dir, `${name}.md`);
  return dir === '' || dir === 'en' ? posix.join(dir, 'index.md') : `${dir}.md`;
}

export const localeOf = ({ path }: Pick<PlainPage, 'path'>): Locale => (path.startsWith('en/') ? 'en' : 'pt-BR');

/** A field of a frontmatter, with or without quotation marks. */
function fieldOf(front: string, name: string): string {
  const value = new RegExp(`^${name}: (.*)$`, 'm').exec(front)?.[1];
  if (value === undefined) throw new Error(`A page has no ${name}: ${front}`);
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

function withoutComponents(page: string): string {
  return page
    .replace(/^import .*;\n/gm, '')
    .replace(/<TabItem label="([^"]*)">/g, '**$1**')
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<h3 id="[^"]*"><code>([^<]*)<\/code><\/h3>/g, '### `$1`')
    .replace(/<\/?(?:[A-Z]\w*|div|figure|figcaption)\b[^>]*>/g, '')
    .replace(/^(```\S*) frame="none"$/gm, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
