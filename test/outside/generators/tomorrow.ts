import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';

/** A status that no version of the service has. */
export const STATUS_OF_TOMORROW = 'sorted';
/** A member that no union has, such as a kind of document, or of object in an event. */
export const MEMBER_OF_TOMORROW = 'hologram';

/** The part of the description that tells where an answer may grow. */
interface Schema {
  $ref?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  required?: readonly string[];
  'x-extensible-oneOf'?: readonly Schema[];
  'x-extensible-enum'?: readonly string[];
}

interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, { responses?: Readonly<Record<string, Answer>> }>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

interface Answer {
  content?: { 'application/json'?: { schema: Schema } };
}

export interface Tomorrow {
  /** The base URL in place of the service's. */
  url: string;
  /** Unions of the description that got a new member so far, by name. */
  grown: Set<string>;
  /** All unions in answers to an API key. */
  unions: readonly string[];
  stop: () => void;
}

/**
 * Serves the responses of a service as a later version might (rule REQ-18): every status and every other open list of
 * texts has a new value, every union a new member, and every object an extra field.
 */
export async function startTomorrow(baseUrl: string): Promise<Tomorrow> {
  const text = await readFile(resolve(import.meta.dirname, '../../..', OPENAPI_FILE), 'utf8');
  const described = JSON.parse(text) as Described;
  const grown = new Set<string>();
  const base = new URL(baseUrl).pathname;
  const server = createServer((request, response) => {
    const path = new URL(request.url!, baseUrl).pathname.slice(base.length);
    passOn(request, baseUrl)
      .then(async (answer) => {
        const schema = schemaOf(described, request.method!, path, answer.status);
        const body = JSON.stringify(new Growth(described, grown).of(await answer.json(), schema));
        response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
      })
      .catch((error: Error) => response.writeHead(502).end(error.message));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${base}`,
    grown,
    unions: unionsOf(described),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function passOn(request: IncomingMessage, baseUrl: string): Promise<Response> {
  const body = await buffer(request);
  const names = ['authorization', 'content-type', 'idempotency-key'];
  const headers = names.filter((name) => request.headers[name]).map((name) => [name, request.headers[name] as string]);
  return fetch(new URL(request.url!, baseUrl), {
    method: request.method,
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

function schemaOf({ paths }: Described, method: string, path: string, status: number): Schema {
  const isThis = (template: string) => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const template = path in paths ? path : Object.keys(paths).find(isThis);
  const answer = paths[template ?? '']?.[method.toLowerCase()]?.responses?.[status];
  return answer?.content?.['application/json']?.schema ?? {};
}

function unionsOf({ paths, components }: Described): string[] {
  const reached = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined && reached.has(name)) return;
    if (name !== undefined) reached.add(name);
    const whole = name === undefined ? schema : components.schemas[name]!;
    for (const inner of [...Object.values(whole.properties ?? {}), ...membersOf(whole)]) visit(inner);
    if (whole.items) visit(whole.items);
  };
  for (const methods of Object.values(paths))
    for (const { responses = {} } of Object.values(methods))
      for (const { content } of Object.values(responses)) visit(content?.['application/json']?.schema ?? {});
  return [...reached].filter((name) => components.schemas[name]!['x-extensible-oneOf']).sort();
}

function membersOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

class Growth {
  readonly #described: Described;
  readonly #grown: Set<string>;

  constructor(described: Described, grown: Set<string>) {
    this.#described = described;
    this.#grown = grown;
  }

  of(value: unknown, given: Schema): unknown {
    const name = given.$ref?.split('/').at(-1);
    const schema = name === undefined ? given : this.#described.components.schemas[name]!;
    if (Array.isArray(value)) return value.map((item) => this.of(item, schema.items ?? {}));
    if (typeof value === 'string' && schema['x-extensible-enum']) return STATUS_OF_TOMORROW;
    if (typeof value !== 'object' || value === null) return value;
    if (schema['x-extensible-oneOf']) {
      this.#grown.add(name!);
      // Only what every member has.
      const kept = schema.required!.map((field) => [
        field,
        schema.properties![field]!['x-extensible-enum'] ? MEMBER_OF_TOMORROW : value[field as keyof typeof value],
      ]);
      return { ...Object.fromEntries(kept), field_of_tomorrow: 'new' };
    }
    // The other kind of choice is between an object and null.
    const properties: Record<string, Schema> = { ...schema.properties };
    for (const member of membersOf(schema)) Object.assign(properties, this.#propertiesOf(member));
    const fields = Object.entries(value).map(([field, inner]) => [field, this.of(inner, properties[field] ?? {})]);
    return { ...Object.fromEntries(fields), field_of_tomorrow: 'new' };
  }

  #propertiesOf({ $ref, properties }: Schema): Readonly<Record<string, Schema>> {
    const named = $ref === undefined ? undefined : this.#described.components.schemas[$ref.split('/').at(-1)!];
    return named?.properties ?? properties ?? {};
  }
}
