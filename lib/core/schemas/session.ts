import { roles } from '../domain/people.ts';
import { complete, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { constant, dateTime, id, integer, string } from './values.ts';

/** Who is signed in, and the accounts that are theirs (rule DASH-7). */
export const sessionSchema = named(
  'Session',
  complete('Who is signed in.', {
    object: constant('session'),
    person: complete('The person.', { id: id('person'), name: nullable(string), email: string }),
    accounts: listOf(
      complete('An account of the person.', { id: id('account'), name: string, role: oneOfTexts(roles) }),
    ),
    expires_at: dateTime,
  }),
);

export type SessionResource = FromSchema<typeof sessionSchema>;

/** The query of a sign-out (rule DASH-8). */
export const signOutQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    everywhere: { type: 'string', enum: ['true', 'false'], description: 'Ends every session of the person.' },
  },
} as const;

/** A session as it is kept, under the SHA-256 of its cookie. Instants are epoch milliseconds. */
export const storedSessionSchema = stored({
  person_id: string,
  generation: integer,
  created_at: integer,
  seen_at: integer,
});

/** A sign-in that is under way, as it is kept. */
export const storedSignInAttemptSchema = stored({
  state: string,
  nonce: string,
  code_verifier: string,
  return_to: string,
  replaces: nullable(string),
  expires_at: integer,
});
