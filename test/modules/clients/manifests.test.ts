import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const repository = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const json = (path: string) => JSON.parse(read(path)) as Record<string, unknown>;
const inToml = (field: string) =>
  new RegExp(`^${field} = "?(.*?)"?$`, 'm').exec(read('clients/python/pyproject.toml'))?.[1];
const inXml = (path: RegExp) => path.exec(read('clients/java/pom.xml').replace(/<licenses>.*<\/licenses>/s, ''))?.[1];

interface About {
  description: unknown;
  license: unknown;
  /** Page of the product. */
  homepage: unknown;
  /** Where the sources are. */
  repository: unknown;
}

const urlOf = (repository: unknown) =>
  typeof repository === 'object' && repository !== null ? (repository as { url: string }).url : repository;

function aboutNode(path: string): About {
  const { description, license, homepage, repository: sources } = json(path);
  return { description, license, homepage, repository: urlOf(sources) };
}

const php = json('clients/php/composer.json');
const manifests: Record<string, About> = {
  typescript: aboutNode('clients/typescript/package.json'),
  python: {
    description: inToml('description'),
    license: inToml('license'),
    homepage: inToml('Homepage'),
    repository: inToml('Repository'),
  },
  php: {
    description: php.description,
    license: php.license,
    homepage: php.homepage,
    repository: (php.support as { source?: string } | undefined)?.source,
  },
  java: {
    description: inXml(/<description>(.*?)<\/description>/),
    license: /<license><name>(.*?)<\/name>/.exec(read('clients/java/pom.xml'))?.[1],
    homepage: inXml(/^ {2}<url>(.*?)<\/url>/m),
    repository: inXml(/<scm>.*?<url>(.*?)<\/url>/s),
  },
};

/**
 * The root's `package.json` is where the addresses of the product and of its sources are set, once there are any; the
 * packages say the same, or nothing while it says nothing.
 */
describe('the package of a client says what all packages say', () => {
  const { homepage, repository: sources } = aboutNode('package.json');

  test.each(Object.entries(manifests))('%s', (_, about) => {
    expect(about).toEqual({
      description: 'Letters and address verifications in Brazil: the client of the Malote API',
      license: 'MIT',
      homepage,
      repository: sources,
    });
  });
});
