import type { AddressInput } from '../../core/domain/addresses.ts';
import { isCalendarDate } from '../../core/domain/brasilia.ts';
import { type IdKind, idPrefixes, isId } from '../../core/domain/ids.ts';
import { SHORT_TEXT } from '../../core/domain/text-patterns.ts';
import { emptyableText, type Option, option, readText, text } from '../command-line/options.ts';
import { UsageError } from '../command-line/refusals.ts';
import { readMoney } from './money.ts';

/** Centavos of an amount above zero, written the Brazilian way. */
export const money = (help: string) => option(help, '<R$ 0,00>', readMoney);

export const date = (help: string) =>
  option(help, '<YYYY-MM-DD>', (given) => {
    if (!isCalendarDate(given)) throw new UsageError('must be a date like 2026-11-22');
    return given;
  });

/** Epoch milliseconds of an instant with its offset. */
export const instant = (help: string) =>
  option(help, '<instant>', (given) => {
    const read = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(given) ? Date.parse(given) : NaN;
    if (Number.isNaN(read)) throw new UsageError('must be an instant like 2026-11-22T12:59:00Z');
    return read;
  });

/** An id of the service. */
export const id = (kind: IdKind, help: string) =>
  option(help, `<${idPrefixes[kind]}_…>`, (given) => {
    if (!isId(kind, given)) throw new UsageError(`must be an id like ${idPrefixes[kind]}_…`);
    return given;
  });

type AddressField = keyof AddressInput;
type AddressPrefix<Prefix extends string> =
  `${Prefix}-${'name' | 'postal-code' | 'number' | 'complement' | 'street' | 'neighborhood' | 'city' | 'state'}`;

/** Limit of the longest field; the use cases check the limit of each. */
const LONGEST_ADDRESS_FIELD = 150;

const addressFields: Record<AddressField, { option: string; help: string }> = {
  name: { option: 'name', help: 'as printed' },
  postal_code: { option: 'postal-code', help: 'CEP, with or without the hyphen' },
  number: { option: 'number', help: 'number on the street; s/n if there is none' },
  complement: { option: 'complement', help: "flat, floor, block; '' for none" },
  street: { option: 'street', help: 'needed where the postal code names none' },
  neighborhood: { option: 'neighborhood', help: 'needed where the postal code names none' },
  city: { option: 'city', help: 'comes from the postal code, and must agree with it' },
  state: { option: 'state', help: 'comes from the postal code, and must agree with it' },
};

/** Fields that no postal code provides. */
const neverDerived: readonly AddressField[] = ['name', 'postal_code', 'number'];

/** The options of an address: `--<prefix>-name`, `--<prefix>-postal-code` and so on. */
export function addressOptions<const Prefix extends string>(
  prefix: Prefix,
): Record<AddressPrefix<Prefix>, Option<string | undefined>> {
  const entries = Object.entries(addressFields).map(([field, { option: name, help }]) => [
    `${prefix}-${name}`,
    field === 'complement' ? emptyableText(help, LONGEST_ADDRESS_FIELD) : text(help, '<text>', LONGEST_ADDRESS_FIELD),
  ]);
  return Object.fromEntries(entries) as Record<AddressPrefix<Prefix>, Option<string | undefined>>;
}

/** The same, with required fields: those that no postal code provides. */
export function wholeAddressOptions<const Prefix extends string>(prefix: Prefix) {
  const required = neverDerived.map((field) => `${prefix}-${addressFields[field].option}`);
  const entries = Object.entries<Option>(addressOptions(prefix)).map(([name, given]) => [
    name,
    { ...given, required: required.includes(name) },
  ]);
  return Object.fromEntries(entries) as ReturnType<typeof addressOptions<Prefix>>;
}

/** The address fields given by options with this prefix; `''` becomes null. */
export function givenAddress(values: Readonly<Record<string, unknown>>, prefix: string): Partial<AddressInput> {
  const given = Object.entries(addressFields).flatMap(([field, { option: name }]) => {
    const value = values[`${prefix}-${name}`];
    return value === undefined ? [] : [[field, value === '' ? null : value]];
  });
  return Object.fromEntries(given) as Partial<AddressInput>;
}

const isShort = new RegExp(SHORT_TEXT, 'u');

/** A text of one line that lists and mails show, as customers may send it. */
export const shortText = (help: string, maximum: number) =>
  option(help, '<text>', (given) => {
    if (!isShort.test(given)) throw new UsageError('must be one line, without control characters');
    return readText(given, maximum);
  });
