import type { CarrierMailing, CarrierTotals } from '../core/domain/carrier-mailings.ts';

/** A file of a batch for the carrier or for the counter. */
export interface CarrierFile {
  /** Within the batch's folder. */
  name: string;
  /** Media type. */
  type:
    | 'text/plain; charset=iso-8859-1'
    | 'text/plain; charset=utf-8'
    | 'text/csv; charset=utf-8'
    | 'application/json'
    | 'application/pdf';
  body: string | Uint8Array;
}

/** Bytes of a text of ASCII or Latin-1: equal in length to the text. */
export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

export function totalsOf(mailings: readonly CarrierMailing[]): CarrierTotals {
  return { mailings: mailings.length, weight: mailings.reduce((sum, { weight }) => sum + weight, 0) };
}

/** Groups in the order of their first members. */
export function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, Item[]][] {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups];
}
