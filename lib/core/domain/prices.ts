import type { Plan } from './accounts.ts';
import { type PostalService, postalServices } from './carrier-services.ts';

export type PriceItemType = 'base' | 'additional_sheets' | 'color' | PostalService;

/** Unit amounts in centavos for one plan. */
export type PriceList = Record<PriceItemType, number>;
/** The price table: data that the operator maintains (`data/prices.json`). */
export type PriceTable = Record<Plan, PriceList>;

export interface PriceItem {
  type: PriceItemType;
  quantity: number;
  unit_amount: number;
  amount: number;
}

/** A price in centavos (rule MON-1). */
export interface Price {
  currency: 'BRL';
  total: number;
  items: PriceItem[];
}

export interface PricedMailing {
  /** Pages of the document, not counting an address side. */
  pages: number;
  double_sided: boolean;
  color: boolean;
  postal_services: readonly PostalService[];
}

/**
 * The price of a mailing. The sheet that carries only the address is free, so the document's own sheets count, not
 * those in the envelope. Lines with quantity zero are left out.
 */
export function priceOf(list: PriceList, mailing: PricedMailing): Price {
  const documentSheets = mailing.double_sided ? Math.ceil(mailing.pages / 2) : mailing.pages;
  const quantities: [PriceItemType, number][] = [
    ['base', 1],
    ['additional_sheets', documentSheets - 1],
    ['color', mailing.color ? mailing.pages : 0],
    ...postalServices.map((service): [PriceItemType, number] => [
      service,
      mailing.postal_services.includes(service) ? 1 : 0,
    ]),
  ];
  const items = quantities
    .filter(([, quantity]) => quantity > 0)
    .map(([type, quantity]) => ({ type, quantity, unit_amount: list[type], amount: quantity * list[type] }));
  return { currency: 'BRL', total: items.reduce((sum, item) => sum + item.amount, 0), items };
}
