import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createAjv } from '../../../lib/adapters/json-schema/ajv-options.ts';
import type { Validator } from '../../../lib/adapters/json-schema/validator.ts';
import { currentRelease } from '../../../lib/adapters/postal-codes/directory.ts';
import { letterOrderSchema } from '../../../lib/core/schemas/letter.ts';
import { buildFunctions, type FunctionBundle, isCode } from '../../../lib/infra/bundle.ts';
import { operationOf, operations } from '../../../lib/programs/openapi/operations.ts';
import { SYNTHESIS_MS } from './synthesized.ts';

jest.setTimeout(SYNTHESIS_MS);

const repository = resolve(import.meta.dirname, '../../..');

let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'malote-bundle-'));
});
afterAll(() => rm(workspace, { recursive: true }));

/** All code that a function may load. */
async function codeIn(directory: string): Promise<string> {
  const files = (await readdir(directory)).filter(isCode);
  return (await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))).join('\n');
}

const dataIn = async (directory: string) => (await readdir(directory)).filter((name) => !isCode(name)).sort();

describe('the functions of the repository', () => {
  let bundles: ReadonlyMap<string, FunctionBundle>;
  beforeAll(async () => {
    bundles = await buildFunctions();
  });

  test('contain neither infrastructure nor the local cloud', () => {
    const own = /^(functions|data|lib\/(core|texts|pdf|carrier|spreadsheet|adapters|operations))\//;
    const packages = /^node_modules\/(?!aws-cdk|constructs\/|cdk-nag|esbuild)/;
    for (const [name, { inputs }] of bundles) {
      expect(inputs).toContainEqual(expect.stringMatching(new RegExp(`functions/.*${name}/handler\\.ts$`)));
      expect(inputs.filter((path) => !own.test(path) && !packages.test(path))).toEqual([]);
    }
  });

  test('contain validators, not the compiler of validators', () => {
    const validating = [...bundles.values()].filter(({ inputs }) =>
      inputs.some((path) => path.startsWith('lib/adapters/http/validators/')),
    );
    expect(validating.length).toBeGreaterThanOrEqual(5);
    const compiler = /node_modules\/ajv\/dist\/(compile|core|ajv|vocabularies|standalone)|lib\/adapters\/json-schema\//;
    for (const { inputs } of bundles.values()) expect(inputs.filter((path) => compiler.test(path))).toEqual([]);
  });

  test('contain none of the texts of the schemas that their validators are made of', async () => {
    const { directory, inputs } = bundles.get('letters-create')!;
    expect(inputs.filter((path) => path.startsWith('lib/core/schemas/'))).toEqual([]);
    expect(letterOrderSchema.properties.color.description).toBe('Print in color.');
    const code = await codeIn(directory);
    expect(code.includes('Print in color.')).toBe(false);
  });

  test('contain only the shapes of stored items that they read', async () => {
    const { directory } = bundles.get('balance-get')!;
    const code = await readFile(join(directory, 'handler.mjs'), 'utf8');
    expect(code.includes('last_entry_at')).toBe(true);
    expect(code.includes('preview_file')).toBe(false);
  });

  test.each(Object.entries(operations))('%s validates with the schemas that its description shows', async (name) => {
    const { request, form } = operationOf(name);
    const modules = bundles.get(name)!.inputs.filter((path) => path.startsWith('lib/adapters/http/validators/'));
    const used = modules.map(async (path) => {
      const exported = (await import(pathToFileURL(join(repository, path)).href)) as Record<string, Validator<unknown>>;
      return Object.values(exported)[0]!.schema;
    });
    expect(new Set(await Promise.all(used))).toEqual(new Set([request, form].filter((schema) => schema)));
  });

  test('contain the parts of pdf-lib that read and write files, not those that draw', () => {
    const printing = [...bundles.values()].filter(({ inputs }) => inputs.includes('lib/pdf/file/open.ts'));
    expect(printing.length).toBeGreaterThanOrEqual(3);
    const drawing =
      /node_modules\/(culori|html-entities|node-html-better-parser)\/|pdf-lib\/es\/(api\/(svg|PDFPage|form)|packages\/standard-fonts)/;
    for (const { inputs } of printing) expect(inputs.filter((path) => drawing.test(path))).toEqual([]);
  });

  test('load the PDF engine on demand, and contain it in separate parts', async () => {
    // The name of a filter that reading a PDF needs.
    const hasEngine = (code: string) => code.includes('FlateDecode');
    for (const name of [
      'letters-create',
      'letters-document',
      'letters-edit',
      'letters-quote',
      'verifications-create',
    ]) {
      const { directory } = bundles.get(name)!;
      expect(hasEngine(await codeIn(directory))).toBe(true);
      expect(hasEngine(await loadedAtOnce(directory))).toBe(false);
    }
    for (const name of ['account-edit', 'account-logo-set'])
      expect(hasEngine(await loadedAtOnce(bundles.get(name)!.directory))).toBe(false);
  });

  /** The code that Node reads before the first request. */
  async function loadedAtOnce(
    directory: string,
    file = 'handler.mjs',
    read = new Map<string, string>(),
  ): Promise<string> {
    const code = await readFile(join(directory, file), 'utf8');
    read.set(file, code);
    for (const [, part] of code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([\w-]+\.mjs)"/g))
      if (!read.has(part!)) await loadedAtOnce(directory, part, read);
    return [...read.values()].join('\n');
  }

  test('load no Node modules that only an import of all exports needs', async () => {
    for (const { directory } of bundles.values())
      expect(await codeIn(directory)).not.toMatch(/\bfrom\s*"node:(http|process)"/);
  });

  test('keep their source maps out of the deployment', async () => {
    for (const [name, { directory }] of bundles) {
      expect(await codeIn(directory)).not.toContain('sourceMappingURL');
      const map = JSON.parse(await readFile(join(repository, '.build/maps', `${name}.mjs.map`), 'utf8')) as object;
      expect(map).toMatchObject({
        version: 3,
        sources: expect.arrayContaining([expect.stringMatching(/handler\.ts$/)]),
      });
    }
  });

  test('have the files that their modules read next to their code, and nothing else', async () => {
    const readers = {
      fonts: 'lib/pdf/text/font-files.ts',
      'pdfium-worker.mjs': 'lib/pdf/pdfium/pdfium.ts',
      'pdfium.wasm': 'lib/pdf/pdfium/pdfium.ts',
      'postal-codes': 'lib/adapters/postal-codes/directory.ts',
      'streets.index': 'lib/adapters/postal-codes/street-index.ts',
    };
    for (const { directory, inputs } of bundles.values()) {
      const data = Object.entries(readers).flatMap(([name, module]) => (inputs.includes(module) ? [name] : []));
      expect(await dataIn(directory)).toEqual(data.sort());
    }
    const letters = bundles.get('letters-create')!.directory;
    expect(await dataIn(letters)).toEqual(
      Object.keys(readers)
        .filter((name) => name !== 'streets.index')
        .sort(),
    );
    expect((await readdir(join(letters, 'fonts'))).sort()).toEqual(
      (await readdir(join(repository, 'data/fonts'))).sort(),
    );
    // Of the postal codes, the release in use, without leftovers of an interrupted import.
    const release = currentRelease(join(repository, 'data/postal-codes'));
    expect(await readdir(join(letters, 'postal-codes'))).toEqual([basename(release)]);
  });
});

describe('a build', () => {
  /** Writes functions and returns how to build them. */
  async function functionsOf(files: Record<string, string>) {
    const root = await mkdtemp(join(workspace, 'some-'));
    const functionsRoot = join(root, 'functions');
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(functionsRoot, path)), { recursive: true });
      await writeFile(join(functionsRoot, path), text);
    }
    const outdir = join(root, 'build');
    return { functionsRoot, outdir, build: () => buildFunctions({ functionsRoot, outdir }) };
  }

  /** The exports of a bundle, in its own process as on Lambda. */
  async function evaluate(bundle: FunctionBundle, expression: string): Promise<unknown> {
    const url = pathToFileURL(join(bundle.directory, 'handler.mjs')).href;
    const script = `const bundle = await import('${url}'); console.log(JSON.stringify(${expression}))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    return JSON.parse(stdout) as unknown;
  }

  test('finds handlers at any depth and names them after their folder', async () => {
    const { build } = await functionsOf({
      'letters-get/handler.ts': 'export const handler = () => "get";',
      'workers/relay/handler.ts': 'export const handler = () => "relay";',
    });
    const bundles = await build();
    expect([...bundles.keys()].sort()).toEqual(['letters-get', 'relay']);
    expect(await evaluate(bundles.get('relay')!, 'bundle.handler()')).toBe('relay');
  });

  test('rejects two functions with one name', async () => {
    const { build } = await functionsOf({ 'one/handler.ts': '', 'workers/one/handler.ts': '' });
    await expect(build()).rejects.toThrow('Two functions are named one');
  });

  test('gives a bundle with CommonJS the functions it requires', async () => {
    const { build } = await functionsOf({
      'old/handler.ts': `import { half } from './half.cjs'; export const handler = () => half;`,
      'old/half.cjs': `exports.half = require('node:path').sep.length / 2;`,
    });
    expect(await evaluate((await build()).get('old')!, 'bundle.handler()')).toBe(0.5);
  });

  test('keeps code loaded on demand in a separate file, which is then loaded', async () => {
    const { functionsRoot, outdir, build } = await functionsOf({
      'a/handler.ts': `
        import { Refused } from './refused.ts';
        export const handler = async () => {
          const { act } = await import('./later.ts');
          try { return act(); } catch (error) { return error instanceof Refused; }
        };`,
      'a/later.ts': `import { Refused } from './refused.ts'; export const act = () => { throw new Refused('later'); };`,
      'a/refused.ts': `export class Refused extends Error {}`,
    });
    const bundle = (await build()).get('a')!;
    const parts = async () => (await readdir(bundle.directory)).filter((name) => name !== 'handler.mjs');
    expect(await readFile(join(bundle.directory, 'handler.mjs'), 'utf8')).not.toContain('later"');
    expect(await evaluate(bundle, 'await bundle.handler()')).toBe(true);

    const before = await parts();
    await writeFile(join(functionsRoot, 'a/later.ts'), `export const act = () => 'changed';`);
    const changed = (await build()).get('a')!;
    expect(changed.hash).not.toBe(bundle.hash);
    expect(await evaluate(changed, 'await bundle.handler()')).toBe('changed');
    expect(await parts()).not.toEqual(before);
    const maps = (await readdir(join(outdir, 'maps'))).filter((name) => name.startsWith('a'));
    expect(maps.sort()).toEqual([...(await parts()).map((name) => `a-${name}.map`), 'a.mjs.map'].sort());
  });

  test('leaves unchanged bundles alone, and changes the hash exactly with the code', async () => {
    const { functionsRoot, outdir, build } = await functionsOf({
      'a/handler.ts': `import { word } from './word.ts'; export const handler = () => word;`,
      'a/word.ts': `export const word = 'one';`,
      'b/handler.ts': `export const handler = () => 'b';`,
    });
    const hashes = async () => Object.fromEntries([...(await build())].map(([name, { hash }]) => [name, hash]));
    const builtAt = async () => (await stat(join(outdir, 'functions/a/handler.mjs'))).mtimeMs;

    const first = await hashes();
    const at = await builtAt();
    expect(await hashes()).toEqual(first);
    expect(await builtAt()).toBe(at);

    // A constant that is inlined still belongs to the sources of the code.
    await writeFile(join(functionsRoot, 'a/word.ts'), `export const word = 'two';`);
    const second = await hashes();
    expect(second.a).not.toBe(first.a);
    expect(second.b).toBe(first.b);
    expect(await builtAt()).not.toBe(at);

    await cp(join(functionsRoot, 'b'), join(functionsRoot, 'c'), { recursive: true });
    expect(Object.keys(await hashes()).sort()).toEqual(['a', 'b', 'c']);
    await rm(join(functionsRoot, 'c'), { recursive: true });
    expect(Object.keys(await hashes()).sort()).toEqual(['a', 'b']);
  });

  test('makes again only what a changed file went into, and the same as a build from nothing', async () => {
    const { functionsRoot, outdir, build } = await functionsOf({
      'a/handler.ts': `import { word } from '../word.ts'; export const handler = () => word;`,
      'b/handler.ts': `import { word } from '../word.ts'; export const handler = () => word + 'b';`,
      'c/handler.ts': `export const handler = () => 'c';`,
      'word.ts': `export const word = 'one';`,
    });
    const builtAt = async (name: string) => (await stat(join(outdir, 'functions', name, 'handler.mjs'))).ino;
    const all = async () => Promise.all(['a', 'b', 'c'].map(builtAt));
    await build();
    const before = await all();
    await writeFile(join(functionsRoot, 'word.ts'), `export const word = 'two';`);
    const changed = await build();
    const after = await all();
    expect(after.map((file, index) => file === before[index])).toEqual([false, false, true]);
    expect(await evaluate(changed.get('a')!, 'bundle.handler()')).toBe('two');
    await rm(outdir, { recursive: true });
    expect(await build()).toEqual(changed);
  });

  test('notices a change that leaves time and size of the file as they were', async () => {
    const { functionsRoot, build } = await functionsOf({
      'a/handler.ts': `import { word } from './word.ts'; export const handler = () => word;`,
      'a/word.ts': `export const word = 'one';`,
    });
    const source = join(functionsRoot, 'a/word.ts');
    await utimes(source, 1, 1);
    await build();
    await writeFile(source, `export const word = 'two';`);
    await utimes(source, 1, 1);
    expect(await evaluate((await build()).get('a')!, 'bundle.handler()')).toBe('two');
  });

  test('keeps nothing that a killed build or a hand has left there', async () => {
    const { build } = await functionsOf({ 'a/handler.ts': `export const handler = () => 'a';` });
    const bundle = (await build()).get('a')!;
    const file = join(bundle.directory, 'handler.mjs');
    await writeFile(file, `export const handler = () => 'other';`);
    expect(await evaluate((await build()).get('a')!, 'bundle.handler()')).toBe('a');
    await rm(file);
    expect(await evaluate((await build()).get('a')!, 'bundle.handler()')).toBe('a');
  });

  test('follows a function that moved to another folder', async () => {
    const { functionsRoot, build } = await functionsOf({
      'a/handler.ts': `import { word } from './word.ts'; export const handler = () => word;`,
      'a/word.ts': `export const word = 'first';`,
    });
    await build();
    await cp(join(functionsRoot, 'a'), join(functionsRoot, 'workers/a'), { recursive: true });
    await writeFile(join(functionsRoot, 'workers/a/word.ts'), `export const word = 'moved';`);
    await rm(join(functionsRoot, 'a/handler.ts'));
    expect(await evaluate((await build()).get('a')!, 'bundle.handler()')).toBe('moved');
  });

  test.each([0, 20, 40, 60, 80, 120, 160, 240])(
    'after one during which a file changed (%i ms), has the last content',
    async (ms) => {
      const { functionsRoot, build } = await functionsOf({
        'a/handler.ts': `import { word } from './word.ts'; export const handler = () => word;`,
        'a/word.ts': `export const word = 'one';`,
      });
      const building = build();
      await setTimeout(ms);
      await writeFile(join(functionsRoot, 'a/word.ts'), `export const word = 'two';`);
      await building;
      expect(await evaluate((await build()).get('a')!, 'bundle.handler()')).toBe('two');
    },
  );

  test('may run twice at the same time', async () => {
    const { build } = await functionsOf({ 'a/handler.ts': `export const handler = () => 'a';` });
    const [one, other] = await Promise.all([build(), build()]);
    expect(one).toEqual(other);
    expect(await readdir(one.get('a')!.directory)).toEqual(['handler.mjs']);
  });

  test('ignores a new modification time of the same text', async () => {
    const { functionsRoot, build } = await functionsOf({ 'a/handler.ts': `export const handler = () => 1;` });
    const { hash } = (await build()).get('a')!;
    await utimes(join(functionsRoot, 'a/handler.ts'), 1, 1);
    expect((await build()).get('a')!.hash).toBe(hash);
  });

  describe('of a request contract', () => {
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: ['url', 'at'],
      properties: {
        url: { type: 'string', format: 'uri', maxLength: 30 },
        at: { type: 'string', format: 'date' },
        tags: { type: 'array', uniqueItems: true, items: { type: 'object', properties: {}, required: ['name'] } },
      },
    };
    const compiler = join(repository, 'lib/adapters/json-schema/compile-validator.ts');
    const contract = (exported: string) => `import { compileValidator } from ${JSON.stringify(compiler)};
      const schema = ${JSON.stringify(schema)} as const;
      ${exported}`;
    const handler = `export { validator } from './validators/order.ts';`;

    test.each([
      ['nothing wrong', { url: 'https://a.test/', at: '2026-02-28' }],
      [
        'everything wrong at once',
        { url: 'not a url, and far too long for it', at: '2026-02-30', more: 1, tags: [{}, {}] },
      ],
      ['not an object', 'text'],
      ['a name that every object inherits', JSON.parse('{"url":"https://a.test/","constructor":1}') as unknown],
    ])('finds the same as the compiler at run time: %s', async (_, value) => {
      const { build } = await functionsOf({
        'letters-create/handler.ts': handler,
        'letters-create/validators/order.ts': contract('export const validator = compileValidator(schema);'),
      });
      const bundle = (await build()).get('letters-create')!;
      expect(bundle.inputs.filter((path) => /lib\/adapters\/http/.test(path))).toEqual([]);
      const validate = createAjv().compile(schema);
      validate(value);
      expect(await evaluate(bundle, `bundle.validator.errors(${JSON.stringify(value)})`)).toEqual(
        validate.errors ?? [],
      );
      expect(await evaluate(bundle, 'bundle.validator.schema')).toEqual(schema);
    });

    test('follows the schema within one process', async () => {
      const { functionsRoot, build } = await functionsOf({
        'letters-create/handler.ts': handler,
        'letters-create/validators/order.ts': `import { compileValidator } from ${JSON.stringify(compiler)};
          import { most } from '../most.ts';
          export const validator = compileValidator({ type: 'object', maxProperties: most } as const);`,
        'letters-create/most.ts': 'export const most = 1;',
      });
      const errors = async () => evaluate((await build()).get('letters-create')!, 'bundle.validator.errors({ a: 1 })');
      expect(await errors()).toEqual([]);
      await writeFile(join(functionsRoot, 'letters-create/most.ts'), 'export const most = 0;');
      expect(await errors()).toMatchObject([{ keyword: 'maxProperties' }]);
    });

    test.each([
      ['more than its validator', 'export const validator = compileValidator(schema); export { schema };'],
      ['a list of validators', 'export const validator = [compileValidator(schema), compileValidator(schema)];'],
      ['no validator', 'export const validator = undefined;'],
      ['nothing', 'compileValidator(schema);'],
    ])('rejects a file that exports %s', async (_, exported) => {
      const { build } = await functionsOf({
        'letters-create/handler.ts': handler,
        'letters-create/validators/order.ts': contract(exported),
      });
      await expect(build()).rejects.toThrow('must export validators and nothing else');
    });
  });
});
