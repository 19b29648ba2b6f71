import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ObjectSchema } from '../../adapters/http/validation.ts';
import { type Endpoint, endpoints } from '../../infra/endpoints.ts';

const functions = resolve(import.meta.dirname, '../../../functions');

/** An endpoint with the very schemas that its handler validates with. */
export interface Contract extends Pick<Endpoint, 'method' | 'path' | 'function'> {
  /** Of the query string, or of the body in JSON; none for an endpoint that takes neither. */
  request: ObjectSchema | undefined;
  /** Of the body as multipart/form-data, where the endpoint takes that too. */
  form: ObjectSchema | undefined;
}

/** Every endpoint that is deployed, in the order of its table. */
export function loadContracts(): Promise<Contract[]> {
  return Promise.all(
    endpoints.map(async ({ method, path, function: name }) => ({
      method,
      path,
      function: name,
      request: await schemaIn(name, 'request.ts'),
      form: await schemaIn(name, 'form-request.ts'),
    })),
  );
}

async function schemaIn(functionName: string, file: string): Promise<ObjectSchema | undefined> {
  const path = join(functions, functionName, file);
  if (!existsSync(path)) return undefined;
  const { schema } = (await import(pathToFileURL(path).href)) as { schema?: ObjectSchema };
  if (!schema) throw new Error(`${path} exports no schema`);
  return schema;
}
