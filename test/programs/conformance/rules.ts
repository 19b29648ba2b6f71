import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../../../docs/rules');

/** A numbered rule of `docs/rules`. */
export interface Rule {
  /** `LTR-7` */
  id: string;
  title: string;
  /** Name of its page, without the extension. */
  page: string;
}

const HEADING = /^### <a id="[a-z]+-\d+"><\/a>([A-Z]+-\d+) (.+)$/gm;

/** All rules, page by page in the order of the pages' index, by number. */
export function readRules(): Rule[] {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  return pages
    .sort((one, other) => index.indexOf(`(${one})`) - index.indexOf(`(${other})`))
    .flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(HEADING)]
        .map(([, id, title]) => ({ id: id!, title: title!.replaceAll('`', ''), page: name.replace('.md', '') }))
        .sort((one, other) => numberOf(one.id) - numberOf(other.id)),
    );
}

const numberOf = (id: string) => Number(id.split('-')[1]);
