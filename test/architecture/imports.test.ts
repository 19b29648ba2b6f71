import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import typescript from 'typescript';

const root = resolve(import.meta.dirname, '../..');

/** Rooms of the house, outermost last. A longer prefix wins over a shorter one. */
const rooms = [
  'lib/core/domain',
  'lib/core/resources',
  'lib/adapters/confirmation-page',
  'lib/adapters/data',
  'lib/adapters/documents',
  'lib/adapters/net',
  'lib/adapters/pdf',
  'lib/adapters/postal-codes',
  'lib/adapters/production',
  'lib/adapters/verification-codes',
  'lib/adapters/webhooks',
  'lib/adapters/workflows',
  'lib/operations',
  'lib/programs/operator',
  'lib/programs/letter',
  'lib/adapters/http',
  'lib/core/environment.ts',
  'lib/infra',
  'lib/programs/openapi',
  'lib/local-cloud',
  'functions',
  'data',
  'bin',
  'test',
] as const;
type Room = (typeof rooms)[number];

const core: Room[] = ['lib/core/domain', 'lib/core/resources'];
const edges = [
  'lib/adapters/data',
  'lib/adapters/documents',
  'lib/adapters/pdf',
  'lib/adapters/postal-codes',
  'lib/adapters/production',
  'lib/adapters/verification-codes',
  'lib/adapters/webhooks',
  'lib/adapters/workflows',
] as const satisfies Room[];
const everything = [...rooms];

interface Rule {
  /** Rooms whose code may run in this one. */
  values: readonly Room[];
  /** Rooms whose types alone may be used. */
  types?: readonly Room[];
  npm?: boolean;
}

/** Arrows point inward (docs/architecture.md). Every room may import itself. */
const rules: Record<Room, Rule> = {
  'lib/core/domain': { values: [], npm: false },
  'lib/core/resources': { values: ['lib/core/domain'], npm: false },
  'lib/adapters/confirmation-page': { values: core },
  'lib/adapters/net': { values: [] },
  ...edgeRules(),
  'lib/operations': { values: [...core, 'lib/adapters/pdf'], types: edges, npm: false },
  'lib/programs/operator': { values: [...core, ...edges, 'lib/adapters/net', 'lib/operations', 'lib/adapters/http', 'data'] },
  'lib/programs/letter': { values: [...core, 'lib/adapters/pdf', 'lib/adapters/postal-codes', 'lib/operations', 'lib/adapters/http', 'data'] },
  'lib/adapters/http': { values: core },
  'lib/core/environment.ts': { values: [], npm: false },
  functions: {
    values: [
      ...core,
      ...edges,
      'lib/adapters/confirmation-page',
      'lib/adapters/net',
      'lib/operations',
      'lib/adapters/http',
      'lib/core/environment.ts',
      'data',
    ],
  },
  'lib/infra': { values: ['lib/core/environment.ts', 'lib/adapters/data', 'lib/adapters/http', 'lib/core/domain', 'lib/adapters/postal-codes'] },
  'lib/programs/openapi': { values: ['lib/core/domain', 'lib/adapters/http', 'lib/core/resources', 'lib/infra'] },
  'lib/local-cloud': { values: everything.filter((room) => room !== 'functions' && room !== 'test' && room !== 'bin') },
  data: { values: [] },
  bin: { values: everything.filter((room) => room !== 'functions' && room !== 'test') },
  test: { values: everything },
};

function edgeRules(): Record<(typeof edges)[number], Rule> {
  const rule: Rule = { values: [...core, 'lib/adapters/net'] };
  return Object.fromEntries(edges.map((room) => [room, rule])) as Record<(typeof edges)[number], Rule>;
}

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync(['lib/**/*.ts', 'functions/**/*.ts', 'bin/**/*.ts', 'test/**/*.ts'], { cwd: root });
const imports = files.flatMap(importsOf);

describe('imports', () => {
  test('are seen, values and types', () => {
    expect(imports.length).toBeGreaterThan(500);
    expect(imports).toContainEqual({ from: 'lib/operations/move-letter.ts', to: '../data/letters.ts', typeOnly: true });
    expect(imports).toContainEqual({
      from: 'lib/operations/move-letter.ts',
      to: '../domain/letters.ts',
      typeOnly: false,
    });
  });

  for (const room of rooms) {
    test(`${room} imports only what it may`, () => {
      const { values, types = [], npm = true } = rules[room];
      const wrong = imports.filter(({ from, to, typeOnly }) => {
        if (roomOf(from) !== room) return false;
        if (!to.startsWith('.')) return !npm && !typeOnly && !to.startsWith('node:');
        const target = roomOf(relative(root, resolve(root, dirname(from), to)));
        if (target === room) return false;
        return target === undefined || !(values.includes(target) || (typeOnly && types.includes(target)));
      });
      expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
    });
  }

  test('a function never imports another function', () => {
    const folderOf = (path: string) =>
      dirname(path)
        .split('/')
        .slice(0, path.startsWith('functions/workers') ? 3 : 2)
        .join('/');
    const wrong = imports.filter(({ from, to }) => {
      if (!from.startsWith('functions/') || !to.startsWith('.')) return false;
      const target = join(dirname(from), to);
      return target.startsWith('functions/') && folderOf(target) !== folderOf(from);
    });
    expect(wrong).toEqual([]);
  });

  test('the domain reads no clock, no randomness and no environment', () => {
    const wrong = files
      .filter((file) => file.startsWith('lib/core/domain/'))
      .filter((file) =>
        /Date\.now\(|new Date\(\)|Math\.random\(|process\.env/.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(wrong).toEqual([]);
  });

  test('there are no barrels', () => {
    expect(files.filter((file) => /\/index\.ts$/.test(file))).toEqual([]);
  });
});

function roomOf(path: string): Room | undefined {
  return rooms.filter((room) => path === room || path.startsWith(`${room}/`)).sort((a, b) => b.length - a.length)[0];
}

/** Imports of a file. What esbuild drops when it strips types was imported for its type alone. */
function importsOf(from: string): Import[] {
  const source = readFileSync(join(root, from), 'utf8');
  const all = specifiers(source);
  const kept = new Set(
    specifiers(
      transformSync(source, { loader: 'ts', tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } } }).code,
    ),
  );
  return [...new Set(all)].map((to) => ({ from, to, typeOnly: !kept.has(to) }));
}

function specifiers(source: string): string[] {
  return typescript.preProcessFile(source).importedFiles.map(({ fileName }) => fileName);
}
