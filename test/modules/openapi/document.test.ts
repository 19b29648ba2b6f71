import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { listedEventTypes } from '../../../lib/core/domain/events.ts';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { contracts } from '../../../lib/programs/openapi/contracts.ts';
import { pathParameter } from '../../../lib/programs/openapi/document.ts';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import { operationOf, operations } from '../../../lib/programs/openapi/operations.ts';
import { requireDescribed } from '../../../lib/programs/openapi/shown.ts';
import { problems } from '../../../lib/texts/errors/error-catalogue.ts';
import { documented, undocumentedIn } from '../../support/documented-objects.ts';
import { describedEndpoints, description, mistakes, readPage, resolved } from './description.ts';
import { shapeOf } from './shapes.ts';

const { schemas } = description.components;
const componentNamed = (object: string) => object.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const responseOf = (name: string) => {
  const { responses } = describedEndpoints.find(({ operation }) => operation.operationId === name)!.operation;
  return Object.entries(responses).find(([status]) => status < '300')![1].content['application/json']!;
};

/** The closed lists of values in a part of the description. */
function closedLists(part: unknown, seen = new Set<unknown>()): unknown[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  const { $ref, enum: values, ...rest } = part as Record<string, unknown>;
  return [
    ...(Array.isArray(values) ? [values] : []),
    ...(typeof $ref === 'string' ? closedLists(resolved({ $ref }), seen) : []),
    ...Object.values(rest).flatMap((inner) => closedLists(inner, seen)),
  ];
}

test('an independent linter finds nothing', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: readPage(OPENAPI_FILE), absoluteRef: OPENAPI_FILE, config });
  const problemsFound = found.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
  // The linter does not know the extension that names the shapes of an open union.
  const named = Object.values(schemas).flatMap((schema) => (schema['x-extensible-oneOf'] ?? []) as { $ref: string }[]);
  const isNamed = (text: string) => named.some(({ $ref }) => text.startsWith(`no-unused-components ${$ref}:`));
  expect(problemsFound.filter((text) => !isNamed(text))).toEqual([]);
});

test('no schema is called `New` and the name of another one: in Go that is the constructor of the other', () => {
  const names = Object.keys(schemas);
  expect(names).toContain('LetterBatch');
  expect(names.filter((name) => names.includes(name.replace(/^New/, '')) && name.startsWith('New'))).toEqual([]);
});

describe('endpoints', () => {
  test('equal the deployed ones', () => {
    const routes = describedEndpoints.map(
      ({ method, path, operation }) => `${method} ${path} ${operation.operationId}`,
    );
    const deployed = endpoints.map(({ method, path, function: name }) => `${method} ${path} ${name}`);
    expect(routes.sort()).toEqual(deployed.sort());
    expect(Object.keys(operations).sort()).toEqual(endpoints.map(({ function: name }) => name).sort());
  });

  test('without a description cannot be documented', () => {
    expect(() => operationOf('letters-burn')).toThrow('says nothing of letters-burn');
    expect(() => pathParameter('perfume')).toThrow('says nothing of "perfume"');
    const to = { type: 'object', description: 'The recipient.', properties: { perfume: {} } };
    const schema = { type: 'object', properties: { to } } as const;
    expect(() => requireDescribed(schema)).toThrow('says nothing of "perfume"');
  });

  test.each(describedEndpoints)('$method $path describes itself and each of its parameters', ({ operation }) => {
    for (const text of [operation.summary, operation.description]) expect(text).toMatch(/^\p{Lu}.{3}/u);
    const own = operation.parameters.filter(({ $ref }) => !$ref);
    expect(own.filter(({ description: text }) => !text)).toEqual([]);
  });

  test('have exactly the fields of their handlers', () => {
    for (const { method, path, request } of contracts) {
      if (!request) continue;
      const { parameters, requestBody } = description.paths[path]![method.toLowerCase()]!;
      const described =
        method === 'GET'
          ? parameters
              .filter((parameter) => parameter.in === 'query')
              .map(({ name, schema }) => [name, schema] as const)
          : Object.entries(
              resolved(requestBody!.content['application/json']!.schema).properties as Record<string, object>,
            );
      expect(Object.fromEntries(described.map(([name, schema]) => [name, shapeOf(schema, schemas)]))).toEqual(
        Object.fromEntries(Object.entries(request.properties).map(([name, schema]) => [name, shapeOf(schema)])),
      );
    }
  });

  test('name the values of list items, so generators make one type of them', () => {
    const unnamed = Object.entries(schemas).flatMap(([name, { properties = {} }]: [string, any]) =>
      Object.entries<any>(properties).flatMap(([field, { items }]) => (items?.enum ? [`${name}.${field}`] : [])),
    );
    expect(unnamed).toEqual([]);
  });

  test('name their bodies, which generators need', () => {
    const bodies = describedEndpoints.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}));
    expect(bodies.map(({ schema }) => Object.keys(schema))).toEqual(bodies.map(() => ['$ref']));
  });

  test('have exactly the statuses of the contract tests', () => {
    const folder = resolve(import.meta.dirname, '../../service/functions');
    for (const { operation } of describedEndpoints) {
      const tested = readdirSync(folder).includes(operation.operationId)
        ? readdirSync(resolve(folder, operation.operationId)).map((file) => file.split('.')[0]!)
        : [];
      const statuses = tested.filter((name) => /^\d{3}$/.test(name));
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses));
    }
  });

  test('list the error codes of each status', () => {
    for (const { operation } of describedEndpoints) {
      for (const [status, response] of Object.entries(operation.responses)) {
        const codes = response['x-error-codes'] ?? [];
        expect(codes.map((code) => problems[code as keyof typeof problems].status)).toEqual(codes.map(() => +status));
        expect(codes.length > 0).toBe(+status >= 400);
      }
    }
  });
});

