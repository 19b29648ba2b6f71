import { mkdir, readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

/**
 * `npm run docs:generate` and its test: the types of what the dashboard gets and sends, and the limits of its forms,
 * from the descriptions in docs/api. Values that may grow (`x-extensible-enum`, rule REQ-18) become the ones of today,
 * so that the compiler asks for a text for each; what is not among them shows as it is.
 */
const descriptions = new URL('../../docs/api/', import.meta.url);
const [target = new URL('../src/api/generated/', import.meta.url).pathname] = process.argv.slice(2);

interface Growing {
  type?: string | string[];
  enum?: unknown[];
  'x-extensible-enum'?: unknown[];
}

interface Description {
  'x-limits'?: object;
}

async function read(file: string): Promise<Description> {
  return JSON.parse(await readFile(new URL(file, descriptions), 'utf8'), (_, value: unknown) => {
    const known = (value as Growing | null)?.['x-extensible-enum'];
    if (!Array.isArray(known)) return value;
    const { type } = value as Growing;
    return { ...(value as Growing), enum: Array.isArray(type) && type.includes('null') ? [...known, null] : known };
  }) as Description;
}

async function write(file: string, source: string, text: string): Promise<void> {
  await writeFile(`${target}/${file}`, `/* Made by build/api-types.ts from docs/api/${source}. */\n${text}`);
}

/** A field with a default need not be sent. */
const options = { defaultNonNullable: false };
const typesOf = async (description: Description) =>
  astToString(await openapiTS(description as Parameters<typeof openapiTS>[0], options));

await mkdir(target, { recursive: true });
const dashboard = await read('dashboard.json');
await write('public-api.d.ts', 'openapi.json', await typesOf(await read('openapi.json')));
await write('dashboard-api.d.ts', 'dashboard.json', await typesOf(dashboard));
await write(
  'limits.ts',
  'dashboard.json',
  `export const limits = ${JSON.stringify(dashboard['x-limits'], null, 2)} as const;\n`,
);
