import { listOf, nullable, stored } from './json-schema.ts';
import { integer, string } from './values.ts';

/** A stored version of a carrier profile; the document itself is beside it, compressed. */
export const storedCarrierProfileSchema = stored({ card: string, version: integer, set_at: integer });

/** The object numbers of one prefix. Instants are epoch milliseconds. */
export const storedLabelStockSchema = stored({
  prefix: string,
  ranges: listOf(
    stored({
      prefix: string,
      first: integer,
      last: integer,
      next: integer,
      source: string,
      valid_until: nullable(string),
      added_at: integer,
      voids: listOf(stored({ first: integer, last: integer, reason: string, at: integer })),
    }),
  ),
});

/** Object numbers in a row that a batch has taken. */
export const storedTakenLabelsSchema = stored({
  prefix: string,
  first: integer,
  last: integer,
  batch_id: string,
  at: integer,
});
