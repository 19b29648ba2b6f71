import type { PathParameter } from '../../adapters/http/api-handler.ts';
import { idPrefixes } from '../../core/domain/ids.ts';

/** Input of `npm run new -- endpoint`. */
export interface NewEndpoint {
  /** Folder under `functions/`, resource first: `letters-archive`. */
  name: string;
  method: 'GET' | 'POST';
  /** `/letters/{letter_id}/archive` */
  path: string;
}

/** The sources that get a row for the endpoint. */
export interface Registers {
  endpoints: string;
  operations: string;
  documented: string;
}

export const registerPaths = {
  endpoints: 'lib/infra/endpoints.ts',
  operations: 'lib/programs/openapi/operations.ts',
  documented: 'test/support/documented-objects.ts',
} as const satisfies Record<keyof Registers, string>;

/** The command cannot be carried out; the message says why. */
export class ScaffoldRefused extends Error {}

/** A mailing that a path can name, and its parts in the code. */
interface NamedMailing {
  kind: 'letter' | 'verification';
  plural: 'letters' | 'verifications';
  opener: 'openLetters' | 'openVerifications';
  unknownId: string;
  /** The tests' body for creating one. */
  body: { name: string; from: string };
}

/** What each parameter of a path names; a parameter without a row here cannot be scaffolded. */
const namedBy: Readonly<Record<PathParameter, NamedMailing | undefined>> = {
  letter_id: {
    kind: 'letter',
    plural: 'letters',
    opener: 'openLetters',
    unknownId: 'ltr_00000000000000000000000000',
    body: { name: 'letterBody', from: 'letters' },
  },
  verification_id: {
    kind: 'verification',
    plural: 'verifications',
    opener: 'openVerifications',
    unknownId: 'ver_00000000000000000000000000',
    body: { name: 'templateBody', from: 'verifications' },
  },
  postal_code: undefined,
  account_id: undefined,
  person_id: undefined,
  key_id: undefined,
  request_id: undefined,
  endpoint_id: undefined,
  delivery_id: undefined,
  mail_merge_id: undefined,
  letter_batch_id: undefined,
};

interface Plan extends NewEndpoint {
  /** `lettersArchive` */
  camel: string;
  /** `LettersArchive` */
  title: string;
  /** The mailing that the path names. */
  mailing: { parameter: PathParameter; named: NamedMailing } | undefined;
  /** A POST that names nothing takes a JSON body. */
  takesBody: boolean;
}

/**
 * The files of a new endpoint, by their path in the repository: new ones, and the registers with their new rows.
 * @throws ScaffoldRefused
 */
export function scaffoldEndpoint(endpoint: NewEndpoint, registers: Registers): Record<string, string> {
  const plan = planOf(endpoint);
  if (registers.endpoints.includes(`function: '${plan.name}'`))
    throw new ScaffoldRefused(`${registerPaths.endpoints} already has ${plan.name}.`);
  return {
    [`functions/${plan.name}/handler.ts`]: handler(plan),
    [`lib/core/schemas/${plan.name}.ts`]: schemas(plan),
    ...(plan.takesBody && { [`lib/adapters/http/validators/${plan.name}.ts`]: validator(plan) }),
    [registerPaths.endpoints]: withRow(registers.endpoints, '\n];', endpointRow(plan), 'export const endpoints'),
    [registerPaths.operations]: withImport(
      withRow(registers.operations, '\n};', operationRow(plan), 'export const operations'),
      plan,
    ),
    [registerPaths.documented]: withRow(registers.documented, '\n};', documentedRow(plan), 'export const documented'),
    ...tests(plan),
  };
}

function planOf(endpoint: NewEndpoint): Plan {
  const { name, method, path } = endpoint;
  if (!/^[a-z]+(-[a-z]+)+$/.test(name))
    throw new ScaffoldRefused(`${name} is not a name: write the resource first, in lower case, like letters-archive.`);
  if (!['GET', 'POST'].includes(method))
    throw new ScaffoldRefused(`${method} is not a method that this command makes: GET or POST.`);
  if (!/^(\/([a-z]+(-[a-z]+)*|\{[a-z_]+\}))+$/.test(path))
    throw new ScaffoldRefused(`${path} is not a path: write it like /letters/{letter_id}/archive.`);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter as PathParameter);
  const unknown = parameters.find((parameter) => !namedBy[parameter]);
  if (unknown !== undefined || parameters.length > 1) {
    throw new ScaffoldRefused(`A path has at most one of {${Object.keys(named()).join('}, {')}}.`);
  }
  const [parameter] = parameters;
  const title = name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
  return {
    ...endpoint,
    camel: title[0]!.toLowerCase() + title.slice(1),
    title,
    mailing: parameter && { parameter, named: namedBy[parameter]! },
    takesBody: method === 'POST' && parameter === undefined,
  };
}

