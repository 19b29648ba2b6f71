import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locale } from '../../core/domain/locale.ts';

/** The changelog of a language, the title of its page and what stands above the releases. */
export const changelogs: Readonly<Record<Locale, { file: string; title: string; description: string; note: string }>> =
  {
    'pt-BR': {
      file: 'CHANGELOG.pt-BR.md',
      title: 'Novidades',
      description: 'O que muda na API, versão por versão.',
      note: 'Dentro da versão 1 só há acréscimos: ignore campos e eventos que você não conhece e trate um status desconhecido como em andamento.',
    },
    en: {
      file: 'CHANGELOG.md',
      title: 'Changelog',
      description: 'What changes in the API, version by version.',
      note: 'Within version 1 there are only additions: ignore fields and events that you do not know, and treat an unknown status as in progress.',
    },
  };

/**
 * The customers' changelog as a page in their language. Its links point to files of the repository, so the page shows only their
 * text.
 */
export async function changelogPage(repository: string, locale: Locale): Promise<string> {
  const { file, title, description, note } = changelogs[locale];
  const changelog = await readFile(join(repository, file), 'utf8');
  const [, versions = ''] = /^.*?^(?=## )(.*)$/ms.exec(changelog) ?? [];
  return `---\ntitle: ${title}\ndescription: ${description}\ntableOfContents: { maxHeadingLevel: 2 }\n---\n\n${note}\n\n${withoutRepositoryLinks(versions)}\n`;
}

/** Links to files of the repository become their text. */
export const withoutRepositoryLinks = (text: string): string =>
  text.replace(/ ?\(\[[^\]]*\]\((?!https:)[^)]*\)\)/g, '').replace(/\[([^\]]*)\]\((?!https:)[^)]*\)/g, '$1');
