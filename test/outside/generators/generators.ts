import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import { maven } from '../../support/maven.ts';
import { preparePython } from '../../support/python-environment.ts';
import { run } from '../aws/processes.ts';

const repository = resolve(import.meta.dirname, '../../..');
const description = join(repository, OPENAPI_FILE);
const folder = join(repository, '.build/generators');
/** The latest on 22 November 2026; its jar is on Maven Central. */
const OPENAPI_GENERATOR = '7.25.0';

/** A customer's program that uses a generated client. */
export interface Program {
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
}

export interface Generator {
  name: string;
  /** Regenerates the client and compiles it with the program. */
  compile: () => Promise<Program>;
}

const source = (...path: string[]) => join(import.meta.dirname, ...path);

export const generators: readonly Generator[] = [
  { name: 'openapi-generator python', compile: python },
  { name: 'openapi-generator java', compile: java },
  { name: 'openapi-generator go', compile: go },
  { name: 'openapi-generator php', compile: php },
  { name: 'openapi-typescript', compile: () => typescript('openapi-typescript') },
  { name: '@hey-api/openapi-ts', compile: () => typescript('hey-api') },
];

/** By default Go's structs reject unknown fields; the API may add fields (REQ-18). */
export const TOLERANT_GO = 'disallowAdditionalPropertiesIfNotPresent=false,useOneOfDiscriminatorLookup=true';

/** A library that only Debian packages, at its package's path. */
export const GUZZLE = '/usr/share/php/GuzzleHttp/autoload.php';

/** Commands that the generators and their clients need, by Debian package. */
export const needed: Readonly<Record<string, string>> = {
  mvn: 'maven',
  javac: 'default-jdk-headless',
  go: 'golang',
  php: 'php-cli',
  python3: 'python3',
};

async function python(): Promise<Program> {
  const environment = join(folder, 'python-environment');
  const [client] = await Promise.all([
    openApiGenerator('python', join(folder, 'python')),
    preparePython(environment, source('python/requirements.txt')),
  ]);
  const command = join(environment, 'bin/python');
  const program = join(client, 'main.py');
  await cp(source('python/main.py'), program);
  await run(command, ['-m', 'compileall', '-q', client]);
  return { command, args: [program] };
}

async function java(): Promise<Program> {
  const client = await openApiGenerator('java', join(folder, 'java'), '--library=native');
  const libraries = await mavenLibraries();
  const classes = join(client, 'classes');
  const sources = globSync(`${client}/src/main/java/**/*.java`);
  const files = join(client, 'sources.txt');
  await writeFile(files, [...sources, source('java/Main.java')].join('\n'));
  await run('javac', ['-nowarn', '-encoding', 'UTF-8', '-cp', libraries, '-d', classes, `@${files}`]);
  return { command: 'java', args: ['-Dfile.encoding=UTF-8', '-cp', `${classes}:${libraries}`, 'Main'] };
}

async function go(): Promise<Program> {
  const client = await openApiGenerator('go', join(folder, 'go'), `--additional-properties=${TOLERANT_GO}`);
  await mkdir(join(client, 'customer'));
  await cp(source('go/main.go'), join(client, 'customer/main.go'));
  const command = join(client, 'customer/customer');
  await run('env', ['-C', client, 'go', 'build', '-o', command, './customer']);
  return { command, args: [] };
}

async function php(): Promise<Program> {
  const client = await openApiGenerator('php', join(folder, 'php'));
  // PHP compiles a file when it is loaded; this compiles all of them.
  for (const file of globSync(`${client}/lib/**/*.php`)) await run('php', ['-l', file]);
  return { command: 'php', args: [source('php/main.php')], env: { CLIENT: client, GUZZLE } };
}

async function typescript(name: 'openapi-typescript' | 'hey-api'): Promise<Program> {
  const packages = await nodePackages();
  const made = join(packages, name);
  await rm(made, { recursive: true, force: true });
  if (name === 'openapi-typescript') {
    await mkdir(made);
    await node(
      packages,
      'openapi-typescript/bin/cli.js',
      description,
      '--default-non-nullable',
      'false',
      '--output',
      join(made, 'schema.d.ts'),
    );
  } else {
    await heyApi(made);
  }
  const program = join(packages, `${name}.mts`);
  await cp(source('typescript', `${name}.mts`), program);
  const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', 'node'];
  const modules = [
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
    '--outDir',
    join(packages, 'compiled', name),
  ];
  await node(packages, 'typescript/bin/tsc', ...strict, ...modules, '--rootDir', packages, program);
  return { command: process.execPath, args: [join(packages, 'compiled', name, `${name}.mjs`)] };
}

/** Regenerates a client in the folder `client`, or only its types. */
export async function heyApi(
  client: string,
  plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  input = description,
): Promise<void> {
  const options = ['--input', input, '--output', client, '--silent', '--no-log-file', '--plugins', ...plugins];
  await node(await nodePackages(), '@hey-api/openapi-ts/bin/run.js', ...options);
}

/** @returns the folder of the client, `client` */
export async function openApiGenerator(language: string, client: string, ...more: string[]): Promise<string> {
  await rm(client, { recursive: true, force: true });
  const parts = 'models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false';
  const jar = await generatorJar();
  const options = ['-g', language, '-i', description, '-o', client, '--global-property', parts, ...more];
  // The first compiler tier is enough for a run of seconds.
  await run('java', ['-XX:TieredStopAtLevel=1', '-jar', jar, 'generate', ...options]);
  return client;
}

let jar: Promise<string> | undefined;

function generatorJar(): Promise<string> {
  return (jar ??= once(join(folder, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`), async (file) => {
    const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
    await maven('dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${dirname(file)}`);
  }));
}

/** The class path of the libraries that a Java client needs. */
async function mavenLibraries(): Promise<string> {
  const pom = source('java/pom.xml');
  const libraries = join(folder, 'java-libraries');
  await once(
    join(libraries, 'pom.xml'),
    async (copy) => {
      await maven('-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${libraries}`);
      await cp(pom, copy);
    },
    pom,
  );
  return `${libraries}/*`;
}

let packages: Promise<string> | undefined;

/** The folder with the TypeScript generators. */
function nodePackages(): Promise<string> {
  const target = join(folder, 'typescript');
  const lock = source('typescript/package-lock.json');
  packages ??= once(
    join(target, 'installed.json'),
    async (copy) => {
      await mkdir(target, { recursive: true });
      for (const file of ['package.json', 'package-lock.json'])
        await cp(source('typescript', file), join(target, file));
      const npm = ['ci', '--prefix', target, '--no-audit', '--no-fund', '--ignore-scripts'];
      await run('npm', npm);
      await cp(lock, copy);
    },
    lock,
  ).then(() => target);
  return packages;
}

async function node(folderOfPackages: string, program: string, ...args: string[]): Promise<void> {
  await run(process.execPath, [join(folderOfPackages, 'node_modules', program), ...args]);
}

/** Makes a file that is missing, or that differs from the one it was made from. */
async function once(file: string, make: (file: string) => Promise<void>, original?: string): Promise<string> {
  const [there, wanted] = await Promise.all([
    readFile(file).catch(() => undefined),
    original === undefined ? undefined : readFile(original),
  ]);
  if (there && (!wanted || there.equals(wanted))) return file;
  await mkdir(dirname(file), { recursive: true });
  await make(file);
  return file;
}
