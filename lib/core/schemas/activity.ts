import { complete, described, type FromSchema, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { listQuerySchema } from './list.ts';
import { constant, dateTime, id, integer, string } from './values.ts';

const outcomes = oneOfTexts(['done', 'unknown'], '`unknown` when the answer was lost.');

/** A person's action in an account (rule DASH-11). */
export const activitySchema = named(
  'Activity',
  complete('What a person did.', {
    id: id('activity'),
    object: constant('activity'),
    person: complete('Who.', { id: id('person'), name: described('Or the e-mail address.', string) }),
    operation: string,
    object_id: described('Null where there is none, or where it is not known.', nullable(string)),
    outcome: outcomes,
    created_at: dateTime,
  }),
);

export type ActivityResource = FromSchema<typeof activitySchema>;

export const activityQuerySchema = listQuerySchema({});

/** A stored activity. Instants are epoch milliseconds. */
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
