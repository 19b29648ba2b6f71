import type { Locale } from '../../core/domain/locale.ts';
import type { PlainPage } from './plain-pages.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  maxLength?: number;
  pattern?: string;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const words = {
  'pt-BR': { parameters: 'Parâmetros', body: 'Corpo', answers: 'Respostas', required: 'obrigatório', one: 'um destes' },
  en: { parameters: 'Parameters', body: 'Body', answers: 'Responses', required: 'required', one: 'one of' },
} as const satisfies Record<Locale, Record<string, string>>;

/** Fields within fields that are shown; deeper ones are in the API description. */
const DEEPEST = 3;

/** The operations of an API description as Markdown, one page each: what is sent, and what comes back. */
export function plainReference(json: string, locale: Locale): PlainPage[] {
  const description = JSON.parse(json) as Description;
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): PlainPage => {
      const { operationId, summary } = operation;
      return {
        path: `${locale === 'en' ? 'en/' : ''}api/operations/${operationId}.md`,
        title: summary,
        description: `${method.toUpperCase()} ${path}`,
        text: operationPage(`${method.toUpperCase()} ${path}`, operation, description, locale),
      };
    }),
  );
}

function operationPage(call: string, operation: Operation, { components }: Description, locale: Locale): string {
  const text = words[locale];
  const fields = (schema: Schema): string[] => fieldsOf(schema, components.schemas, text, 0);
  const parameters = (operation.parameters ?? []).map((given) => {
    const { name, in: place, required, description, schema } = resolved(given, components.parameters);
    return `- \`${name}\` (${place}, ${typeOf(schema)}${required ? `, ${text.required}` : ''}): ${oneLine(description)}`;
  });
  const bodies = Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { schema }]) => [
    `### ${type}`,
    fields(schema).join('\n'),
  ]);
  const answers = Object.entries(operation.responses).flatMap(([status, { description, content }]) => [
    `### ${status}`,
    description,
    // The envelope of errors is the same everywhere.
    ...(status < '300' ? [fields(content?.['application/json']?.schema ?? {}).join('\n')] : []),
  ]);
  const section = (title: string, lines: readonly string[], separator: string) =>
    lines.length === 0 ? [] : [`## ${title}`, lines.join(separator)];
  return `${[
    `# ${operation.summary}`,
    `\`${call}\``,
    operation.description ?? '',
    ...section(text.parameters, parameters, '\n'),
    ...section(text.body, bodies, '\n\n'),
    ...section(text.answers, answers, '\n\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

type Texts = (typeof words)[Locale];

/** The fields of a schema as a nested list. */
function fieldsOf(given: Schema, schemas: Record<string, Schema>, text: Texts, depth: number): string[] {
  const schema = resolved(given, schemas);
  const indent = '  '.repeat(depth);
  const variants = schema.oneOf ?? schema.anyOf ?? [];
  const parts = (schema.allOf ?? []).flatMap((part) => fieldsOf(part, schemas, text, depth));
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const inner = resolved(property, schemas);
    const required = schema.required?.includes(name) ? `, ${text.required}` : '';
    const about = oneLine(property.description ?? inner.description);
    const line = `${indent}- \`${name}\` (${typeOf(inner)}${required})${about && `: ${about}`}`;
    const within = inner.items ?? inner;
    return [line, ...(depth + 1 < DEEPEST ? fieldsOf(within, schemas, text, depth + 1) : [])];
  });
  const others = variants.flatMap((variant) => {
    const inside = fieldsOf(variant, schemas, text, depth + 1);
    return inside.length === 0 ? [] : [`${indent}- ${text.one}:`, ...inside];
  });
  return [...parts, ...own, ...others];
}

function resolved<T extends { $ref?: string }>(given: T, among: Record<string, T>): T {
  return given.$ref === undefined ? given : among[given.$ref.split('/').at(-1)!]!;
}

function typeOf({ type, enum: values, const: constant, default: usual, maxLength, oneOf, anyOf }: Schema): string {
  const listed = values?.map((value) => JSON.stringify(value)).join(' | ');
  const kind =
    constant === undefined
      ? [type ?? ((oneOf ?? anyOf) ? 'object' : 'string')].flat().join(' | ')
      : JSON.stringify(constant);
  return [
    listed ?? kind,
    ...(maxLength === undefined ? [] : [`≤ ${maxLength}`]),
    ...(usual === undefined ? [] : [`= ${JSON.stringify(usual)}`]),
  ].join(', ');
}

const oneLine = (text = ''): string => text.replace(/\s*\n\s*/g, ' ');