function named(): Partial<Record<PathParameter, NamedMailing>> {
  return Object.fromEntries(Object.entries(namedBy).filter(([, mailing]) => mailing !== undefined));
}

const objectName = ({ name }: Plan) => name.replaceAll('-', '_');

function handler(plan: Plan): string {
  const { name, mailing, takesBody, camel, title } = plan;
  const opens = mailing && `const ${mailing.named.plural} = ${mailing.named.opener}(table, { now, randomBytes });`;
  const opening =
    mailing &&
    `import { ${mailing.named.opener} } from '../../lib/adapters/data/mailings/${mailing.named.plural}.ts';\n`;
  const request = ['operation: ' + `'${name}'`, 'docsUrl: env.DOCS_URL', 'stores: openApiStores(table)'];
  if (takesBody) request.push(`body: jsonBody(${camel}Order)`);
  return `${mailing ? "import { randomBytes } from 'node:crypto';\n" : ''}import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
${opening ?? ''}import { openTable } from '../../lib/adapters/data/table/table.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
${takesBody ? "import { jsonBody } from '../../lib/adapters/http/body-formats.ts';\n" : ''}${takesBody ? `import { ${camel}Order } from '../../lib/adapters/http/validators/${name}.ts';\n` : ''}${mailing ? "import { Problem } from '../../lib/core/domain/problems.ts';\n" : ''}import { readEnvironment } from '../../lib/core/environment.ts';
import type { ${title}Resource } from '../../lib/core/schemas/${name}.ts';

const env = readEnvironment('TABLE_NAME', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
${mailing ? 'const now = () => Date.now();\n' : ''}${opens ? `${opens}\n` : ''}
export const handler = apiHandler(
  { ${request.join(', ')} },
  async (${handlerArguments(plan)}): Promise<${title}Resource> => {
    ${handlerBody(plan)}
  },
);
`;
}

function handlerArguments({ mailing, takesBody }: Plan): string {
  if (mailing) return '{ accountId, path }';
  return takesBody ? '{ accountId, body: order }' : '{ accountId }';
}

function handlerBody(plan: Plan): string {
  const { mailing, takesBody } = plan;
  const object = `object: '${objectName(plan)}'`;
  if (mailing) {
    const { parameter, named } = mailing;
    return `const found = await ${named.plural}.find(accountId, path.${parameter});
    if (!found) throw new Problem('resource_not_found');
    return { ${object}, ${parameter}: found.mailing.id };`;
  }
  const reference = takesBody ? ', reference: order.reference' : '';
  return `return { ${object}, account_id: accountId${reference} };`;
}

function schemas(plan: Plan): string {
  const { title, camel, mailing, takesBody, method, path } = plan;
  const field = mailing ? `${mailing.parameter}: id('${mailing.named.kind}')` : "account_id: id('account')";
  return `import { complete, type FromSchema, named } from './json-schema.ts';
${takesBody ? "import { referenceInput } from './mailing.ts';\n" : ''}import { constant, id${takesBody ? ', string' : ''} } from './values.ts';

/** Answer of ${method} ${path}. */
export const ${camel}Schema = named(
  '${title}',
  complete('What ${method} ${path} answers.', {
    object: constant('${objectName(plan)}'),
    ${field},
    ${takesBody ? 'reference: string,' : ''}
  }),
);

export type ${title}Resource = FromSchema<typeof ${camel}Schema>;
${
  takesBody
    ? `
/** Body of ${method} ${path}. */
export const ${camel}OrderSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['reference'],
  properties: { reference: referenceInput },
} as const;
`
    : ''
}`;
}

function validator({ name, camel }: Plan): string {
  return `import { ${camel}OrderSchema } from '../../../core/schemas/${name}.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const ${camel}Order = compileValidator(${camel}OrderSchema);
`;
}

/** Every function reads the table; a POST also writes the responses of its calls. */
function endpointRow({ method, path, name }: Plan): string {
  const writes = method === 'GET' ? '' : `'answers'`;
  return `{ method: '${method}', path: '${path}', function: '${name}', bind: (fn) => fn.bindTable(${writes}) },`;
}

