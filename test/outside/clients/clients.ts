import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import { maven } from '../../support/maven.ts';
import { preparePython } from '../../support/python-environment.ts';
import { run } from '../aws/processes.ts';
import { GUZZLE, heyApi, openApiGenerator, TOLERANT_GO } from '../generators/generators.ts';
import type { Described } from './operations.ts';
import { pythonFields } from './python-fields.ts';
import { type Runtime, runtimes } from './runtimes.ts';

const repository = resolve(import.meta.dirname, '../../..');

/** A client library that customers install. */
export interface Client {
  language: string;
  /** Generates the part that comes from the description, in the place where the hand-written layer imports it. */
  generate: () => Promise<void>;
  /** The version that the package states. */
  version: () => Promise<string>;
  /** The language of the README's programs, as in their fences. */
  fence: string;
  /**
   * Builds the package, installs it like a customer and compiles the customer's programs with it.
   * @param folder where the programs are
   * @returns the command that runs one of them, by its name in the README
   */
  install: (folder: string) => Promise<(program: string) => readonly [string, ...string[]]>;
  /** The program that runs under faults; it is in `test/outside/clients/<language>`. */
  customer: string;
  /** Name of the class that a timeout throws. */
  timeout: string;
  /** Where customers run it besides the command's own runtime. */
  runtimes?: (folder: string) => Promise<readonly Runtime[]>;
  /** The compiler accepts no field that the API does not have. Otherwise the service refuses it. */
  refusesByCompiler: boolean;
}

