import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const NAME = 'virtual:operations';
const description = new URL('../../docs/api/openapi.json', import.meta.url);

interface Description {
  paths: Record<string, Record<string, { operationId?: string }>>;
}

/** Method and path of each operation of the public API, as of the build: `letters-create` → `POST /letters`. */
export function operations(): Plugin {
  return {
    name: 'operations',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const operations = ${JSON.stringify(read())}` : undefined),
  };
}

function read(): Record<string, string> {
  const { paths } = JSON.parse(readFileSync(description, 'utf8')) as Description;
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [[operationId, `${method.toUpperCase()} ${path}`] as const],
    ),
  );
  return Object.fromEntries(named);
}
