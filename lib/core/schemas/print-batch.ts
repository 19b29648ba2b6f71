import { postalServices } from '../domain/carrier-services.ts';
import { addressPlacements } from '../domain/mailing-fields.ts';
import { listOf, nullable, oneOfTexts, stored } from './json-schema.ts';
import { printFile } from './mailing.ts';
import { boolean, integer, string } from './values.ts';

/** A print batch as it is kept. Instants are epoch milliseconds. */
export const storedPrintBatchSchema = stored({
  id: string,
  state: oneOfTexts(['forming', 'formed']),
  created_at: integer,
  formed_at: nullable(integer),
  manifest: nullable(stored({ mailings: integer, sheets: integer, sha256: stored({ jsonl: string, csv: string }) })),
});

/** A mailing in a batch, as it is kept. */
export const storedBatchedMailingSchema = stored({
  id: string,
  account_id: string,
  batch_id: string,
  order: stored({
    file: printFile,
    pages: integer,
    sheets: integer,
    color: boolean,
    double_sided: boolean,
    address_placement: oneOfTexts(addressPlacements),
    postal_services: listOf(oneOfTexts(postalServices)),
  }),
});
