import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import { type Described, type Operation, operationsOf } from '../../outside/clients/operations.ts';

const repository = resolve(import.meta.dirname, '../../..');

const description = JSON.parse(readFileSync(join(repository, OPENAPI_FILE), 'utf8')) as Described;
/** An API key can call each of them. */
const operations = operationsOf(description);

const camel = (id: string) => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (id: string) => camel(`-${id}`);

/** The hand-written sources of each client, and how they call the generated part. */
const clients: Readonly<Record<string, { sources: string; call: (operation: Operation) => string }>> = {
  typescript: { sources: 'src/*.ts', call: ({ request }) => `'${request}'` },
  python: { sources: 'src/malote/*.py', call: ({ request }) => `"${request}"` },
  php: { sources: 'src/*.php', call: ({ id }) => `$this->api->${camel(id)}` },
  java: { sources: 'src/main/java/example/malote/*.java', call: ({ id }) => `Api.${camel(id)}(` },
  go: { sources: '*.go', call: ({ id }) => `API.${pascal(id)}(ctx` },
};

describe.each(Object.entries(clients))('%s', (language, { sources, call }) => {
  const folder = join(repository, 'clients', language);
  const written = globSync(sources, { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

  test.each(operations)('has a call for $id', (operation) => {
    expect(written).toContain(call(operation));
  });
});
