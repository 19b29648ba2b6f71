/** The input that a rule's target receives for an event. */
export type TargetInput = (event: object, now: number) => unknown;

interface InputProperties {
  /** Constant JSON text. */
  Input?: string;
  /** One path into the event, e.g. `$.detail.id`. */
  InputPath?: string;
  InputTransformer?: { InputPathsMap?: Record<string, string>; InputTemplate: string };
}

const PATH = /^\$(?:\.[A-Za-z0-9_-]+|\[\d+\])*$/;

/**
 * Compiles the input of a target: the whole event, a part of it, a constant, or a template filled from it.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-transform-target-input.html
 * @throws Error for more than one of them, or for a path that EventBridge does not support.
 */
export function compileTargetInput(properties: InputProperties, rule: { name: string; arn: string }): TargetInput {
  const { Input: constant, InputPath: path, InputTransformer: transformer } = properties;
  if ([constant, path, transformer].filter((input) => input !== undefined).length > 1) {
    throw new Error(`${rule.name}: a target takes one of Input, InputPath and InputTransformer`);
  }
  if (constant !== undefined) {
    const value: unknown = JSON.parse(constant);
    return () => value;
  }
  if (path !== undefined) return compilePath(path);
  if (transformer !== undefined) return compileTransformer(transformer, rule);
  return (event) => event;
}

function compilePath(path: string): (event: object) => unknown {
  if (!PATH.test(path)) throw new Error(`the local cloud does not know the path ${path}`);
  const keys = Array.from(path.matchAll(/[A-Za-z0-9_-]+/g), ([key]) => key);
  return (event) =>
    keys.reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as Record<string, unknown>)[key]
          : undefined,
      event,
    );
}

function compileTransformer(
  { InputPathsMap: paths = {}, InputTemplate: template }: NonNullable<InputProperties['InputTransformer']>,
  rule: { name: string; arn: string },
): TargetInput {
  const readers = Object.entries(paths).map(([name, path]) => [name, compilePath(path)] as const);
  return (event, now) => {
    const values = new Map<string, unknown>([
      ['aws.events.rule-arn', rule.arn],
      ['aws.events.rule-name', rule.name],
      ['aws.events.event', event],
      ['aws.events.event.json', event],
      ['aws.events.event.ingestion-time', new Date(now).toISOString()],
      ...readers.map(([name, read]) => [name, read(event)] as const),
    ]);
    return JSON.parse(fill(template, values)) as unknown;
  };
}

/** A placeholder within quotes becomes text, otherwise JSON. A missing value becomes empty text or null. */
function fill(template: string, values: ReadonlyMap<string, unknown>): string {
  const parts = template.match(/"(?:[^"\\]|\\.)*"|[^"]+/g) ?? [];
  return parts
    .map((part) => {
      const quoted = part.startsWith('"');
      return part.replaceAll(/<([A-Za-z0-9._-]+)>/g, (placeholder, name: string) => {
        if (!values.has(name)) return placeholder;
        const value = values.get(name);
        if (!quoted) return JSON.stringify(value ?? null);
        const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
        return JSON.stringify(text).slice(1, -1);
      });
    })
    .join('');
}
