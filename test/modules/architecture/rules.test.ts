import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');

/** What people write: code, its comments, tests, state machines and pages. */
const written = globSync(
  [
    '{bin,functions,lib,test}/**/*.{ts,js,html}',
    'dashboard/{src,test}/**/*.{ts,tsx,css,html}',
    'clients/**/*.{ts,py,go,php,java,cs,md}',
    '.ci/*',
    'statemachines/*.json',
    'docs/**/*.md',
    'lib/**/*.md',
    'data/**/*.md',
    '*.{md,js}',
  ],
  { cwd: root, exclude: (path) => /node_modules|\.build|test\/fixtures/.test(path) },
).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const pages = written.filter(({ file }) => /^docs\/rules\/(?!README)/.test(file));

/** `### <a id="ltr-7"></a>LTR-7 Title` */
const HEADING = /^### <a id="([a-z]+-\d+)"><\/a>([A-Z]+-\d+) \S/;

const headings = pages.flatMap(({ file, text }) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('### '))
    .map((line) => ({ file, line, match: HEADING.exec(line) })),
);
const ids = headings.flatMap(({ match }) => (match ? [match[2]!] : []));

describe('the rules', () => {
  test('each have a heading with an anchor of their id', () => {
    expect(ids.length).toBeGreaterThan(100);
    const wrong = headings.filter(({ match }) => match?.[1]?.toUpperCase() !== match?.[2] || !match);
    expect(wrong.map(({ file, line }) => `${file}: ${line}`)).toEqual([]);
  });

  test('have unique ids', () => {
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('on one page share its prefix, which is in the index', () => {
    const index = readFileSync(join(root, 'docs/rules/README.md'), 'utf8');
    const named = [...index.matchAll(/\(([\w-]+\.md)\) \| `([A-Z]+)`/g)].map(([, page, prefix]) => `${page} ${prefix}`);
    const used = headings.map(({ file, match }) => `${file.split('/').at(-1)} ${match?.[2]?.split('-')[0]}`);
    expect([...new Set(used)].sort()).toEqual(named.sort());
  });
});

/** An id of a rule by the prefix of a page, wherever it stands. */
const CITED = new RegExp(
  `(?<![\\w-])(?:${[...new Set(ids.map((id) => id.split('-')[0]))].join('|')})-\\d+(?![\\w-])`,
  'g',
);

describe('a rule that is cited', () => {
  const cited = written.flatMap(({ file, text }) => [...text.matchAll(CITED)].map(([id]) => ({ file, id })));

  test('exists', () => {
    expect(cited.length).toBeGreaterThan(50);
    expect(cited.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });
});

describe('a link between pages', () => {
  const links = written
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({ file, target: target! })),
    )
    .filter(({ target }) => !/^[a-z]+:/.test(target));

  test('leads to a file of the repository', () => {
    const missing = links.filter(({ file, target }) => {
      const [path] = target.split('#');
      return path !== '' && !existsSync(resolve(root, dirname(file), path!));
    });
    expect(missing).toEqual([]);
  });

  test('leads to a heading or anchor of that page', () => {
    const missing = links.filter(({ file, target }) => {
      const [path, anchor] = target.split('#');
      const page = path === '' ? join(root, file) : resolve(root, dirname(file), path!);
      return anchor !== undefined && page.endsWith('.md') && existsSync(page) && !anchorsOf(page).has(anchor);
    });
    expect(missing).toEqual([]);
  });
});

test('nothing cites a document that is not in the repository', () => {
  const elsewhere =
    /\((?:spec|decisions|design)(?:, [A-Z]|\)| §)|\b(?:spec|design) §|\bthe specification\b|\b(?:spec|decisions|design|findings)\.md\b|\bfacts\/\w/;
  const found = written
    .filter(({ file }) => file !== 'test/modules/architecture/rules.test.ts')
    .flatMap(({ file, text }) =>
      text
        .replace(/\n\s*\* /g, ' ')
        .split('\n')
        .filter((line) => elsewhere.test(line))
        .map((line) => `${file}: ${elsewhere.exec(line)![0]}`),
    );
  expect(found).toEqual([]);
});

function withoutCode(text: string): string {
  return text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
}

/** The anchors that GitHub gives to headings, and those that are written out. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replace(/```[\s\S]*?```/g, '');
  const headingAnchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/<[^>]*>/g, '')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  );
  const written = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!);
  return new Set([...headingAnchors, ...written]);
}
