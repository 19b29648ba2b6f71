import { postalServices } from '../domain/carrier-services.ts';
import { complete, type FromSchema, listOf, named, oneOfTexts } from './json-schema.ts';
import { centavos, currency } from './values.ts';

/** Centavos (rule MON-1). */
export const priceSchema = named(
  'Price',
  complete('What a mailing costs. It does not depend on the destination.', {
    currency,
    total: centavos('Sum of the items.'),
    items: listOf(
      named(
        'PriceItem',
        complete('One line of the price.', {
          type: oneOfTexts(
            ['base', 'additional_sheets', 'color', ...postalServices],
            'The line of a carrier service has the name of that service.',
          ),
          quantity: { type: 'integer', minimum: 1 },
          unit_amount: centavos('Price of one unit.'),
          amount: centavos('Quantity times unit amount.'),
        }),
      ),
      { minItems: 1 },
    ),
  }),
);

export type PriceResource = FromSchema<typeof priceSchema>;
