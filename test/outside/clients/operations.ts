/** The part of an API description that is needed here. */
export interface Described {
  servers: readonly { url: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
}

interface DescribedOperation {
  operationId?: string;
  parameters?: readonly (Parameter | { $ref: string; in?: never })[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

export interface Parameter {
  name: string;
  in: string;
  schema: Schema;
}

/** The part of JSON Schema that the description's requests use. */
export interface Schema {
  $ref?: string;
  description?: string;
  'x-extensible-oneOf'?: readonly Schema[];
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
}

export interface Operation {
  id: string;
  /** `<METHOD> <path>`, as the description has it. */
  request: string;
}

export function operationsOf({ paths }: Described): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id }]) =>
      id === undefined ? [] : [{ id, request: `${method.toUpperCase()} ${path}` }],
    ),
  );
}