function operationRow({ name, method, path, camel, mailing, takesBody }: Plan): string {
  const tag = mailing?.named.kind === 'letter' ? 'Letters' : mailing ? 'Verifications' : 'Account';
  return `'${name}': {
    tag: '${tag}',
    summary: '${method} ${path}',
    description: 'What ${method} ${path} does.',
    ${takesBody ? `request: ${camel}OrderSchema,` : ''}
    answer: { status: 200, schema: ${camel}Schema, description: 'What ${method} ${path} answers.' },
    problems: [${mailing ? '...named' : ''}],
  },`;
}

/** The expected response for the tests, which do not trust the service's schemas. */
function documentedRow(plan: Plan): string {
  const { mailing, takesBody } = plan;
  const field = mailing
    ? `${mailing.parameter}: id('${idPrefixes[mailing.named.kind]}')`
    : `account_id: id('${idPrefixes.account}')${takesBody ? ', reference: string' : ''}`;
  return `${objectName(plan)}: object({ object: { const: '${objectName(plan)}' }, ${field} }),`;
}

/** The source with another row at the end of the list that begins with \`start\`. */
function withRow(source: string, end: string, row: string, start: string): string {
  const at = source.indexOf(end, source.indexOf(start));
  if (at < 0) throw new Error(`there is no list "${start}"`);
  return `${source.slice(0, at)}\n  ${row}${source.slice(at)}`;
}

/** The source with the import of the schemas, in the order that eslint requires. */
function withImport(source: string, { name, camel, takesBody }: Plan): string {
  const path = `../../core/schemas/${name}.ts`;
  const names = takesBody ? `${camel}OrderSchema, ${camel}Schema` : `${camel}Schema`;
  const imports = [...source.matchAll(/^import [^;]*? from '([^']+)';\n/gm)];
  const next = imports.find(([, from]) => comesBefore(path, from!));
  const last = imports.at(-1)!;
  const at = next?.index ?? last.index + last[0].length;
  return `${source.slice(0, at)}import { ${names} } from '${path}';\n${source.slice(at)}`;
}

const collator = new Intl.Collator('en', { caseFirst: 'upper', numeric: true });
const swapped: Readonly<Record<string, string>> = { '.': '_', '/': '-', _: '.', '-': '/' };

/** The order of eslint-plugin-simple-import-sort (`src/shared.js`): dots and slashes sort before letters and hyphens. */
function comesBefore(path: string, other: string): boolean {
  const key = (text: string) => text.replace(/[./_-]/g, (character) => swapped[character]!);
  return collator.compare(key(path), key(other)) < 0;
}

/** Contract tests, one file per status; `test/service/functions/every-endpoint.test.ts` tries what all endpoints reject. */
function tests(plan: Plan): Record<string, string> {
  const folder = `test/service/functions/${plan.name}`;
  const common = {
    [`${folder}/200.test.ts`]: plan.method === 'GET' ? respondsToGet(plan) : respondsToPost(plan),
    [`${folder}/422.test.ts`]: plan.method === 'GET' ? refusesParameters(plan) : refusesPost(plan),
    ...(plan.mailing && { [`${folder}/404.test.ts`]: unknownMailings(plan) }),
  };
  if (plan.method === 'GET') return common;
  return {
    ...common,
    [`${folder}/409.test.ts`]: keyConflicts(plan),
    [`test/support/${plan.name}.ts`]: requests(plan),
  };
}

const pathOf = ({ path, mailing }: Plan, id: string) => (mailing ? path.replace(`{${mailing.parameter}}`, id) : path);

const titleOf = ({ method, path }: Plan) => `${method} ${path}`;

function refusesParameters(plan: Plan): string {
  const path = pathOf(plan, plan.mailing?.named.unknownId ?? '');
  return `import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({ method: 'GET', path: '${path}' });
`;
}

function unknownMailings(plan: Plan): string {
  return `import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('${plan.mailing!.named.kind}', '${plan.method}', (id) => \`${pathOf(plan, '${id}')}\`);
`;
}

function keyConflicts(plan: Plan): string {
  return `import { describeKeyConflicts } from '../../../support/every-post.ts';
import { ${plan.camel}Requests } from '../../../support/${plan.name}.ts';

describeKeyConflicts('${titleOf(plan)}', ${plan.camel}Requests);
`;
}

