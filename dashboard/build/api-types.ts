import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

/**
 * `npm run docs:generate` and its test: the types of the public API, from its description. Values that may grow
 * (`x-extensible-enum`, rule REQ-18) become the ones of today, so that the compiler asks for a text for each; what is
 * not among them shows as it is.
 */
const description = new URL('../../docs/api/openapi.json', import.meta.url);
const types = new URL('../src/api/schema.d.ts', import.meta.url);

interface Growing {
  type?: string | string[];
  enum?: unknown[];
  'x-extensible-enum'?: unknown[];
}

const source = JSON.parse(readFileSync(description, 'utf8'), (_, value: unknown) => {
  const known = (value as Growing | null)?.['x-extensible-enum'];
  if (!Array.isArray(known)) return value;
  const { type } = value as Growing;
  return { ...(value as Growing), enum: Array.isArray(type) && type.includes('null') ? [...known, null] : known };
}) as Parameters<typeof openapiTS>[0];

/** A field with a default need not be sent. */
const options = { defaultNonNullable: false };
const text = `/* Made by build/api-types.ts from docs/api/openapi.json. */\n${astToString(await openapiTS(source, options))}`;
const [option] = process.argv.slice(2);
if (option === '--print') process.stdout.write(text);
else writeFileSync(types, text);
