import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { transformSync } from 'esbuild';
import typescript from 'typescript';

const root = resolve(import.meta.dirname, '../../..');

/** Rooms of the house, innermost first, and the rooms below that each may import (docs/architecture.md). */
const house = {
  data: [],
  'lib/core': [],
  'lib/local-cloud': [],
  'lib/spreadsheet': [],
  dashboard: ['lib/spreadsheet'],
  'lib/texts': ['lib/core'],
  'lib/pdf': ['lib/core'],
  'lib/carrier': ['lib/core', 'lib/pdf'],
  'lib/adapters': ['lib/core', 'lib/texts', 'lib/spreadsheet'],
  'lib/operations': ['lib/core', 'lib/texts', 'lib/pdf', 'lib/carrier', 'lib/adapters'],
  functions: ['data', 'lib/core', 'lib/texts', 'lib/pdf', 'lib/carrier', 'lib/adapters', 'lib/operations'],
  'lib/infra': ['lib/core', 'lib/texts', 'lib/adapters'],
  'lib/programs': [
    'data',
    'lib/core',
    'lib/texts',
    'lib/pdf',
    'lib/carrier',
    'lib/adapters',
    'lib/operations',
    'lib/infra',
    'lib/local-cloud',
  ],
  bin: ['data', 'lib/adapters', 'lib/infra', 'lib/programs', 'lib/local-cloud'],
} as const;
type Room = keyof typeof house;
const rooms = Object.keys(house) as Room[];

/** Within a room: folders that may import only the listed ones of their neighbors. */
const neighbors: Readonly<Record<string, readonly string[]>> = {
  // Rules take the types of what is kept from the schemas.
  'lib/core/domain': ['lib/core/schemas'],
  'lib/core/schemas': ['lib/core/domain'],
  'lib/core/resources': ['lib/core/domain', 'lib/core/schemas'],
  'lib/core/environment.ts': [],
  ...Object.fromEntries(foldersOf('lib/texts').map((folder) => [folder, []])),
  ...floors('lib/pdf', {
    base: [],
    pdfium: ['base'],
    file: ['base', 'pdfium'],
    text: ['base', 'file'],
    print: ['base', 'file', 'text', 'pdfium'],
    values: ['base', 'file', 'text', 'print'],
    judge: ['base', 'file', 'text', 'pdfium', 'print', 'values'],
    // The four doors of the engine: its files beside the rooms.
    'own-letter': ['base', 'text', 'print', 'letter-file.ts', 'verification-file.ts'],
  }),
  ...floors(
    'lib/adapters/data',
    {
      table: [],
      money: ['table'],
      webhooks: ['table'],
      accounts: ['table', 'money'],
      mailings: ['table', 'money', 'webhooks'],
    },
    ['lib/adapters/net'],
  ),
  ...Object.fromEntries(
    foldersOf('lib/adapters').map((folder) => [folder, ['lib/adapters/net', 'lib/adapters/json-schema']]),
  ),
  ...Object.fromEntries(foldersOf('lib/programs').map((folder) => [folder, []])),
  'lib/programs/operator': ['lib/programs/command-line'],
  'lib/programs/letter': ['lib/programs/command-line'],
  // A recording does what operators do, too.
  'lib/programs/openapi': ['lib/programs/operator'],
  // The pages of errors take the advice that the error reference gives.
  'lib/programs/site': ['lib/programs/openapi'],
  'lib/programs/local-service': ['lib/programs/openapi', 'lib/programs/site'],
  ...Object.fromEntries(foldersOf('functions').map((folder) => [folder, []])),
  ...Object.fromEntries(foldersOf('functions/workers').map((folder) => [folder, []])),
};

/** Code that decides: no npm package, so that nothing but the arguments has a say. */
const withoutPackages = ['lib/core', 'lib/operations'];

/** Rooms that are workspace packages, by name. */
const packages: Readonly<Record<string, Room>> = {
  '@malote/local-cloud': 'lib/local-cloud',
  '@malote/spreadsheet': 'lib/spreadsheet',
  '@malote/dashboard': 'dashboard',
};

/** Files that import or resolve a module whose name is known at run time only. */
const importsByName = [
  'lib/infra/pdf-lib-modules.ts',
  'lib/infra/validator-code.ts',
  'lib/local-cloud/lambda/lambda-worker.ts',
  'lib/local-cloud/replay/module-graph.ts',
  'lib/programs/local-service/simulator-package.ts',
];

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const files = globSync(['lib/**/*.ts', 'functions/**/*.ts', 'bin/**/*.ts', 'dashboard/{src,build}/**/*.{ts,tsx}'], {
  cwd: root,
  exclude: ['lib/local-cloud/test/**', 'dashboard/src/**/*.d.ts'],
});
const imports = files.flatMap(importsOf);