describe('objects', () => {
  const names = Object.keys(documented).filter((name) => name !== 'list');

  test.each(names)('a %s matches its documentation (rule REQ-12)', (name) => {
    expect(shapeOf(schemas[componentNamed(name)], schemas)).toEqual(shapeOf(documented[name]));
  });

  test('of responses accept unknown values, those of requests only the current ones (rule REQ-18)', () => {
    const operations = describedEndpoints.map(({ operation }) => operation);
    const answers = operations.flatMap(({ responses }) =>
      Object.values(responses).map(({ content }) => content['application/json']!.schema),
    );
    const deliveries = Object.values(description.webhooks).map(
      ({ post }) => post.requestBody!.content['application/json']!.schema,
    );
    expect(closedLists([...answers, ...deliveries])).toEqual([]);
    expect(closedLists({ $ref: '#/components/schemas/LetterInput' })).toContainEqual(['first_page', 'extra_page']);
    expect(closedLists({ $ref: '#/components/schemas/Letter' })).toEqual([]);
  });

  test('equal the documented ones', () => {
    const delivered = Object.values(description.webhooks).map(
      ({ post }) => post.requestBody!.content['application/json']!.schema.$ref,
    );
    const own = Object.entries(schemas).filter(([name]) => !delivered.includes(`#/components/schemas/${name}`));
    const objects = own.flatMap(([, { properties }]) => {
      const constant = (properties as { object?: { const?: string } } | undefined)?.object?.const;
      return constant && constant !== 'list' ? [constant] : [];
    });
    const expected = names.map((name) => (documented[name]!.properties as { object: { const: string } }).object.const);
    expect(objects.sort()).toEqual(expected.sort());
  });
});

describe('examples', () => {
  const named = describedEndpoints.map(({ operation }) => operation.operationId);

  test.each(named)('%s shows real responses, which match the description and the documentation', (name) => {
    const { schema, examples = {} } = responseOf(name);
    expect(Object.keys(examples)).not.toEqual([]);
    for (const { value } of Object.values(examples)) {
      expect(mistakes(schema, value)).toEqual([]);
      expect(undocumentedIn(value as { object: string })).toEqual([]);
    }
  });

  test('exist for every response, in each of its media types', () => {
    const contents = describedEndpoints.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap(({ content }) => Object.values(content)),
    );
    expect(contents.filter(({ examples }) => Object.keys(examples ?? {}).length === 0)).toEqual([]);
  });

  test('of requests match their schemas, at least one for each body', () => {
    const contents = describedEndpoints.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}));
    for (const { schema, examples = {} } of contents) {
      expect(Object.keys(examples)).not.toEqual([]);
      for (const { value } of Object.values(examples)) expect(mistakes(schema, value, 'openapi')).toEqual([]);
    }
  });

  test('of errors have the envelope, under their own code', () => {
    for (const [code, { value }] of Object.entries(description.components.examples)) {
      expect(mistakes({ $ref: '#/components/schemas/Error' }, value)).toEqual([]);
      expect(value.error.code).toBe(code);
    }
  });

  test('contain nothing of the machine that recorded them', () => {
    expect(readPage(OPENAPI_FILE)).not.toMatch(/127\.0\.0\.1|localhost|X-Amz-Credential/);
  });
});

describe('webhooks', () => {
  test('exist for each event, with the headers of a delivery', () => {
    expect(Object.keys(description.webhooks).sort()).toEqual([...listedEventTypes, 'webhook.test'].sort());
    for (const { post } of Object.values(description.webhooks)) {
      const headers = post.parameters.map(({ name }) => name);
      expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    }
  });

  test('each have a real event as example, which matches its schema', () => {
    const contents = Object.entries(description.webhooks).map(
      ([type, { post }]) => [type, post.requestBody!.content['application/json']!] as const,
    );
    for (const [type, { schema, examples = {} }] of contents) {
      expect(Object.keys(examples)).toEqual([type]);
      const { value } = examples[type] as { value: { object: string; data: { object: string } } };
      expect(mistakes(schema, value)).toEqual([]);
      expect(value).toMatchObject({ type });
      // Test events are never listed.
      expect(undocumentedIn(type === 'webhook.test' ? value.data : value)).toEqual([]);
    }
  });
});
