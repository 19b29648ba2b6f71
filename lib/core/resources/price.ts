import type { Price } from '../domain/prices.ts';

/** A price as documented, centavos (rule MON-1). */
export function priceResource(price: Price) {
  return {
    currency: price.currency,
    total: price.total,
    items: price.items.map((item) => ({
      type: item.type,
      quantity: item.quantity,
      unit_amount: item.unit_amount,
      amount: item.amount,
    })),
  };
}
