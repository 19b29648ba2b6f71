import { errorReply, fill } from '../../adapters/http/error-reply.ts';
import type { ErrorResource } from '../../adapters/http/error-schema.ts';
import type { Exchange } from '../../adapters/http/exchange.ts';
import { RATE_LIMIT } from '../../core/domain/accounts.ts';
import { POSTAL_CODE_PATTERN } from '../../core/domain/addresses.ts';
import { carrierServices } from '../../core/domain/carrier-services.ts';
import type { IdKind } from '../../core/domain/ids.ts';
import type { ApiProblemCode } from '../../core/domain/problems.ts';
import { Problem } from '../../core/domain/problems.ts';
import { SANDBOX_CODE } from '../../core/domain/sandbox.ts';
import { simulations } from '../../core/domain/simulated-production.ts';
import type { Schema } from '../../core/schemas/json-schema.ts';
import { id } from '../../core/schemas/values.ts';
import { webhookDeliverySchema } from '../../core/schemas/webhook.ts';
import { problems } from '../../texts/errors/error-catalogue.ts';
import { componentsByName } from './components.ts';
import type { Contract } from './contracts.ts';
import { PUBLISHED_DOCS_URL } from './files.ts';
import { formSchema } from './forms.ts';
import { operationOf, problemsOf, tags } from './operations.ts';
import type { RecordedOperation, Recording } from './recording.ts';
import { ref, referredSchemas } from './references.ts';
import { shown, shownPart, spelledOut } from './shown.ts';
import { deliveredEvents, webhooksOf } from './webhooks.ts';

/** Address of the description; a deployment replaces it with its own. */
export const PUBLISHED_BASE_URL = 'https://api.malote.example/v1';
/** The folder of the errors' pages, to which a deployment's `docsUrl` points. */
const DOCS_URL = `${PUBLISHED_DOCS_URL}/erros`;

const magicReferences = Object.keys(simulations)
  .map((reference) => `\`${reference}\``)
  .join(', ');

const description = `Letters and address verifications in Brazil, over HTTPS.

- **Authentication.** Every request carries \`Authorization: Bearer <API key>\`.
- **Test mode.** Keys that begin with \`malote_test_\` work in the sandbox of the account: the same endpoints, with play money and separate objects, events and webhook endpoints. Nothing is printed; a letter is posted within minutes, or follows the scenario in its \`reference\`: ${magicReferences}. Every verification there has the code \`${SANDBOX_CODE}\`.
- **Safe retries.** Send an \`Idempotency-Key\` with every POST. The first success under a key is remembered for 24 hours and answered again, with \`Idempotent-Replayed: true\`.
- **Errors.** All errors have the same envelope, with a stable \`code\`; a 422 lists every problem at once. A request that fails creates and charges nothing.
- **Limits.** ${RATE_LIMIT} requests per second for each account, across all its keys.
- **Money** is in centavos of BRL. **Instants** are ISO 8601 in UTC.
- **Versioning.** Within \`/v1\` new fields, values, kinds of objects, event types and error codes may appear without notice: ignore fields and kinds that you do not know, treat an unknown status as in progress, and an unknown error by its type.`;

/**
 * The OpenAPI 3.1 description of the API.
 * @param contracts the deployed endpoints, with the schemas that their handlers validate with
 * @param recording real responses of the service, shown as examples
 */
export function openApiDocument(contracts: readonly Contract[], recording: Recording): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const contract of contracts) {
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = operation(contract, recording);
  }
  const webhooks = webhooksOf(recording.events);
  const used = problemsUsed(contracts);
  const body = { paths, webhooks };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Malote',
      version: '1',
      summary: 'Physical mail and address verification in Brazil',
      description,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    externalDocs: { description: 'Every error, with what to do', url: DOCS_URL },
    servers: [{ url: PUBLISHED_BASE_URL }],
    security: [{ api_key: [] }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    ...body,
    components: {
      securitySchemes: {
        api_key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the account. Keys that begin with `malote_test_` work in its sandbox.',
        },
      },
      headers: responseHeaders,
      parameters: sharedParameters,
      schemas: schemasOf(contracts, body),
      examples: Object.fromEntries(used.map((code) => [code, { value: exampleOf(code, recording.problems[code]) }])),
    },
  };
}

