import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import * as prettier from 'prettier';
import {
  type NewEndpoint,
  registerPaths,
  scaffoldEndpoint,
  ScaffoldRefused,
} from '../lib/programs/scaffold/endpoint.ts';

/** `npm run new -- endpoint <name> <METHOD> <path>`: writes a new endpoint that type-checks, with its contract tests. */
const repository = resolve(import.meta.dirname, '..');
const EXAMPLE = 'npm run new -- endpoint letters-archive POST "/letters/{letter_id}/archive"';

const read = (path: string) => readFile(resolve(repository, path), 'utf8');

const [what, name, method, path, ...more] = process.argv.slice(2);
try {
  if (what !== 'endpoint' || !name || !method || !path || more.length > 0)
    throw new ScaffoldRefused(`An endpoint needs a name, a method and a path, and nothing else: ${EXAMPLE}`);
  const endpoint = { name, method: method as NewEndpoint['method'], path };
  const files = scaffoldEndpoint(endpoint, {
    endpoints: await read(registerPaths.endpoints),
    operations: await read(registerPaths.operations),
    documented: await read(registerPaths.documented),
  });
  const options = await prettier.resolveConfig(resolve(repository, 'bin/new.ts'));
  for (const [file, text] of Object.entries(files)) {
    const target = resolve(repository, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, await prettier.format(text, { ...options, filepath: target }));
    console.log(file);
  }
  console.log(`
Next:
  1. Write the rule: docs/rules.
  2. Fill in the schema, what the handler does, the texts in ${registerPaths.operations}, and the answer in ${registerPaths.documented}.
  3. Let lib/programs/openapi/recording.ts use the endpoint once; then npm run docs:generate.
  4. Grant it only what it needs: bind in ${registerPaths.endpoints}; test/cloud/infra/grants.test.ts lists every grant.
  5. npm test functions/${name}`);
} catch (error) {
  if (!(error instanceof ScaffoldRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