function refusesPost(plan: Plan): string {
  const { takesBody, mailing } = plan;
  const missing = takesBody ? "  ['nothing', {}, ['reference required']],\n" : '';
  const sound = takesBody ? "{ reference: 'a', colour: 'red' }" : "{ colour: 'red' }";
  const makes =
    mailing &&
    `const { body: made } = await customer().api.post('/${mailing.named.plural}', ${mailing.named.body.name}());\n  `;
  const path = mailing ? `\`${pathOf(plan, '${made.id}')}\`` : `'${plan.path}'`;
  return `import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
${mailing?.named.kind === 'letter' ? "import { letterBody } from '../../../support/letters.ts';\n" : ''}import { useCustomer } from '../../../support/service.ts';
${mailing?.named.kind === 'verification' ? "import { templateBody } from '../../../support/verifications.ts';\n" : ''}
const customer = useCustomer();

test.each<[string, unknown, string[]]>([
${missing}  ['an unknown field', ${sound}, ['colour unknown_parameter']],
  ['a list', [], ['body invalid_type']],
])('%s', async (_, body, expected) => {
  ${makes ?? ''}const answer = await customer().api.post(${path}, body, { 'idempotency-key': 'key' });
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer)).toEqual(expected);
});
`;
}

/** Imports of a test that creates the path's mailing, between those of the other support files. */
function respondsToGet(plan: Plan): string {
  const { mailing } = plan;
  const object = `object: '${objectName(plan)}'`;
  const [before, after] = supportImports(plan);
  const act = mailing
    ? `const { body: made } = await customer().api.post('/${mailing.named.plural}', ${mailing.named.body.name}());
  const answer = await customer().api.get(\`${pathOf(plan, '${made.id}')}\`);
  expect([answer.status, answer.body]).toEqual([200, { ${object}, ${mailing.parameter}: made.id }]);`
    : `const answer = await customer().api.get('${plan.path}');
  expect([answer.status, answer.body]).toEqual([200, { ${object}, account_id: customer().id }]);`;
  return `import { expect, test } from '@jest/globals';
${before}import { useCustomer } from '../../../support/service.ts';
${after}
const customer = useCustomer();

test('answers every documented field', async () => {
  ${act}
});
`;
}

function supportImports({ mailing }: Plan): [string, string] {
  if (!mailing) return ['', ''];
  const { name, from } = mailing.named.body;
  const statement = `import { ${name} } from '../../../support/${from}.ts';\n`;
  return mailing.named.kind === 'letter' ? [statement, ''] : ['', statement];
}

function respondsToPost(plan: Plan): string {
  const { camel, name, takesBody, mailing } = plan;
  const field = mailing
    ? `${mailing.parameter}: expect.any(String)`
    : `account_id: customer().id${takesBody ? ", reference: 'first'" : ''}`;
  return `import { expect, test } from '@jest/globals';
import { request } from '../../../support/every-endpoint.ts';
import { describeReplays } from '../../../support/every-post.ts';
import { ${camel}Requests } from '../../../support/${name}.ts';
import { useCustomer } from '../../../support/service.ts';

describeReplays('${titleOf(plan)}', 200, ${camel}Requests);

const customer = useCustomer();

test('answers every documented field', async () => {
  const { example } = await ${camel}Requests(customer());
  const answer = await request(customer().api, example);
  expect([answer.status, answer.body]).toEqual([200, { object: '${objectName(plan)}', ${field} }]);
});
`;
}

/** Valid requests, for the tests of replays and conflicts. */
function requests(plan: Plan): string {
  const { camel, mailing, path } = plan;
  if (!mailing) {
    return `import type { Example } from './every-endpoint.ts';
import type { Served } from './every-post.ts';

const ordered = (reference: string): Example => ({ method: 'POST', path: '${path}', body: { reference } });

export const ${camel}Requests: Served = async () => ({ example: ordered('first'), other: ordered('second') });
`;
  }
  const { plural, body } = mailing.named;
  return `import type { Example } from './every-endpoint.ts';
import type { Served } from './every-post.ts';
import { ${body.name} } from './${body.from}.ts';

export const ${camel}Requests: Served = async ({ api }) => {
  const ordered = async (): Promise<Example> => {
    const { body: made } = await api.post('/${plural}', ${body.name}());
    return { method: 'POST', path: \`${pathOf(plan, '${made.id}')}\` };
  };
  return { example: await ordered(), other: await ordered() };
};
`;
}
