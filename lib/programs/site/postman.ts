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
    url: { query: Parameter[]; variable: Parameter[] };
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
  for (const { item } of collection.item) item.forEach(settle);
  return `${JSON.stringify(collection, (key, value: unknown) => (key === 'id' && isRandom(value) ? undefined : value), 2)}\n`;
}

/** Removes the converter's random values, and all responses: the reference shows responses of every kind. */
function settle({ request, response }: Item): void {
  for (const parameter of [...request.url.query, ...request.url.variable]) parameter.value = '';
  for (const header of request.header)
    if (header.key === 'Idempotency-Key') Object.assign(header, { value: '{{$guid}}', disabled: false });
  response.splice(0);
}

const isRandom = (id: unknown) => typeof id === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
