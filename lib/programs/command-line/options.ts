import { readFileSync } from 'node:fs';
import { reasonOf } from './files.ts';
import { UsageError } from './refusals.ts';

/** One option of a command, as data. `Value` is the type of its parsed value. */
export interface Option<Value = unknown> {
  kind: 'value' | 'list' | 'switch';
  help: string;
  /** Shown in place of the value in help, e.g. `<plan>`. */
  placeholder: string;
  required: boolean;
  /** One letter, e.g. `o` for `-o`. */
  short?: string;
  /** Name of the use case's field, if it differs from the option's. */
  standsFor?: string;
  /** @throws UsageError whose message completes the sentence `--option …` */
  read: (text: string) => unknown;
  /** Carries the type `Value`; never set. */
  readonly value?: Value;
}

export type Options = Readonly<Record<string, Option>>;

/** Parsed values of options, by option name. */
export type ValuesOf<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends Option<infer Value> ? Value : never;
};

/** An option's name in messages: `-o` if it has a letter, otherwise `--name`. */
export const optionName = (name: string, { short }: Pick<Option, 'short'>) => (short ? `-${short}` : `--${name}`);

export function option<Value>(
  help: string,
  placeholder: string,
  read: (text: string) => Value,
): Option<Value | undefined> {
  return { kind: 'value', help, placeholder, required: false, read };
}

export const required = <Value>(given: Option<Value | undefined>): Option<Value> => ({ ...given, required: true });

export const shortened = <Value>(short: string, given: Option<Value>): Option<Value> => ({ ...given, short });

/** An option for a field with another name. */
export const forField = <Value>(field: string, given: Option<Value>): Option<Value> => ({
  ...given,
  standsFor: field,
});

/** An option that may be repeated; the list is empty if it is not given. */
export const repeated = <Value>(given: Option<Value | undefined>): Option<Value[]> => ({
  kind: 'list',
  help: given.help,
  placeholder: given.placeholder,
  required: false,
  read: given.read,
});

export const flag = (help: string): Option<boolean> => ({
  kind: 'switch',
  help,
  placeholder: '',
  required: false,
  read: () => true,
});

export const text = (help: string, placeholder: string, maximum = 100) =>
  option(help, placeholder, (given) => readText(given, maximum));

/** A text that may be empty; `''` clears the field. */
export const emptyableText = (help: string, maximum: number) =>
  option(help, '<text>', (given) => (given === '' ? '' : readText(given, maximum)));

export const choice = <const Value extends string>(help: string, values: readonly Value[], placeholder: string) =>
  option(`${help}: ${values.join(', ')}`, placeholder, (given) => {
    const found = values.find((value) => value === given);
    if (found === undefined) throw new UsageError(`must be one of: ${values.join(', ')}`);
    return found;
  });

export const yesOrNo = (help: string) =>
  option(help, 'yes|no', (given): boolean => {
    if (given !== 'yes' && given !== 'no') throw new UsageError('must be yes or no');
    return given === 'yes';
  });

export const integer = (help: string, placeholder: string, minimum: number, maximum: number) =>
  option(help, placeholder, (given) => {
    const number = Number(given);
    if (!/^\d+$/.test(given) || number < minimum || number > maximum)
      throw new UsageError(`must be a whole number from ${minimum} to ${maximum}`);
    return number;
  });

/** The bytes of a file. */
export const file = (help: string) =>
  option(help, '<file>', (path): Uint8Array => {
    try {
      return readFileSync(path);
    } catch (error) {
      throw new UsageError(`cannot be read: ${reasonOf(error)}`);
    }
  });

/** `name=value`. */
export const assignment = (help: string) =>
  option(help, '<name=value>', (given): [name: string, value: string] => {
    const at = given.indexOf('=');
    if (at < 1) throw new UsageError(`must be written name=value, not ${given}`);
    return [given.slice(0, at), given.slice(at + 1)];
  });

export function readText(given: string, maximum: number): string {
  if (given.trim() === '') throw new UsageError('must not be empty');
  if ([...given].length > maximum) throw new UsageError(`has more than ${maximum} characters`);
  return given;
}
