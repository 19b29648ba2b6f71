/** The part of an API description that is needed here. */
export interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
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
