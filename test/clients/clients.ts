import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { run } from '../aws/processes.ts';
import { heyApi, openApiGenerator } from '../generators/generators.ts';
import { preparePython } from '../support/python-environment.ts';

const repository = resolve(import.meta.dirname, '../..');

/** A client of the service that customers install. */
export interface Client {
  language: string;
  /** Makes what is generated from the description, where the hand-written layer looks for it. */
  generate: () => Promise<void>;
  /** The version that the package claims. */
  version: () => Promise<string>;
  /** The language of the README's programs, as their fences name it. */
  fence: string;
  /**
   * Builds the package, installs it as a customer would and compiles the customer's programs with it.
   * @param folder where the programs are
   * @returns how to run one of them, by its name in the README
   */
  install: (folder: string) => Promise<(program: string) => readonly [string, ...string[]]>;
  /** The program under faults; it stands in `test/clients/<language>`. */
  customer: string;
  /** The class that a timeout throws. */
  timeout: string;
}

const typescript: Client = {
  language: 'typescript',
  fence: 'ts',
  customer: 'customer.mts',
  timeout: 'TimeoutError',
  generate: () => heyApi(join(repository, 'clients/typescript/src/generated')),
  version: async () =>
    (JSON.parse(await readFile(join(repository, 'clients/typescript/package.json'), 'utf8')) as { version: string })
      .version,
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

const python: Client = {
  language: 'python',
  fence: 'python',
  customer: 'customer.py',
  timeout: 'TimeoutExceededError',
  generate: async () => {
    const named = '--additional-properties=packageName=malote.generated';
    const made = await openApiGenerator('python', join(repository, '.build/clients/python-core'), named);
    const generated = join(repository, 'clients/python/src/malote/generated');
    await rm(generated, { recursive: true, force: true });
    await cp(join(made, 'malote/generated'), generated, { recursive: true });
  },
  version: async () => {
    const project = await readFile(join(repository, 'clients/python/pyproject.toml'), 'utf8');
    return /^version = "(.*)"$/m.exec(project)?.[1] ?? 'none';
  },
  install: async (folder) => {
    const tools = join(repository, '.build/clients/python-tools');
    await preparePython(tools, join(import.meta.dirname, 'python/requirements.txt'));
    const command = join(tools, 'bin/python');
    // setuptools leaves its work beside the sources.
    const source = join(folder, 'source');
    await cp(join(repository, 'clients/python'), source, { recursive: true });
    await cp(join(repository, 'LICENSE'), join(source, 'LICENSE'));
    await run(command, ['-m', 'build', '--no-isolation', '--outdir', folder, source]);
    await rm(source, { recursive: true });
    const wheel = join(folder, `malote-${await python.version()}-py3-none-any.whl`);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall'];
    await run(command, [...pip, wheel]);
    return (program) => [command, join(folder, program)];
  },
};

export const clients: readonly Client[] = [typescript, python];

/**
 * Puts the customer's programs of a client into a new folder: the one under faults, and those that its README shows,
 * as shown. The first line of each names its file.
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
  const shown: string[] = [];
  for (const [, program = ''] of readme.matchAll(new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'gms'))) {
    const name = /^(?:\/\/|#) (\S+)\n/.exec(program)?.[1];
    if (name === undefined) throw new Error(`The README of ${language} shows a program without a name:\n${program}`);
    shown.push(name);
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), program);
  }
  return { folder, shown };
}
