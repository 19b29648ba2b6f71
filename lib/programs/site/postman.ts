import { promisify } from 'node:util';
import converter from 'openapi-to-postmanv2';

interface Parameter {
  key: string;
  value: string;
}

/** The parts of a Postman collection, version 2.1, that are changed. */
interface Collection {
  info: Record<string, unknown>;
  auth: { bearer: Parameter[] };
  variable: Parameter[];
  item: Folder[];
}

interface Folder {
  item: Item[];
}

interface Item {
  request: {
    method: string;
    url: { path: string[]; query: (Parameter & { disabled?: boolean })[]; variable: Parameter[] };
    header: (Parameter & { disabled?: boolean })[];
  };
  response: { code: number }[];
}

/** Bodies are the description's examples. */
const OPTIONS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  enableOptionalParameters: false,
  alwaysInheritAuthentication: true,
};

/**
 * The Postman collection, version 2.1, of an API description, as JSON. The user sets two variables: `baseUrl` and
 * `apiKey`. The same description gives the same collection.
 */
export async function postmanCollection(description: string): Promise<string> {
  const convert = promisify(converter.convertV2);
  const { output, reason } = await convert({ type: 'string', data: description }, OPTIONS);
  if (!output?.[0]) throw new Error(`No collection of Postman: ${reason}`);
  const collection = output[0].data as Collection;
  delete collection.info['_postman_id'];
  collection.auth.bearer = [{ ...collection.auth.bearer[0]!, value: '{{apiKey}}' }];
  collection.variable.push({ key: 'apiKey', value: '' });
  const examples = examplesOf(JSON.parse(description) as Described);
  for (const { item } of collection.item) for (const each of item) settle(each, examples);
  return `${JSON.stringify(collection, (key, value: unknown) => (key === 'id' && isRandom(value) ? undefined : value), 2)}\n`;
}

interface Described {
  paths: Record<string, Record<string, { parameters?: { name?: string; schema?: { examples?: string[] } }[] }>>;
}

/** The examples of parameters, by method, path and name; the converter makes up other values. */
function examplesOf({ paths }: Described): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { parameters = [] }]) =>
        parameters.flatMap(({ name, schema }): [string, string][] =>
          schema?.examples ? [[`${method.toUpperCase()} ${path} ${name}`, schema.examples[0]!]] : [],
        ),
      ),
    ),
  );
}

/**
 * Replaces the converter's random values, and removes all responses: the reference shows responses of every kind.
 * @throws Error for a query parameter that must be sent and has no example
 */
function settle({ request, response }: Item, examples: ReadonlyMap<string, string>): void {
  for (const variable of request.url.variable) variable.value = '';
  const path = `/${request.url.path.join('/')}`;
  for (const parameter of request.url.query) {
    const example = examples.get(`${request.method} ${path} ${parameter.key}`);
    if (!parameter.disabled && example === undefined) throw new Error(`${path} needs an example of ${parameter.key}`);
    parameter.value = example ?? '';
  }
  for (const header of request.header)
    if (header.key === 'Idempotency-Key') Object.assign(header, { value: '{{$guid}}', disabled: false });
  response.splice(0);
}

const isRandom = (id: unknown) => typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
