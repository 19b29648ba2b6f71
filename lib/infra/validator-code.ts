import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import standaloneModule from 'ajv/dist/standalone/index.js';
import { createAjv } from '../adapters/json-schema/ajv-options.ts';
import type { Validator } from '../adapters/json-schema/validator.ts';
import { withoutTexts } from '../core/schemas/json-schema.ts';

/**
 * The thread of `precompiled-validators.ts`: loads a module and writes the finished one. A process loads a module once,
 * but builds again after it has changed; each build has a thread of its own.
 */
export type Question = { path: string; exports: 'validators' | 'schemas' };
export type Finished = { path: string; code: string } | { path: string; error: string };

const standaloneCode = standaloneModule.default;

const port = parentPort!;
port.on('message', ({ path, exports }: Question) => {
  void (exports === 'validators' ? validatorModule(path) : schemaModule(path)).then(
    (code) => port.postMessage({ path, code } satisfies Finished),
    (error: Error) => port.postMessage({ path, error: error.message } satisfies Finished),
  );
});

/** @throws Error unless the module exports validators and nothing else */
async function validatorModule(path: string): Promise<string> {
  const exported = await exportsOf(path);
  if (exported.length === 0 || !exported.every(([, value]) => isValidator(value)))
    throw new Error(`${path} must export validators and nothing else`);
  const validators = (exported as [string, Validator<unknown>][]).map(([name, { schema }]) => ({
    name,
    check: `${name}Check`,
    schema: withoutTexts(schema),
  }));
  const ajv = createAjv({ code: { source: true, esm: true } });
  for (const { name, schema } of validators) ajv.addSchema(schema, name);
  const code = standaloneCode(ajv, Object.fromEntries(validators.map(({ name, check }) => [check, name])));
  const exports = validators.map(
    ({ name, check, schema }) => `export const ${name} = {
  schema: ${JSON.stringify(schema)},
  errors: (value) => (${check}(value) ? [] : (${check}.errors ?? [])),
};`,
  );
  return [code, ...exports].join('\n');
}

async function schemaModule(path: string): Promise<string> {
  const lines = (await exportsOf(path)).map(([name, schema]) => `export const ${name} = ${JSON.stringify(schema)};`);
  return lines.join('\n');
}

async function exportsOf(path: string): Promise<[string, unknown][]> {
  return Object.entries((await import(pathToFileURL(path).href)) as Record<string, unknown>);
}

function isValidator(value: unknown): value is Validator<unknown> {
  return typeof value === 'object' && value !== null && 'schema' in value && 'errors' in value;
}
