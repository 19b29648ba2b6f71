import { HIGHEST_PIX_AMOUNT } from '../domain/pix.ts';
import { complete, type FromSchema, named, nullable } from './json-schema.ts';
import { constant, integer, string } from './values.ts';

/** Query of the dashboard's GET /balance/pix. */
export const pixQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: { amount: { type: 'integer', minimum: 1, maximum: HIGHEST_PIX_AMOUNT } },
} as const;

/** How an account pays by Pix (rule MON-11). */
export const pixSchema = named(
  'Pix',
  complete('How to pay by Pix.', {
    object: constant('pix'),
    amount: nullable(integer),
    payment: nullable(
      complete('Null where the service takes no Pix by code.', {
        receiver: string,
        txid: string,
        copy_and_paste: string,
        qr_code: complete('An SVG path of dark modules, one unit each, in a square of so many.', {
          size: integer,
          path: string,
        }),
      }),
    ),
  }),
);

export type PixResource = FromSchema<typeof pixSchema>;
