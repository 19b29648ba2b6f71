import { join, resolve } from 'node:path';
import { runService } from '../lib/programs/local-service/command.ts';

const directory = resolve(process.env.LOCAL_DIRECTORY ?? join(import.meta.dirname, '../.local'));

/**
 * `npm start`. The script keeps memory use small, as threads come and go: one arena and fixed thresholds return freed
 * memory (https://man7.org/linux/man-pages/man3/mallopt.3.html), small young generations keep heaps dense, and the
 * compile cache saves every thread from loading the TypeScript compiler.
 */
await runService(
  {
    name: 'npm start',
    directory,
    // The bundler loads after the first line is on the screen.
    assembly: async () => {
      const { localAssembly } = await import('../lib/programs/local-service/assembly.ts');
      return localAssembly(join(directory, 'cdk.out'));
    },
    preparing: 'bundling the functions and making the template',
    readOn: () => 'The first letter is in README.md.',
  },
  { print: (line) => console.log(line), complain: (line) => console.error(line) },
);
