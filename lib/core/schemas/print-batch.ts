import { postalServices } from '../domain/carrier-services.ts';
import { addressPlacements } from '../domain/mailing-fields.ts';
import { carrierWays } from './carrier-profile.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { printFile } from './mailing.ts';
import { boolean, constant, dateTime, id, integer, string } from './values.ts';

const states = oneOfTexts(['forming', 'formed']);
const whenFormed = 'Null while the batch is forming.';

const carrierSummary = named(
  'CarrierSummary',
  complete('What the batch is for the carrier. Weights in hundredths of a gram, amounts in centavos.', {
    mailings: integer,
    weight: integer,
    postage: described('What the carrier charges.', integer),
    saved: described('How much more the same mailings cost as single letters.', integer),
    near_step: described('Mailings so little below a step of weight that paper or envelope may lift them.', integer),
    ways: listOf(
      named(
        'CarrierSummaryWay',
        complete('Mailings that go the same way.', {
          way: oneOfTexts(carrierWays),
          registered: boolean,
          mailings: integer,
          weight: integer,
          postage: integer,
          saved: integer,
        }),
      ),
    ),
  }),
);
export type CarrierSummary = FromSchema<typeof carrierSummary>;

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
    carrier: described(
      'Null without a carrier profile.',
      nullable(
        complete('The carrier profile that the batch uses.', {
          card: string,
          version: integer,
          summary: described(whenFormed, nullable(carrierSummary)),
        }),
      ),
    ),
    created_at: dateTime,
    formed_at: described(whenFormed, nullable(dateTime)),
  }),
);

export type PrintBatchResource = FromSchema<typeof printBatchSchema>;

/** Object numbers, lots and numbers of files that a batch has taken. */
const storedNumbers = stored(
  {
    labels: listOf(stored({ prefix: string, first: integer, last: integer })),
    lots: listOf(stored({ way: oneOfTexts(carrierWays), lot: integer })),
  },
  {
    /** Number of its forecast of AR Digital, if it has one. */
    ar_digital_file: integer,
    /** Lots of its e-Carta packages in a row, if it has any. */
    e_carta: stored({ first: integer, count: integer }),
  },
);
export type CarrierNumbers = FromSchema<typeof storedNumbers>;

/** A stored print batch. Instants are epoch milliseconds. */
export const storedPrintBatchSchema = stored(
  {
    id: string,
    state: states,
    created_at: integer,
    formed_at: nullable(integer),
    manifest: nullable(stored({ mailings: integer, sheets: integer, sha256: stored({ jsonl: string, csv: string }) })),
  },
  {
    /** The carrier profile that it began with. */
    carrier: stored({
      card: string,
      version: integer,
      /** Null until they are taken, when all of its mailings are known. */
      numbers: nullable(storedNumbers),
      /** Null while the batch is forming. */
      summary: nullable(carrierSummary),
    }),
  },
);

/** A stored mailing of a batch. */
export const storedBatchedMailingSchema = stored({
  id: string,
  account_id: string,
  batch_id: string,
  order: stored(
    {
      file: printFile,
      pages: integer,
      sheets: integer,
      color: boolean,
      double_sided: boolean,
      address_placement: oneOfTexts(addressPlacements),
      postal_services: listOf(oneOfTexts(postalServices)),
    },
    {
      /** Where it goes, in a batch with a carrier profile. */
      destination: stored({ postal_code: string, state: string }),
    },
  ),
});
