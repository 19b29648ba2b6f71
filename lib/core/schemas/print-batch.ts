import { postalServices } from '../domain/carrier-services.ts';
import { addressPlacements } from '../domain/mailing-fields.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { printFile } from './mailing.ts';
import { boolean, constant, dateTime, id, integer, string } from './values.ts';

const states = oneOfTexts(['forming', 'formed']);
const whenFormed = 'Null while the batch is forming.';

/** A print batch as the operator sees it. */
export const printBatchSchema = named(
  'PrintBatch',
  complete('Mailings that are produced together.', {
    id: id('print_batch'),
    object: constant('print_batch'),
    status: states,
    mailings: described(whenFormed, nullable(integer)),
    sheets: described(whenFormed, nullable(integer)),
    manifest_sha256: described(
      whenFormed,
      nullable(complete('SHA-256 of the manifest in each format.', { jsonl: string, csv: string })),
    ),
    created_at: dateTime,
    formed_at: described(whenFormed, nullable(dateTime)),
  }),
);

export type PrintBatchResource = FromSchema<typeof printBatchSchema>;

/** A stored print batch. Instants are epoch milliseconds. */
export const storedPrintBatchSchema = stored({
  id: string,
  state: states,
  created_at: integer,
  formed_at: nullable(integer),
  manifest: nullable(stored({ mailings: integer, sheets: integer, sha256: stored({ jsonl: string, csv: string }) })),
});

/** A stored mailing of a batch. */
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
