import type { Address } from '../api/objects.ts';

/** An address that is being written: a field without a text is empty. */
type Writing = Readonly<Record<keyof Address, string>>;

/** The lines of an address as the service prints them (rule DOC-6), as far as they are filled in. */
export function printedLines(address: Writing): string[] {
  const { name, street, number, complement, neighborhood, city, state, postal_code } = address;
  const door = joined([joined([street, number], ', '), complement], ' - ');
  const town = joined([postal_code, joined([city, state], ' - ')], ' ');
  return [name, door, neighborhood, town].filter((line) => line !== '');
}

/** The sender's line. */
export const senderLine = (address: Writing) => `Remetente: ${printedLines(address).join(', ')}`;

const joined = (parts: readonly string[], separator: string) => parts.filter((part) => part !== '').join(separator);
