import type { Price } from '../domain/prices.ts';
import type { PriceResource } from '../schemas/price.ts';

/** A price as documented, centavos (rule MON-1). */
export function priceResource(price: Price): PriceResource {
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
