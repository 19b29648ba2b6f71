/** `first_page` prints in the address area of page 1, `extra_page` on a separate side (rule DOC-6). */
export type AddressPlacement = 'first_page' | 'extra_page';

/** What determines how a document of `pages` pages is laid out on paper. */
export interface Layout {
  pages: number;
  doubleSided: boolean;
  addressPlacement: AddressPlacement;
}

/** One side of a sheet: a page of the document (from 1), the address, or nothing. */
export type Side = number | 'address' | 'blank';

/** Sheets of one envelope, the address sheet included (rule DOC-8). */
export const MAX_SHEETS = 6;

/** Sheets in the envelope (rule DOC-8). */
export function sheetsOf({ pages, doubleSided, addressPlacement }: Layout): number {
  if (!doubleSided) return pages;
  return addressPlacement === 'first_page' ? Math.ceil(pages / 2) : Math.floor(pages / 2) + 1;
}

/** Whether the sheets are printed on both sides: a double-sided document, or an address on a separate side. */
export function isDuplex({ doubleSided, addressPlacement }: Omit<Layout, 'pages'>): boolean {
  return doubleSided || addressPlacement === 'extra_page';
}

/**
 * The sides in printing order: only fronts if the layout is not duplex, else front and back of each sheet in turn
 * (a blank last back is left out). An address on a separate side takes the first free side (rule DOC-7):
 * the back of page 1 if only fronts are printed, the back of the last page if double-sided with an odd number of pages,
 * else the front of an extra first sheet.
 */
export function sidesOf({ pages, doubleSided, addressPlacement }: Layout): Side[] {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1);
  if (addressPlacement === 'first_page') return numbers;
  if (doubleSided) return pages % 2 === 1 ? [...numbers, 'address'] : ['address', 'blank', ...numbers];
  return [1, 'address', ...numbers.slice(1).flatMap((page): Side[] => (page === pages ? [page] : [page, 'blank']))];
}

/** The page of the print file that shows in the window, from 1. */
export function addressPageOf(layout: Layout): number {
  return layout.addressPlacement === 'first_page' ? 1 : sidesOf(layout).indexOf('address') + 1;
}