/** Methods whose body is read; it is ignored for others. */
const hasBody: Readonly<Record<Contract['method'], boolean>> = { GET: false, POST: true, PATCH: true, DELETE: false };

function operation(contract: Contract, recording: Recording): Schema {
  const { method, function: name } = contract;
  const texts = operationOf(name);
  const { otherwise } = texts.answer;
  const recorded = recording.operations[name];
  return {
    operationId: name,
    tags: [texts.tag],
    summary: texts.summary,
    description: texts.description,
    parameters: parametersOf(contract),
    ...(hasBody[method] && { requestBody: requestBody(contract, recorded) }),
    responses: {
      [texts.answer.status]: {
        description: texts.answer.description,
        headers: headersOf(...(method === 'POST' ? ['Idempotent-Replayed'] : [])),
        content: {
          ...json(shownPart(texts.answer.schema, 'answered'), valuesOf(recorded?.answers ?? {})),
          ...(otherwise && {
            [otherwise.mediaType]: { schema: { type: 'string', format: 'binary' }, examples: otherwise.examples },
          }),
        },
      },
      ...refusals(contract),
    },
  };
}

function parametersOf({ method, path, request }: Contract): Schema[] {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    ...pathParameter(parameter!),
  }));
  const described = request && method === 'GET' ? shown(request, 'sent') : undefined;
  const required = (described?.required ?? []) as readonly string[];
  const inQuery = Object.entries((described?.properties ?? {}) as Record<string, Schema>).map(
    ([parameter, { description, ...schema }]) => ({
      name: parameter,
      in: 'query',
      ...(required.includes(parameter) && { required: true }),
      description,
      schema,
    }),
  );
  const shared = ['Accept-Language', ...(method === 'POST' ? ['Idempotency-Key'] : [])];
  return [...inPath, ...inQuery, ...shared.map((header) => ({ $ref: `#/components/parameters/${header}` }))];
}

function idParameter(kind: IdKind): Schema {
  return { type: 'string', pattern: id(kind).pattern };
}

const pathParameters: Readonly<Record<string, Schema>> = {
  letter_id: { description: 'Id of a letter of the account.', schema: idParameter('letter') },
  letter_batch_id: { description: 'Id of a letter batch of the account.', schema: idParameter('mail_merge') },
  verification_id: { description: 'Id of a verification of the account.', schema: idParameter('verification') },
  endpoint_id: { description: 'Id of a webhook endpoint of the account.', schema: idParameter('webhook_endpoint') },
  delivery_id: {
    description: 'Id of a delivery to a webhook endpoint of the account.',
    schema: { type: 'string', pattern: webhookDeliverySchema.properties.id.pattern },
  },
  postal_code: {
    description: 'CEP: eight digits, with or without the hyphen.',
    schema: { type: 'string', pattern: POSTAL_CODE_PATTERN },
    example: '01001-000',
  },
};

/** @throws Error for a name that is not described */
export function pathParameter(name: string): Schema {
  const parameter = pathParameters[name];
  if (!parameter) throw new Error(`lib/programs/openapi/document.ts says nothing of "${name}"`);
  return parameter;
}

/** The request body of an endpoint without a contract. */
const NO_FIELDS = 'NoFields';

/** No body is required; an empty object is allowed. */
function requestBody({ request, form }: Contract, recorded: RecordedOperation | undefined): Schema {
  if (!request) return { required: false, content: json(ref(NO_FIELDS), valuesOf({ empty: {} })) };
  const inForm = form && {
    'multipart/form-data': {
      schema: ref(nameOfForm(form)),
      encoding: { file: { contentType: 'application/pdf' } },
      ...withExamples(valuesOf(recorded?.forms ?? {})),
    },
  };
  return {
    required: true,
    content: { ...json(shownPart(request, 'sent'), valuesOf(recorded?.requests ?? {})), ...inForm },
  };
}

function nameOfForm({ title }: Schema): string {
  if (typeof title !== 'string') throw new Error('The schema of a form has no title');
  return title;
}

