/** A schema of the API's description (JSON Schema 2020-12). */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  oneOf?: readonly Schema[];
  additionalProperties?: unknown;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema: Schema;
}

interface DescribedOperation {
  operationId?: string;
  summary: string;
  description: string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

/** The parts of `docs/api/openapi.json` that tools are made of. */
export interface Description {
  info: { version: string };
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

/** A tool that makes one call of the API. */
export interface ApiTool {
  name: string;
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, object>; required: string[] };
  annotations: { readOnlyHint: true } | { destructiveHint: false };
  /** Arguments that are no parameters are the fields of the body. */
  call: { method: 'GET' | 'POST'; path: string; parameters: string[]; hasBody: boolean; isKeyed: boolean };
}

interface Choice {
  name: string;
  operation: string;
  reads?: true;
  /** Its fields need no explanation, or another tool gives it. */
  brief?: true;
  /** Fields for which the tool has no room. */
  omit?: readonly string[];
}

/** The tools, in the order in which they are listed. */
const chosen: readonly Choice[] = [
  { name: 'send_letter', operation: 'letters-create', omit: ['authenticity'] },
  {
    name: 'quote_letter',
    operation: 'letters-quote',
    brief: true,
    reads: true,
    omit: ['authenticity', 'send_date', 'reference', 'metadata'],
  },
  { name: 'get_letter', operation: 'letters-get', reads: true },
  { name: 'list_letters', operation: 'letters-list', reads: true },
  {
    name: 'verify_address',
    operation: 'verifications-create',
    omit: ['document', 'color', 'double_sided', 'address_placement', 'letter'],
  },
  { name: 'check_code', operation: 'verifications-check' },
  { name: 'get_verification', operation: 'verifications-get', reads: true },
  { name: 'look_up_postal_code', operation: 'postal-codes-get', reads: true },
  { name: 'get_balance', operation: 'balance-get', reads: true },
];

const idempotencyKey = { type: 'string', description: 'Only to repeat a failed call: the key in its error.' };

/** The tools as they are shipped: the whole description is a hundred times larger. */
export const TOOLS_FILE = 'lib/programs/mcp/tools.json';

/** @returns the contents of `TOOLS_FILE` */
export function toolsFile(description: Description): string {
  const { version } = description.info;
  return `${JSON.stringify({ version, tools: describeTools(description) }, null, 2)}\n`;
}

/** @returns the tools of the API's description, small enough to stand in each prompt of an agent */
function describeTools({ paths, components: { schemas } }: Description): ApiTool[] {
  const explained = new Set<string>();
  return chosen.map(({ name, operation: id, reads = false, brief = false, omit = [] }) => {
    const [path, method, operation] = operationOf(paths, id);
    const isKeyed = method === 'POST' && !reads;
    const parameters = (operation.parameters ?? []).filter((parameter) => ['path', 'query'].includes(parameter.in));
    const body = operation.requestBody?.content['application/json']?.schema;
    const slimming = { schemas, omit, brief, explained, named: new Map<string, string>() };
    const fields = body && slim(body, slimming);
    const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name);
    return {
      name,
      description: operation.description,
      inputSchema: {
        type: 'object',
        properties: {
          ...Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterSchema(parameter)])),
          ...fields?.properties,
          ...(isKeyed && { idempotency_key: idempotencyKey }),
        },
        required: [...required, ...(fields?.required ?? [])],
      },
      annotations: reads ? { readOnlyHint: true } : { destructiveHint: false },
      call: {
        method,
        path,
        parameters: parameters.map((parameter) => parameter.name),
        hasBody: body !== undefined,
        isKeyed,
      },
    };
  });
}

function operationOf(paths: Description['paths'], id: string): [string, 'GET' | 'POST', DescribedOperation] {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return [path, method === 'post' ? 'POST' : 'GET', operation];
  throw new Error(`The description has no operation ${id}.`);
}

/** The API checks filters itself; a path must not lead to another operation. */
function parameterSchema({ description, required, schema: { type, pattern, enum: values } }: Parameter): Schema {
  return required ? { type, pattern, description } : { type, ...(values && { enum: values }) };
}

interface Slimming {
  schemas: Description['components']['schemas'];
  omit: readonly string[];
  /** Without descriptions. */
  brief: boolean;
  /** References and texts that a tool has given: once is enough. */
  explained: Set<string>;
  /** Fields of this tool, by their reference. */
  named: Map<string, string>;
}

/**
 * A schema without the limits that the API checks and explains itself. Alternatives become one object with the fields of
 * all, since some makers of models refuse `oneOf`.
 */
function slim(given: Schema, slimming: Slimming): Schema {
  const { schemas, omit, brief, explained } = slimming;
  const { type, description = '', required, ...schema } = resolve(schemas, given);
  const within = { ...slimming, brief: brief || explained.has(given.$ref ?? '') };
  if (given.$ref !== undefined && !brief) explained.add(given.$ref);
  const fields = schema.oneOf ? merged(schema.oneOf.map((other) => resolve(schemas, other))) : schema.properties;
  const kept = Object.entries(fields ?? {}).filter(([name]) => !omit.includes(name));
  const text = firstSentence(description);
  const isExplained = brief || text === '' || explained.has(text);
  if (!isExplained) explained.add(text);
  return {
    type: typeof type === 'string' ? type : type?.[0],
    ...(schema.enum && { enum: schema.enum }),
    ...(!isExplained && { description: text }),
    ...(kept.length > 0 && {
      properties: Object.fromEntries(kept.map((field) => [field[0], slimField(field, within)])),
    }),
    ...(kept.length > 0 && required && { required }),
    ...(schema.items && { items: slim(schema.items, { ...within, brief: true }) }),
  };
}

/** A field, which names an earlier one that has the same fields. */
function slimField([name, field]: [string, Schema], slimming: Slimming): Schema {
  const { named } = slimming;
  const { $ref = '', description = '' } = field;
  const same = named.get($ref);
  if (same === undefined) {
    if ($ref !== '') named.set($ref, name);
    return slim(field, slimming);
  }
  return { type: 'object', description: `${firstSentence(description)} Fields as in \`${same}\`.` };
}

function resolve(schemas: Description['components']['schemas'], { $ref, ...rest }: Schema): Schema {
  return $ref === undefined ? rest : { ...schemas[$ref.split('/').at(-1)!], ...rest };
}

/** The fields of all alternatives; one that is constant in each becomes the list of its values. */
function merged(alternatives: readonly Schema[]): Record<string, Schema> {
  const fields: Record<string, Schema> = {};
  // An upload needs a PUT of bytes, which no tool makes.
  for (const { properties = {} } of alternatives.filter((one) => !('upload_id' in (one.properties ?? {}))))
    for (const [name, { const: value, ...field }] of Object.entries(properties))
      fields[name] = value === undefined ? field : { ...field, enum: [...(fields[name]?.enum ?? []), value] };
  return fields;
}

const firstSentence = (text: string) => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
