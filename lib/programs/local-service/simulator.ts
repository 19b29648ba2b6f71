import { join, resolve } from 'node:path';
import { runService, type Screen } from './command.ts';
import { COMPANIONS_FOLDER, linkAssembly } from './linked-assembly.ts';

/** The folder of the package, which has the same structure as the repository. */
const root = resolve(import.meta.dirname, '../../..');

/** `npx @malote/simulator`: the local service as a package, with the template and functions from its build. */
export async function main(screen: Screen): Promise<void> {
  // The service itself reads some files the same way as functions.
  process.env.LAMBDA_TASK_ROOT = join(root, COMPANIONS_FOLDER);
  const directory = resolve(process.env.LOCAL_DIRECTORY ?? '.malote');
  await runService(
    {
      name: 'npx @malote/simulator',
      directory,
      assembly: () => linkAssembly(root, join(directory, 'assembly')),
      preparing: 'assembling the template',
      readOn: ({ dashboard_url }) =>
        `The first letter: ${dashboard_url}docs/inicio-rapido (in English: docs/en/inicio-rapido).`,
    },
    screen,
  );
}
