import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Of a simulator's package: what stands beside the code of functions, each once. */
export const COMPANIONS_FOLDER = 'companions';
/** Of a simulator's package: where it belongs. */
export const PLACES_FILE = 'companions.json';

/** Asset → names in the folder of companions, which they also have in the asset's. */
export type CompanionPlaces = Record<string, string[]>;

/**
 * Puts the assembly of a simulator's package together by links, since a package cannot have any.
 * @param root of the package
 * @param directory receives the assembly; what is there goes
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
