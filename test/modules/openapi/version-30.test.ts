import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { openApi30 } from '../../../lib/programs/openapi/version-30.ts';
import { description } from './description.ts';

const older: any = openApi30(description as never);

test("the twin is valid by OpenAPI's own schema of 3.0", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(older))).toEqual({ valid: true });
  expect([older.openapi, validator.version]).toEqual(['3.0.3', '3.0']);
});

test('it has every operation, parameter, body and response', () => {
  const shape = (paths: any) =>
    Object.entries<any>(paths).flatMap(([path, methods]) =>
      Object.entries<any>(methods).map(([method, { operationId, parameters = [], requestBody, responses }]) => [
        method,
        path,
        operationId,
        parameters.map(({ $ref, name }: any) => $ref ?? name),
        Object.keys(requestBody?.content ?? {}),
        Object.keys(responses),
      ]),
    );
  expect(shape(older.paths)).toEqual(shape(description.paths));
  expect(Object.keys(older.components.schemas)).toEqual(Object.keys(description.components.schemas));
});

/** A schema of 3.0 as JSON Schema, by the two rules in which 3.0 differs: `nullable`, and marks beside limits. */
function asJsonSchema(node: any): any {
  if (Array.isArray(node)) return node.map(asJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, example: _, exclusiveMinimum, exclusiveMaximum, ...rest } = node;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asJsonSchema(value)])) as any;
  if (exclusiveMinimum === true) inner.exclusiveMinimum = inner.minimum;
  if (exclusiveMaximum === true) inner.exclusiveMaximum = inner.maximum;
  return nullable === true ? { anyOf: [inner, { type: 'null' }] } : inner;
}

test('every example of the description fits the twin', () => {
  const ajv = ajvFormats.default(new Ajv2020({ strict: false, validateFormats: false }));
  ajv.addSchema({ $id: 'twin', components: { schemas: asJsonSchema(older.components.schemas) } });
  const references = (schema: unknown) =>
    JSON.parse(JSON.stringify(asJsonSchema(schema)).replaceAll('#/components/', 'twin#/components/'));
  let judged = 0;
  for (const methods of Object.values<any>(older.paths))
    for (const { requestBody, responses } of Object.values<any>(methods))
      for (const { content = {} } of [requestBody ?? {}, ...Object.values<any>(responses)])
        for (const [type, { schema, examples = {} }] of Object.entries<any>(content)) {
          if (type !== 'application/json') continue;
          const isValid = ajv.compile(references(schema));
          for (const { value, $ref } of Object.values<any>(examples)) {
            if ($ref) continue;
            expect([isValid(value), isValid.errors]).toEqual([true, null]);
            judged++;
          }
        }
  expect(judged).toBeGreaterThan(50);
});
