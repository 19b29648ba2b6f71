import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder in a simulator's package with the data files of functions, each once. */
export const COMPANIONS_FOLDER = 'companions';
/** File in a simulator's package that says where they belong. */
export const PLACES_FILE = 'companions.json';

/** Asset → names of its files, which are the same in the folder of companions. */
export type CompanionPlaces = Record<string, string[]>;

/**
 * Completes the assembly of a simulator's package with links, because a package cannot contain links.
 * @param root of the package
 * @param directory receives the assembly; its contents are replaced
 * @returns the directory
 */
export async function linkAssembly(root: string, directory: string): Promise<string> {
  const places = JSON.parse(await readFile(join(root, PLACES_FILE), 'utf8')) as CompanionPlaces;
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const entry of await readdir(join(root, 'assembly'))) {
    const source = join(root, 'assembly', entry);
    const target = join(directory, entry);
    if (!places[entry]) {
      await symlink(source, target);
      continue;
    }
    await mkdir(target);
    for (const file of await readdir(source)) await symlink(join(source, file), join(target, file));
    for (const name of places[entry]) await symlink(join(root, COMPANIONS_FOLDER, name), join(target, name));
  }
  return directory;
}
