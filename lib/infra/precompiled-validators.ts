import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import standaloneModule from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';

const standaloneCode = standaloneModule.default;

/** The folder of a function, whose request contract is known when it is bundled. */
const requestFile = /[/\\]functions[/\\].*[/\\]request\.ts$/;

/**
 * Replaces, in `functions/<name>/request.ts`, the compiler of JSON Schemas by the validator of that file's `schema`,
 * compiled now: compiling at cold start takes 33 ms and 133 KB of Ajv, the finished validator 1.8 ms and 20 KB.
 */
export const precompiledValidators: Plugin = {
  name: 'precompiled-validators',
  setup(build) {
    build.onResolve({ filter: /\/lib\/http\/compile-validator\.ts$/ }, ({ importer }) =>
      requestFile.test(importer) ? { path: importer, namespace: 'precompiled-validator' } : undefined,
    );
    build.onLoad({ filter: /$/, namespace: 'precompiled-validator' }, async ({ path }) => ({
      contents: await validatorModule(path),
      loader: 'js',
      resolveDir: dirname(path),
    }));
  },
};

/** @throws Error when the file exports no `schema` */
async function validatorModule(path: string): Promise<string> {
  const { schema } = (await import(pathToFileURL(path).href)) as { schema?: object };
  if (!schema) throw new Error(`${path} must export the schema it compiles`);
  const ajv = new Ajv({ code: { source: true, esm: true } });
  return `${standaloneCode(ajv, ajv.compile(schema))}
export const compileValidator = () => validate;`;
}
