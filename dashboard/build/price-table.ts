import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const NAME = 'virtual:price-table';
const table = new URL('../../data/prices.json', import.meta.url);

/** The price table that the service itself charges by, as of the build (rule MON-2). */
export function priceTable(): Plugin {
  return {
    name: 'price-table',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const prices = ${readFileSync(table, 'utf8')}` : undefined),
  };
}
