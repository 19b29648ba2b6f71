import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/** A program that CI runs and the site shows, or the installation of a client. */
export interface Sample {
  /** File with the sample, relative to the repository. */
  source: string;
  name: string;
  language: string;
  /** Language for syntax highlighting. */
  fence: string;
  program: string;
}

/** Code fences in the clients' READMEs; a program begins with its name. */
const languages: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  java: 'Java',
  go: 'Go',
};

const FENCE = /^```(\w+)\n(.*?)^```/gms;
const NAME = /^(?:<\?php )?(?:\/\/|#) (\S+)\n/;

/** Topic of the first fence of a client's README, above its sections. */
const INSTALL = 'install';

/**
 * The samples of the site: those in the clients' READMEs, which `npm run test:clients` runs, and the scripts of
 * `docs/site/samples`, which `test/programs/site` runs.
 */
export async function readSamples(repository: string): Promise<Sample[]> {
  const scripts = globSync('docs/site/samples/*.sh', { cwd: repository }).sort();
  const shell = scripts.map(async (source) => ({
    source,
    name: basename(source),
    language: 'curl',
    fence: 'sh',
    program: (await readFile(join(repository, source), 'utf8')).replace(/^#!.*\n/, ''),
  }));
  const readmes = globSync('clients/*/README.md', { cwd: repository }).sort();
  const clients = readmes.map(async (source) => programsOf(source, await readFile(join(repository, source), 'utf8')));
  const found = [...(await Promise.all(shell)), ...(await Promise.all(clients)).flat()];
  const order = ['curl', ...Object.values(languages)];
  return found.sort((one, other) => order.indexOf(one.language) - order.indexOf(other.language));
}

function programsOf(source: string, readme: string): Sample[] {
  const programs = Array.from(readme.matchAll(FENCE)).flatMap(([, fence = '', program = '']) => {
    const language = languages[fence];
    const name = NAME.exec(program)?.[1];
    return language && name ? [{ source, name, language, fence, program }] : [];
  });
  const [, fence, program] = [...readme.split('\n## ')[0]!.matchAll(FENCE)][0] ?? [];
  const language = programs[0]?.language;
  return language && fence && program ? [{ source, name: INSTALL, language, fence, program }, ...programs] : programs;
}

/** `first-letter` for `first-letter.mts`, `first_letter.py` and `FirstLetter.java` alike. */
export function topicOf({ name }: Sample): string {
  return basename(name, extname(name))
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .replaceAll('_', '-')
    .toLowerCase();
}