const typescript: Client = {
  runtimes,
  language: 'typescript',
  fence: 'ts',
  customer: 'customer.mts',
  timeout: 'TimeoutError',
  refusesByCompiler: false,
  generate: async () => {
    const generated = join(repository, 'clients/typescript/src/generated');
    await heyApi(generated, ['@hey-api/typescript'], await withUnions());
    await writeFile(join(generated, 'described.ts'), await described());
  },
  version: async () => {
    const project = await readFile(join(repository, 'clients/typescript/package.json'), 'utf8');
    const source = await readFile(join(repository, 'clients/typescript/src/version.ts'), 'utf8');
    const { version } = JSON.parse(project) as { version: string };
    return source.includes(`VERSION = '${version}'`) ? version : 'of two minds';
  },
  install: async (folder) => {
    const source = join(repository, 'clients/typescript');
    await run('npm', ['pack', source, '--silent', '--pack-destination', folder]);
    const installed = join(folder, 'node_modules/@malote/client');
    await mkdir(installed, { recursive: true });
    const archive = join(folder, `malote-client-${await typescript.version()}.tgz`);
    await run('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
    const options = { target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], types: ['node'] };
    const modules = { module: 'nodenext', outDir: 'compiled', rootDir: '.', strict: true };
    const project = { compilerOptions: { ...options, ...modules }, include: ['*.mts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project));
    await run(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '-p', folder]);
    return (program) => [process.execPath, join(folder, 'compiled', program.replace('.mts', '.mjs'))];
  },
};

/**
 * The description with unions of today's objects. In TypeScript they narrow, and a new object is no error: nothing
 * checks answers at run time.
 * @returns its file
 */
async function withUnions(): Promise<string> {
  const description = JSON.parse(await readFile(join(repository, OPENAPI_FILE), 'utf8')) as Described;
  const schemas = Object.entries(description.components.schemas).map(([name, schema]) => {
    const oneOf = schema['x-extensible-oneOf'];
    return [name, oneOf ? { description: schema.description, oneOf } : schema];
  });
  const file = join(repository, '.build/clients/typescript-openapi.json');
  await mkdir(dirname(file), { recursive: true });
  const components = { ...description.components, schemas: Object.fromEntries(schemas) as object };
  await writeFile(file, JSON.stringify({ ...description, components }));
  return file;
}

/** What the generator leaves out: the address of the API, and the events as one type, told apart by their `type`. */
async function described(): Promise<string> {
  const description = await readFile(join(repository, OPENAPI_FILE), 'utf8');
  const { servers, webhooks } = JSON.parse(description) as {
    servers: readonly { url: string }[];
    webhooks: Record<
      string,
      { post: { requestBody: { content: { 'application/json': { schema: { $ref: string } } } } } }
    >;
  };
  const events = Object.values(webhooks).map(({ post }) =>
    post.requestBody.content['application/json'].schema.$ref.split('/').at(-1)!,
  );
  return [
    `import type { ${events.join(', ')} } from './types.gen.js';`,
    `export type MaloteEvent = ${events.join(' | ')};`,
    `export const BASE_URL = '${servers[0]!.url}';\n`,
  ].join('\n');
}

const python: Client = {
  language: 'python',
  fence: 'python',
  customer: 'customer.py',
  timeout: 'TimeoutExceededError',
  refusesByCompiler: false,
  generate: async () => {
    const named = '--additional-properties=packageName=malote.generated';
    const made = await openApiGenerator('python', join(repository, '.build/clients/python-core'), named);
    const generated = join(repository, 'clients/python/src/malote/generated');
    await rm(generated, { recursive: true, force: true });
    // Only the classes of answers: requests are sent as given.
    await cp(join(made, 'malote/generated/models'), join(generated, 'models'), { recursive: true });
    const exported = join(generated, 'models/__init__.py');
    await writeFile(exported, (await readFile(exported, 'utf8')).replaceAll(/ import (\w+)$/gm, ' import $1 as $1'));
    await writeFile(join(generated, '__init__.py'), '');
    const package_ = join(repository, 'clients/python/src/malote');
    await writeFile(join(package_, 'fields.py'), await pythonFields(repository));
    await writeFile(
      join(package_, '_async_resources.py'),
      pythonAsync(await readFile(join(package_, '_resources.py'), 'utf8')),
    );
  },
  version: async () => {
    const project = await readFile(join(repository, 'clients/python/pyproject.toml'), 'utf8');
    const source = await readFile(join(repository, 'clients/python/src/malote/_calls.py'), 'utf8');
    const version = /^version = "(.*)"$/m.exec(project)?.[1] ?? 'none';
    return source.includes(`VERSION = "${version}"`) ? version : 'of two minds';
  },
  install: async (folder) => {
    const tools = join(repository, '.build/clients/python-tools');
    await preparePython(tools, join(import.meta.dirname, 'python/requirements.txt'));
    const command = join(tools, 'bin/python');
    // setuptools writes build files next to the sources.
    const source = join(folder, 'source');
    await cp(join(repository, 'clients/python'), source, { recursive: true });
    await cp(join(repository, 'clients/LICENSE'), join(source, 'LICENSE'));
    await run(command, ['-m', 'build', '--no-isolation', '--outdir', folder, source]);
    await rm(source, { recursive: true });
    const wheel = join(folder, `malote-${await python.version()}-py3-none-any.whl`);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall'];
    await run(command, [...pip, wheel]);
    const misspelt = join(import.meta.dirname, 'python/misspelt.py');
    const shown = globSync('*.py', { cwd: folder, exclude: [python.customer] }).map((program) => join(folder, program));
    await run(command, ['-m', 'mypy', '--strict', `--cache-dir=${join(folder, 'mypy')}`, misspelt, ...shown]);
    return (program) => [command, join(folder, program)];
  },
};

/** The calls that do not block, from those that do. Iterators are made at once; all other calls are awaited. */
function pythonAsync(source: string): string {
  return source
    .replace(/^""".*"""/, '"""The calls of AsyncMalote, made from those of Malote."""')
    .replaceAll(/^ {4}def (?=\w+\((?:(?!^ {4}def ).)*?\) -> (?!Iterator\[))/gms, '    async def ')
    .replaceAll('return self._do(', 'return await self._do(')
    .replaceAll(/\bIterator\b/g, 'AsyncIterator')
    .replaceAll(/\bRunner\b/g, 'AsyncRunner')
    .replaceAll(/\bevery\b/g, 'every_async');
}

const php: Client = {
  language: 'php',
  fence: 'php',
  customer: 'customer.php',
  timeout: 'TimeoutException',
  refusesByCompiler: false,
  generate: async () => {
    const named = '--additional-properties=invokerPackage=Malote\\Generated';
    const made = await openApiGenerator('php', join(repository, '.build/clients/php-core'), named);
    const generated = join(repository, 'clients/php/src/Generated');
    await rm(generated, { recursive: true, force: true });
    await cp(join(made, 'lib'), generated, { recursive: true });
  },
  version: async () =>
    (JSON.parse(await readFile(join(repository, 'clients/php/composer.json'), 'utf8')) as { version: string }).version,
  install: async (folder) => {
    const source = join(folder, 'source');
    await cp(join(repository, 'clients/php'), source, { recursive: true });
    await cp(join(repository, 'clients/LICENSE'), join(source, 'LICENSE'));
    const env = [
      'COMPOSER_ALLOW_SUPERUSER=1',
      `COMPOSER_HOME=${join(folder, 'composer')}`,
      'COMPOSER_NO_INTERACTION=1',
    ];
    const composer = (from: string, ...args: string[]) =>
      run('env', [...env, 'composer', '--quiet', `--working-dir=${from}`, ...args]);
    await composer(source, 'validate', '--strict', '--no-check-version');
    await composer(source, 'archive', '--format=tar', `--dir=${folder}`, '--file=malote');
    const described = JSON.parse(await readFile(join(source, 'composer.json'), 'utf8')) as object;
    await rm(source, { recursive: true });
    // Guzzle comes from Debian, so nothing is downloaded from Packagist.
    await writeFile(join(folder, 'guzzle.php'), `<?php require '${GUZZLE}';`);
    const guzzle = ['guzzlehttp/guzzle', 'guzzlehttp/promises', 'guzzlehttp/psr7', 'psr/http-message'];
    const project = {
      repositories: [
        { type: 'package', package: { ...described, dist: { type: 'tar', url: join(folder, 'malote.tar') } } },
        { 'packagist.org': false },
      ],
      require: { 'malote/malote': await php.version() },
      provide: Object.fromEntries(guzzle.map((name) => [name, '*'])),
      autoload: { files: ['guzzle.php'] },
    };
    await writeFile(join(folder, 'composer.json'), JSON.stringify(project));
    await composer(folder, 'install');
    return (program) => ['php', '-d', 'display_errors=stderr', join(folder, program)];
  },
};

const GO_MODULE = 'malote.example/malote';

const go: Client = {
  language: 'go',
  fence: 'go',
  customer: 'customer.go',
  timeout: 'TimeoutError',
  refusesByCompiler: true,
  generate: async () => {
    const options = `--additional-properties=packageName=generated,withGoMod=false,${TOLERANT_GO}`;
    const made = await openApiGenerator('go', join(repository, '.build/clients/go-core'), options);
    const generated = join(repository, 'clients/go/generated');
    await rm(generated, { recursive: true, force: true });
    for (const file of globSync(`${made}/*.go`)) await cp(file, join(generated, basename(file)));
  },
  version: async () => {
    const source = await readFile(join(repository, 'clients/go/malote.go'), 'utf8');
    return /^const Version = "(.*)"$/m.exec(source)?.[1] ?? 'none';
  },
  install: async (folder) => {
    const source = join(repository, 'clients/go');
    await run('go', ['-C', source, 'mod', 'download']);
    await goModule(join(folder, 'modules'), source, `v${await go.version()}`);
    // Its own cache, since the shared one would keep this version forever; it still reads modules from the shared one.
    const [proxy, shared] = (await output('go', ['env', 'GOPROXY', 'GOMODCACHE'])).split('\n');
    const proxies = [`file://${join(folder, 'modules')}`, `file://${shared}/cache/download`, proxy];
    const places = [`GOPROXY=${proxies.join()}`, `GOMODCACHE=${join(folder, 'cache')}`, `GONOSUMDB=${GO_MODULE}`];
    // Go would otherwise not look for new files of a version that it has indexed.
    const env = [...places, 'GODEBUG=goindex=0'];
    const command = (...args: string[]) => ['env', '-C', folder, ...env, 'go', ...args] as const;
    const build = async (...args: string[]) => run('env', command(...args).slice(1));
    // Each program is a package, so it has a folder of its own.
    for (const program of globSync('*.go', { cwd: folder })) {
      const own = join(folder, packageOf(program));
      await mkdir(own);
      await rename(join(folder, program), join(own, program));
    }
    await build('mod', 'init', 'customer.example/programs');
    await cp(join(source, 'go.sum'), join(folder, 'go.sum'));
    await build('get', '-modcacherw', `${GO_MODULE}/...@v${await go.version()}`);
    await mkdir(join(folder, 'bin'));
    await build('build', '-o', 'bin/', './...');
    // What is not a program, such as a webhook handler, is compiled and checked.
    return (program) =>
      existsSync(join(folder, 'bin', packageOf(program)))
        ? [join(folder, 'bin', packageOf(program))]
        : command('vet', `./${packageOf(program)}`);
  },
};

function packageOf(program: string): string {
  return basename(program, '.go');
}

/** Lays a module out as the module proxies of Go do (https://go.dev/ref/mod#goproxy-protocol). */
async function goModule(proxy: string, source: string, version: string): Promise<void> {
  const versions = join(proxy, GO_MODULE, '@v');
  const content = join(proxy, 'content');
  const root = join(content, `${GO_MODULE}@${version}`);
  await mkdir(versions, { recursive: true });
  await cp(source, root, { recursive: true });
  await cp(join(repository, 'clients/LICENSE'), join(root, 'LICENSE'));
  const archive = join(versions, `${version}.zip`);
  // Go rejects archives with folder entries, so files are listed one by one. The generator has brought a JDK.
  const files = globSync('**/*', { cwd: content, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => relative(content, join(entry.parentPath, entry.name)));
  await run('env', ['-C', content, 'jar', '--create', '--no-manifest', '--file', archive, ...names]);
  await rm(content, { recursive: true });
  await cp(join(source, 'go.mod'), join(versions, `${version}.mod`));
  await writeFile(join(versions, `${version}.info`), JSON.stringify({ Version: version }));
  await writeFile(join(versions, 'list'), `${version}\n`);
}

async function output(command: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, args)).stdout.trim();
}

const java: Client = {
  language: 'java',
  fence: 'java',
  customer: 'Customer.java',
  timeout: 'TimeoutException',
  refusesByCompiler: true,
  generate: async () => {
    const name = 'example.malote.generated';
    const packages = `invokerPackage=${name},apiPackage=${name}.api,modelPackage=${name}.model`;
    const options = ['--library=native', `--additional-properties=${packages}`];
    const made = await openApiGenerator('java', join(repository, '.build/clients/java-core'), ...options);
    const inside = 'src/main/java/example/malote/generated';
    const generated = join(repository, 'clients/java', inside);
    await rm(generated, { recursive: true, force: true });
    await cp(join(made, inside), generated, { recursive: true });
  },
  version: async () => {
    const project = await readFile(join(repository, 'clients/java/pom.xml'), 'utf8');
    const source = await readFile(join(repository, 'clients/java/src/main/java/example/malote/Malote.java'), 'utf8');
    const version = /^ {2}<version>(.*)<\/version>$/m.exec(project)?.[1] ?? 'none';
    return source.includes(`VERSION = "${version}"`) ? version : 'of two minds';
  },
  install: async (folder) => {
    const source = join(folder, 'source');
    const libraries = join(folder, 'libraries');
    await cp(join(repository, 'clients/java'), source, { recursive: true });
    await cp(join(repository, 'clients/LICENSE'), join(source, 'LICENSE'));
    const goals = ['package', 'dependency:copy-dependencies', `-DoutputDirectory=${libraries}`];
    await maven('-f', join(source, 'pom.xml'), ...goals);
    await cp(join(source, `target/malote-${await java.version()}.jar`), join(libraries, 'malote.jar'));
    await rm(source, { recursive: true });
    const classes = join(folder, 'classes');
    const compile = (...programs: string[]) =>
      ['javac', '-encoding', 'UTF-8', '-cp', `${libraries}/*:${classes}`, '-d', classes, ...programs] as const;
    const programs = globSync('*.java', { cwd: folder }).map((program) => join(folder, program));
    await run('javac', compile(...programs).slice(1));
    return (program) => {
      const main = basename(program, '.java');
      // What is not a program, such as a webhook handler, is only compiled.
      if (main === 'Webhook') return compile(join(folder, program));
      return ['java', '-XX:TieredStopAtLevel=1', '-Dfile.encoding=UTF-8', '-cp', `${libraries}/*:${classes}`, main];
    };
  },
};

export const clients: readonly Client[] = [typescript, python, go, php, java];

/**
 * Writes the customer's programs of a client into a new folder: the one that runs under faults, and those of its
 * README, unchanged. The first line of each names its file. The rows of a letter batch come from the README too.
 * @returns the folder, and the names of the README's programs
 */
export async function writePrograms({
  language,
  fence,
  customer,
}: Client): Promise<{ folder: string; shown: string[] }> {
  const folder = join(repository, '.build/clients', language);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(import.meta.dirname, language, customer), join(folder, customer));
  const readme = await readFile(join(repository, 'clients', language, 'README.md'), 'utf8');
  const rows = /^```jsonl\n(.*?)^```/ms.exec(readme)?.[1];
  if (rows === undefined) throw new Error(`The README of ${language} shows no rows of a letter batch.`);
  await writeFile(join(folder, 'cartas.jsonl'), rows);
  const shown: string[] = [];
  for (const [, program = ''] of readme.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'gms'))) {
    const name = /^(?:<\?php )?(?:\/\/|#) (\S+)\n/.exec(program)?.[1];
    if (name === undefined) throw new Error(`The README of ${language} shows a program without a name:\n${program}`);
    shown.push(name);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), program);
  }
  return { folder, shown };
}
