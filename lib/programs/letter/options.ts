import { parseArgs } from 'node:util';
import type { Locale } from '../../adapters/http/locale.ts';
import type { AddressPlacement } from '../../core/domain/sheets.ts';

/** What was typed is no command, or not a whole one. */
export class UsageError extends Error {}

/** How the document would be sent. */
export interface Sending {
  placement: AddressPlacement;
  doubleSided: boolean;
  /** Values of markers; null when none were given, and then markers print as they are. */
  variables: Record<string, string> | null;
  /** How a verification is confirmed; undefined for a letter. */
  verification: 'hosted_page' | 'code' | undefined;
}

export interface Common {
  /** Path of the PDF. */
  path: string;
  sending: Sending;
  json: boolean;
  locale: Locale;
}

export interface Preview {
  /** Paths of JSON files with addresses. */
  to: string;
  from: string | undefined;
  output: string;
  showAreas: boolean;
}

export type Command = 'help' | (Common & { preview: Preview | undefined });

const ALWAYS = {
  var: { type: 'string', multiple: true },
  'extra-page': { type: 'boolean' },
  'double-sided': { type: 'boolean' },
  verification: { type: 'boolean' },
  method: { type: 'string' },
  json: { type: 'boolean' },
  language: { type: 'string' },
} as const;

const FOR_PREVIEW = {
  to: { type: 'string' },
  from: { type: 'string' },
  output: { type: 'string', short: 'o' },
  'show-areas': { type: 'boolean' },
} as const;

/**
 * Reads a command line.
 * @throws UsageError saying what is wrong with it
 */
export function readCommand(line: readonly string[]): Command {
  const [name, ...args] = line;
  if (name === undefined || name === 'help' || line.includes('--help') || line.includes('-h')) return 'help';
  if (name !== 'check' && name !== 'preview') throw new UsageError(`There is no command "${name}".`);
  const { values, positionals } = split(args);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('Name one PDF file.');
  return {
    path,
    json: values.json ?? false,
    locale: oneOf('language', values.language ?? 'pt-BR', ['pt-BR', 'en']),
    sending: {
      placement: values['extra-page'] ? 'extra_page' : 'first_page',
      doubleSided: values['double-sided'] ?? false,
      variables: values.var ? Object.fromEntries(values.var.map(readVariable)) : null,
      verification: readMethod(values),
    },
    preview: name === 'preview' ? readPreview(values) : refusePreview(values),
  };
}

type Values = ReturnType<typeof split>['values'];

function split(args: string[]) {
  try {
    return parseArgs({ args, options: { ...ALWAYS, ...FOR_PREVIEW }, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    // What follows the first sentence is advice for programmers.
    throw new UsageError(`${message.split('. ')[0]!}.`);
  }
}

function readPreview({ to, from, output, 'show-areas': showAreas = false }: Values): Preview {
  if (to === undefined) throw new UsageError('--to is missing: a JSON file with the address of the recipient.');
  if (output === undefined) throw new UsageError('-o is missing: the file to write.');
  return { to, from, output, showAreas };
}

function refusePreview(values: Values): undefined {
  const stray = Object.keys(FOR_PREVIEW).find((name) => name in values);
  if (stray) throw new UsageError(`--${stray} belongs to preview.`);
}

function readMethod({ verification, method }: Values): Sending['verification'] {
  if (!verification && method !== undefined) throw new UsageError('--method belongs to --verification.');
  return verification ? oneOf('method', method ?? 'hosted_page', ['hosted_page', 'code']) : undefined;
}

function readVariable(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--var ${text} is not written name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function oneOf<const Value extends string>(option: string, given: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new UsageError(`--${option} is one of: ${values.join(', ')}.`);
  return found;
}
