import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Feed } from 'feed';
import { micromark } from 'micromark';
import type { Locale } from '../../core/domain/locale.ts';
import { changelogs, withoutRepositoryLinks } from './changelog.ts';
import { folders } from './pages.ts';

/** Below the folder of each language. */
export const FEED_FILE = 'novidades.xml';

/** A release with a day: `## 1.0.0 - 2026-11-20`, or `20/11/2026` in Portuguese. */
const RELEASE = /^## (\d+\.\d+\.\d+) - (?:(\d{4})-(\d\d)-(\d\d)|(\d\d)\/(\d\d)\/(\d{4}))\n(.*?)(?=^## |(?![^]))/gms;

/**
 * The releases of the customers' changelog as an Atom feed; a release without a day is not published yet.
 * @param site address of the site, with its base
 */
export async function changelogFeed(repository: string, locale: Locale, site: string): Promise<string> {
  const { file, title, description } = changelogs[locale];
  const page = new URL(join(folders[locale], 'novidades/'), site).href;
  const releases = [...(await readFile(join(repository, file), 'utf8')).matchAll(RELEASE)].map(
    ([, version = '', year, month, day, dayOf, monthOf, yearOf, text = '']) => ({
      version,
      // Noon in Brasília, so that the day is the same in every reader.
      date: new Date(`${year ?? yearOf}-${month ?? monthOf}-${day ?? dayOf}T15:00:00Z`),
      text,
    }),
  );
  const feed = new Feed({
    id: page,
    link: page,
    title: `Malote: ${title}`,
    description,
    language: locale,
    copyright: 'Malote',
    feedLinks: { atom: new URL(join(folders[locale], FEED_FILE), site).href },
    ...(releases[0] && { updated: releases[0].date }),
  });
  for (const { version, date, text } of releases)
    feed.addItem({
      id: `${page}#${version}`,
      link: page,
      title: version,
      date,
      content: micromark(withoutRepositoryLinks(text)),
    });
  return feed.atom1();
}
