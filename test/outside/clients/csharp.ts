import { globSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { run } from '../aws/processes.ts';
import { openApiGenerator } from '../generators/generators.ts';

const repository = resolve(import.meta.dirname, '../../..');
const source = join(repository, 'clients/csharp');

/** The package of sources; its folder, `csharp`, is next to it. */
export const csharpPackage = (version: string) => join(repository, `.build/clients/malote-csharp-${version}.zip`);

/**
 * Makes the package of sources for C#: the generator's output with the README. None of our machines can compile it.
 * @returns its folder
 */
export async function generateCsharp(version: string): Promise<string> {
  const named = `packageName=Malote,packageVersion=${version},targetFramework=net10.0`;
  const by =
    'packageAuthors=Malote,packageCompany=Malote,packageTitle=Malote,packageDescription=Client of the Malote API';
  const core = join(repository, '.build/clients/csharp-core');
  const made = await openApiGenerator('csharp', core, `--additional-properties=${named},${by}`);
  const folder = join(repository, '.build/clients/csharp');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(made, 'src/Malote'), join(folder, 'src/Malote'), { recursive: true });
  // The generator's README about itself.
  await rm(join(folder, 'src/Malote/README.md'));
  await cp(join(source, 'README.md'), join(folder, 'README.md'));
  await cp(join(repository, 'clients/LICENSE'), join(folder, 'LICENSE'));
  const archive = csharpPackage(version);
  await rm(archive, { force: true });
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  // The generator has brought a JDK.
  await run('env', ['-C', folder, 'jar', '--create', '--no-manifest', '--file', archive, ...names.sort()]);
  return folder;
}

/** What can be missing in a package without compiling it: calls, open statuses, its version and its warning. */
export async function flawsOfCsharp(folder: string, operations: readonly string[], version: string): Promise<string[]> {
  const text = (path: string) => readFile(join(folder, path), 'utf8');
  const interfaces = await Promise.all(
    globSync('src/Malote/Api/*.cs', { cwd: folder }).map(
      async (file) => (await text(file)).split('public partial class')[0],
    ),
  );
  const calls = interfaces.join('\n');
  const pascal = (id: string) => id.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const [letter, project, readme] = await Promise.all([
    text('src/Malote/Model/Letter.cs'),
    text('src/Malote/Malote.csproj'),
    text('README.md'),
  ]);
  return [
    ...operations.filter((id) => !calls.includes(` ${pascal(id)}Async(`)).map((id) => `no call for ${id}`),
    ...(letter.includes('public string Status ') ? [] : ['the status of a letter is no text']),
    ...(project.includes(`<Version>${version}</Version>`) ? [] : [`the version of the project is not ${version}`]),
    ...(readme.includes(`malote-csharp-${version}.zip`) ? [] : [`the README names another version than ${version}`]),
    ...(readme.includes('never been compiled') ? [] : ['the README does not say that it was never compiled']),
  ];
}
