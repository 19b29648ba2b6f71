import { type FromSchema, nullable, oneOfTexts, stored } from './json-schema.ts';
import { integer, string } from './values.ts';

const outcomes = oneOfTexts(['done', 'unknown'], '`unknown` when the answer was lost.');

/** An activity as it is kept. Instants are epoch milliseconds. */
export const storedActivitySchema = stored({
  id: string,
  account_id: string,
  person: stored({ id: string, name: string }),
  operation: string,
  object_id: nullable(string),
  outcome: outcomes,
  created_at: integer,
});

export type Activity = FromSchema<typeof storedActivitySchema>;
