import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const NAME = 'virtual:carrier-services';
const description = new URL('../../docs/api/openapi.json', import.meta.url);

interface Description {
  components: { schemas: { PostalService: { 'x-carrier-services': Record<string, object> } } };
}

/** What each service of the carrier requires and brings, as of the build (rule LTR-2). */
export function carrierServices(): Plugin {
  return {
    name: 'carrier-services',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const carrierServices = ${JSON.stringify(read())}` : undefined),
  };
}

function read(): object[] {
  const { components } = JSON.parse(readFileSync(description, 'utf8')) as Description;
  return Object.entries(components.schemas.PostalService['x-carrier-services']).map(([name, facts]) => ({
    name,
    ...facts,
  }));
}