/** Schemas of bodies that no handler uses directly: those of forms, and of an absent body. */
function schemasOfBodies(contracts: readonly Contract[]): Record<string, Schema> {
  const forms = contracts.flatMap(({ form }) => form ?? []);
  return {
    ...Object.fromEntries(forms.map((form) => [nameOfForm(form), formSchema(spelledOut(form))])),
    [NO_FIELDS]: {
      type: 'object',
      description: 'No fields: send nothing, or an empty object.',
      additionalProperties: false,
      // Redundant, for openapi-generator: it generates no class for a schema that only forms use, but still imports it.
      ...(forms[0] && { not: ref(nameOfForm(forms[0])) }),
    },
  };
}

/** Every error status, with its possible codes. */
function refusals(contract: Contract): Record<string, Schema> {
  const byStatus = Map.groupBy(problemsOf(contract), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${fill(problems[code].texts, 'en')}`).join('\n\n'),
        headers: headersOf(...(codes.some((code) => problems[code].retryAfterSeconds) ? ['Retry-After'] : [])),
        content: json(
          { $ref: '#/components/schemas/Error' },
          Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        ),
        'x-error-codes': codes,
      },
    ]),
  );
}

function problemsUsed(contracts: readonly Contract[]): ApiProblemCode[] {
  const used = new Set(contracts.flatMap(problemsOf));
  return (Object.keys(problems) as ApiProblemCode[]).filter((code) => used.has(code));
}

/** The recorded response of a problem, with the published `doc_url` instead of the recorded service's own. */
function exampleOf(code: ApiProblemCode, recorded: unknown): ErrorResource {
  const published = envelope(code);
  if (recorded === undefined) return published;
  const { error } = recorded as ErrorResource;
  return { error: { ...error, doc_url: published.error.doc_url } };
}

/** The envelope of a problem that no request can reliably cause, built by the service's code. */
function envelope(code: ApiProblemCode): ErrorResource {
  const exchange = { requestId: `req_${'0'.repeat(26)}`, locale: 'en', rateRemaining: 0 } as Exchange;
  return JSON.parse(errorReply(exchange, new Problem(code), DOCS_URL).body) as ErrorResource;
}

function json(schema: Schema, examples: Schema): Schema {
  return { 'application/json': { schema, ...withExamples(examples) } };
}

function withExamples(examples: Schema): Schema {
  return Object.keys(examples).length > 0 ? { examples } : {};
}

function valuesOf(examples: Readonly<Record<string, unknown>>): Schema {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
}

/** The referenced schemas, and those that they reference. */
function schemasOf(contracts: readonly Contract[], body: unknown): Record<string, Schema> {
  const named = Array.from(
    componentsByName,
    ([name, { schema, direction }]) => [name, shown(schema, direction)] as const,
  );
  const all = { ...Object.fromEntries(named), ...schemasOfBodies(contracts), ...deliveredEvents };
  // Names do not show what a service requires; forms with the services take it from here.
  all.PostalService = { ...all.PostalService, 'x-carrier-services': carrierServices };
  const found = new Set<string>();
  const follow = (part: unknown) => {
    for (const name of referredSchemas(part)) {
      const schema = all[name];
      if (!schema) throw new Error(`There is no schema ${name}`);
      if (found.has(name)) continue;
      found.add(name);
      follow(schema);
    }
  };
  follow(body);
  return Object.fromEntries(Object.entries(all).filter(([name]) => found.has(name)));
}

const count: Schema = { type: 'integer', minimum: 0 };

const responseHeaders: Record<string, Schema> = {
  'Request-Id': {
    description:
      'Id of the request, the same as `error.request_id`. When the gateway itself answers: a UUID without `req_`.',
    required: true,
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Requests per second that the account may make, across all its keys.',
    required: true,
    schema: count,
  },
  'RateLimit-Remaining': { description: 'Requests left in this second.', required: true, schema: count },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', required: true, schema: count },
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 1 } },
  'Idempotent-Replayed': {
    description: 'Present when the response is a replay of an earlier one.',
    schema: { type: 'string', const: 'true' },
  },
};

const everyResponse = ['Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

function headersOf(...more: string[]): Schema {
  return Object.fromEntries(
    [...everyResponse, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const sharedParameters: Record<string, Schema> = {
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of `error.message`: `pt-BR` unless English is preferred.',
    schema: { type: 'string', default: 'pt-BR' },
    example: 'en',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes retries safe: for 24 hours, the first success with a key is returned again.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10',
  },
};