describe('imports', () => {
  test('are found: values, types, dynamic imports, threads and resolved modules', () => {
    expect(imports.length).toBeGreaterThan(500);
    const from = 'lib/operations/letters/move-letter.ts';
    expect(imports).toContainEqual({ from, to: '../../adapters/data/mailings/letters.ts', typeOnly: true });
    expect(imports).toContainEqual({ from, to: '../../core/domain/letters.ts', typeOnly: false });
    expect(imports).toContainEqual({
      from: 'lib/programs/operator/main.ts',
      to: './services.ts',
      typeOnly: false,
    });
    for (const [file, module] of [
      ['lib/programs/local-service/sign-in/local-sign-in.ts', './provider-thread.ts'],
      ['lib/local-cloud/lambda/thread.ts', './lambda-worker.ts'],
      ['lib/pdf/pdfium/pdfium.ts', './pdfium-worker.ts'],
      ['lib/pdf/pdfium/pdfium-module.ts', '@embedpdf/pdfium/pdfium.wasm'],
      ['dashboard/build/pdf-files.ts', 'pdfjs-dist/package.json'],
    ] as const)
      expect(imports).toContainEqual({ from: file, to: module, typeOnly: false });
    expect(reached("const require = createRequire(home); require.resolve('a'); require(b);")).toEqual(['a', undefined]);
  });

  for (const room of rooms) {
    test(`${room} imports only rooms below it`, () => {
      const below = rooms.slice(0, rooms.indexOf(room));
      expect(house[room].filter((other: Room) => !below.includes(other))).toEqual([]);
      const allowed: readonly Room[] = [room, ...house[room]];
      expect(wrong(room, (target) => allowed.some((other) => within(target, other)))).toEqual([]);
    });
  }

  for (const [folder, others] of Object.entries(neighbors)) {
    test(`${folder} is imported by none of its neighbors`, () => {
      const room = rooms.find((name) => within(folder, name))!;
      const allowed = [folder, ...others];
      expect(
        wrong(folder, (target) => !within(target, room) || allowed.some((other) => within(target, other))),
      ).toEqual([]);
    });
  }

  test('no file imports itself through other files', () => {
    const graph = new Map<string, Set<string>>();
    for (const found of imports) {
      const target = targetOf(found);
      if (target) graph.set(found.from, (graph.get(found.from) ?? new Set()).add(target));
    }
    expect(circular(graph)).toEqual([]);
  });

  test.each(withoutPackages)('%s needs no npm package', (room) => {
    const found = imports.filter(
      ({ from, to, typeOnly }) => within(from, room) && !typeOnly && !to.startsWith('.') && !to.startsWith('node:'),
    );
    expect(found).toEqual([]);
  });

  test('lib/operations knows no HTTP', () => {
    expect(wrong('lib/operations', (target) => !within(target, 'lib/adapters/http'))).toEqual([]);
  });

  test.each(Object.entries(packages))('%s is imported by its name, and imports no path outside itself', (_, room) => {
    const found = imports.filter(
      ({ from, to }) =>
        to.startsWith('.') && within(from, room) !== within(relative(root, resolve(root, dirname(from), to)), room),
    );
    expect(found).toEqual([]);
  });

  test.each(Object.entries(packages))('%s declares every package it needs', (_, room) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(root, room, 'package.json'), 'utf8'),
    ) as { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
    // What builds a package needs its tools; what runs does without them.
    const declared = (from: string) =>
      Object.keys(within(from, `${room}/build`) ? { ...dependencies, ...devDependencies } : dependencies);
    const found = imports
      .filter(
        ({ from, to, typeOnly }) => within(from, room) && !typeOnly && !to.startsWith('.') && !to.startsWith('node:'),
      )
      .filter(({ from, to }) => !declared(from).some((name) => within(to, name)));
    expect(found).toEqual([]);
  });

  test('no other file imports a module whose name is not in the source', () => {
    const isNameless = (source: string, file: string) =>
      /\bimport\((?!['"])/.test(source) || reached(source, file).includes(undefined);
    const found = files.filter((file) => isNameless(readFileSync(join(root, file), 'utf8'), file));
    expect(found.sort()).toEqual(importsByName);
  });

  test('the domain reads no clock, no randomness and no environment', () => {
    const found = files
      .filter((file) => within(file, 'lib/core/domain'))
      .filter((file) =>
        /Date\.now\(|new Date\(\)|Math\.random\(|process\.env/.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(found).toEqual([]);
  });

  test('there are no barrels', () => {
    expect(files.filter((file) => /\/index\.ts$/.test(file))).toEqual([]);
  });
});

/** Imports of our own modules from within `folder` whose target `isRight` rejects. */
function wrong(folder: string, isRight: (target: string) => boolean): string[] {
  return imports
    .filter(({ from }) => within(from, folder))
    .filter((found) => {
      const target = targetOf(found);
      return target !== undefined && !isRight(target);
    })
    .map(({ from, to }) => `${from} → ${to}`);
}

/** Path of an imported module of our own; undefined for packages of others. */
function targetOf({ from, to }: Import): string | undefined {
  if (to.startsWith('.')) return relative(root, resolve(root, dirname(from), to));
  const name = Object.keys(packages).find((candidate) => within(to, candidate));
  return name && to.replace(name, packages[name]!);
}

/** What is left of a graph once whatever leads to nothing, and whatever nothing leads to, is gone: its circles. */
function circular(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const left = new Map(graph);
  for (let size = -1; size !== left.size;) {
    size = left.size;
    const targets = new Set([...left.values()].flatMap((all) => [...all]));
    for (const [file, all] of left)
      if (!targets.has(file) || ![...all].some((target) => left.has(target))) left.delete(file);
  }
  return [...left.keys()];
}

/** The rooms of a folder, each with what it may import of the others, and all of them with `common`. */
function floors(
  parent: string,
  allowed: Readonly<Record<string, readonly string[]>>,
  common: readonly string[] = [],
): Record<string, string[]> {
  const paths = (below: readonly string[]) => [...below.map((other) => `${parent}/${other}`), ...common];
  return Object.fromEntries(Object.entries(allowed).map(([room, below]) => [`${parent}/${room}`, paths(below)]));
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Folders of a folder that hold code of their own; `functions/workers` is a folder of functions. */
function foldersOf(parent: string): string[] {
  return globSync(`${parent}/*/`, { cwd: root })
    .filter((folder) => folder !== 'functions/workers')
    .sort();
}

/** Imports of a file. What esbuild drops when it strips types was imported for its type alone. */
function importsOf(from: string): Import[] {
  const source = readFileSync(join(root, from), 'utf8');
  const all = specifiers(source, from);
  const kept = new Set(
    specifiers(
      transformSync(source, {
        loader: from.endsWith('x') ? 'tsx' : 'ts',
        tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      }).code,
    ),
  );
  return [...new Set(all)].map((to) => ({ from, to, typeOnly: !kept.has(to) }));
}

/** `virtual:` names what a build makes by itself. */
function specifiers(source: string, path?: string): string[] {
  const imported = typescript.preProcessFile(source).importedFiles.map(({ fileName }) => fileName);
  return [...imported, ...reached(source, path).filter((name) => name !== undefined)].filter(
    (name) => !name.startsWith('virtual:'),
  );
}

/** Modules that a file reaches without an import: by `require`, by a `resolve`, or as the code of a thread. Undefined: named at run time. */
function reached(source: string, path = 'source.ts'): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const visit = (node: typescript.Node): void => {
    if (typescript.isCallExpression(node) && findsModule(node.expression)) found.push(textOf(node.arguments[0]));
    if (typescript.isNewExpression(node)) found.push(...codeNamedByUrl(node));
    typescript.forEachChild(node, visit);
  };
  visit(typescript.createSourceFile(path, source, typescript.ScriptTarget.Latest));
  return found;
}

/** Whether a call of this finds a module: `require`, what `createRequire` gives, and the `resolve` of both and of `import.meta`. */
function findsModule(callee: typescript.Expression): boolean {
  if (typescript.isPropertyAccessExpression(callee) && callee.name.text === 'resolve')
    return typescript.isMetaProperty(callee.expression) || findsModule(callee.expression);
  return (
    isNamed(callee, 'require') || (typescript.isCallExpression(callee) && isNamed(callee.expression, 'createRequire'))
  );
}

/** Code that `new URL` names by its place beside the file, as threads are started. */
function codeNamedByUrl({ expression, arguments: given }: typescript.NewExpression): string[] {
  const [first, base] = given ?? [];
  const name = textOf(first);
  if (!isNamed(expression, 'URL') || !base || name === undefined || !/\.(m?[jt]s|tsx)$/.test(name)) return [];
  return [name.startsWith('.') ? name : `./${name}`];
}

function textOf(node: typescript.Node | undefined): string | undefined {
  return node && typescript.isStringLiteralLike(node) ? node.text : undefined;
}

function isNamed(node: typescript.Node, name: string): boolean {
  return typescript.isIdentifier(node) && node.text === name;
}
