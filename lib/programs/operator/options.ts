import { readFileSync } from 'node:fs';
import type { AddressInput } from '../../core/domain/addresses.ts';
import { isCalendarDate } from '../../core/domain/brasilia.ts';
import { type IdKind, idPrefixes, isId } from '../../core/domain/ids.ts';
import { reasonOf } from './files.ts';
import { readMoney } from './money.ts';
import { UsageError } from './refusals.ts';

/** One option of a command, as data. `Value` is what the command is given for it. */
export interface Option<Value = unknown> {
  kind: 'value' | 'list' | 'switch';
  help: string;
  /** What stands for the value in help, e.g. `<plan>`. */
  placeholder: string;
  required: boolean;
  /** The field of the use case that the option gives, where their names differ. */
  standsFor?: string;
  /** @throws UsageError saying what the text should have been */
  read: (text: string) => unknown;
  /** Carries `Value`; never set. */
  readonly value?: Value;
}

export type Options = Readonly<Record<string, Option>>;

/** What the options of a command give it, by their names. */
export type ValuesOf<Given extends Options> = {
  [Name in keyof Given]: Given[Name] extends Option<infer Value> ? Value : never;
};

function option<Value>(help: string, placeholder: string, read: (text: string) => Value): Option<Value | undefined> {
  return { kind: 'value', help, placeholder, required: false, read };
}

export const required = <Value>(given: Option<Value | undefined>): Option<Value> => ({ ...given, required: true });

/** An option that gives a field of another name. */
export const standingFor = <Value>(field: string, given: Option<Value>): Option<Value> => ({
  ...given,
  standsFor: field,
});

/** May be given several times; absent, the list is empty. */
export const repeated = <Value>({ help, placeholder, read }: Option<Value | undefined>): Option<Value[]> => ({
  kind: 'list',
  help,
  placeholder,
  required: false,
  read,
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

/** A text that may be empty: `''` takes it away. */
export const emptyableText = (help: string, maximum: number) =>
  option(help, '<text>', (given) => (given === '' ? '' : readText(given, maximum)));

export const choice = <const Value extends string>(help: string, values: readonly Value[], placeholder: string) =>
  option(`${help}: ${values.join(', ')}`, placeholder, (given) => {
    const found = values.find((value) => value === given);
    if (found === undefined) throw new UsageError(`is none of: ${values.join(', ')}`);
    return found;
  });

export const yesOrNo = (help: string) => option(help, 'yes|no', (given) => readYesOrNo(given));

/** Centavos of an amount above zero, written as Brazilians write it. */
export const money = (help: string) => option(help, '<R$ 0,00>', readMoney);

export const date = (help: string) =>
  option(help, '<YYYY-MM-DD>', (given) => {
    if (!isCalendarDate(given)) throw new UsageError('is no date written YYYY-MM-DD');
    return given;
  });

export const integer = (help: string, placeholder: string, minimum: number, maximum: number) =>
  option(help, placeholder, (given) => {
    const number = Number(given);
    if (!/^\d+$/.test(given) || number < minimum || number > maximum)
      throw new UsageError(`is no whole number from ${minimum} to ${maximum}`);
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

/** An id of the service. */
export const id = (kind: IdKind, help: string) =>
  option(help, `<${idPrefixes[kind]}_…>`, (given) => {
    if (!isId(kind, given)) throw new UsageError(`is no id like ${idPrefixes[kind]}_…`);
    return given;
  });

/** `name=value`. */
export const assignment = (help: string) =>
  option(help, '<name=value>', (given): [string, string] => {
    const at = given.indexOf('=');
    if (at < 1) throw new UsageError('is not written name=value');
    return [given.slice(0, at), given.slice(at + 1)];
  });

function readText(given: string, maximum: number): string {
  if (given.trim() === '') throw new UsageError('must not be empty');
  if ([...given].length > maximum) throw new UsageError(`has more than ${maximum} characters`);
  return given;
}

function readYesOrNo(given: string): boolean {
  if (given !== 'yes' && given !== 'no') throw new UsageError('is neither yes nor no');
  return given === 'yes';
}

type AddressField = keyof AddressInput;
type AddressPrefix<Prefix extends string> =
  `${Prefix}-${'name' | 'postal-code' | 'number' | 'complement' | 'street' | 'neighborhood' | 'city' | 'state'}`;

/** The use cases know the limit of each field. */
const LONGEST_ADDRESS_FIELD = 150;

const addressFields: Record<AddressField, { option: string; help: string }> = {
  name: { option: 'name', help: 'as it is printed' },
  postal_code: { option: 'postal-code', help: 'CEP, with or without its hyphen' },
  number: { option: 'number', help: 'in the street; s/n where there is none' },
  complement: { option: 'complement', help: "flat, floor, block; '' for none" },
  street: { option: 'street', help: 'needed where the postal code names none' },
  neighborhood: { option: 'neighborhood', help: 'needed where the postal code names none' },
  city: { option: 'city', help: 'comes from the postal code, and must agree with it' },
  state: { option: 'state', help: 'comes from the postal code, and must agree with it' },
};

/** What no postal code gives. */
const neverDerived: readonly AddressField[] = ['name', 'postal_code', 'number'];

/** The options that make up an address: `--<prefix>-name`, `--<prefix>-postal-code` and so on. */
export function addressOptions<const Prefix extends string>(
  prefix: Prefix,
): Record<AddressPrefix<Prefix>, Option<string | undefined>> {
  const entries = Object.entries(addressFields).map(([field, { option: name, help }]) => [
    `${prefix}-${name}`,
    field === 'complement' ? emptyableText(help, LONGEST_ADDRESS_FIELD) : text(help, '<text>', LONGEST_ADDRESS_FIELD),
  ]);
  return Object.fromEntries(entries) as Record<AddressPrefix<Prefix>, Option<string | undefined>>;
}

/** The same, what no postal code gives being required. */
export function wholeAddressOptions<const Prefix extends string>(prefix: Prefix) {
  const required = neverDerived.map((field) => `${prefix}-${addressFields[field].option}`);
  const entries = Object.entries<Option>(addressOptions(prefix)).map(([name, given]) => [
    name,
    { ...given, required: required.includes(name) },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof addressOptions<Prefix>>;
}

/** The fields of an address that were given; none when no option of the prefix was. */
export function givenAddress(values: Readonly<Record<string, unknown>>, prefix: string): Partial<AddressInput> {
  const given = Object.entries(addressFields).flatMap(([field, { option: name }]) => {
    const value = values[`${prefix}-${name}`];
    return value === undefined ? [] : [[field, value === '' ? null : value]];
  });
  return Object.fromEntries(given) as Partial<AddressInput>;
}
