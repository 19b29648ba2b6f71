import { roles } from '../domain/people.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { boolean, constant, dateTime, id, integer, string } from './values.ts';

/** The signed-in person and their accounts (rule DASH-7). */
export const sessionSchema = named(
  'Session',
  complete('Who is signed in.', {
    object: constant('session'),
    person: complete('The person.', { id: id('person'), name: nullable(string), email: string }),
    accounts: listOf(
      complete('An account of the person.', { id: id('account'), name: string, role: oneOfTexts(roles) }),
    ),
    invitations: listOf(
      complete('An invitation that waits for the person.', {
        account: complete('The account.', { id: id('account'), name: string }),
        role: oneOfTexts(roles),
        invited_by: described('Name or e-mail address of the inviter.', string),
        created_at: dateTime,
      }),
    ),
    expires_at: dateTime,
    print_schedule: nullable(
      complete('When letters go to the print house, in Brasília; null if the service cannot say.', {
        times: listOf(string),
        weekdays: listOf(integer),
        days_off: listOf(string),
        cutoff_minutes: integer,
      }),
    ),
  }),
);

export type SessionResource = FromSchema<typeof sessionSchema>;

/** A browser in which the person is signed in (rule DASH-14). */
export const browserSessionSchema = named(
  'BrowserSession',
  complete('A browser in which the person is signed in.', {
    id: string,
    object: constant('browser_session'),
    current: boolean,
    browser: nullable(string),
    system: nullable(string),
    created_at: dateTime,
    seen_at: dateTime,
  }),
);

export type BrowserSessionResource = FromSchema<typeof browserSessionSchema>;

/** Which sessions end: one by its id, or all except the current one (rule DASH-14). */
export const sessionEndQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: { id: { type: 'string', minLength: 1, maxLength: 64 } },
} as const;

/** The query of a sign-out (rule DASH-8). */
export const signOutQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    everywhere: { type: 'string', enum: ['true', 'false'], description: 'Ends every session of the person.' },
  },
} as const;

/** A session as stored, under the SHA-256 of its cookie. Instants are epoch milliseconds. */
export const storedSessionSchema = stored(
  {
    person_id: string,
    generation: integer,
    created_at: integer,
    seen_at: integer,
  },
  { device: stored({ browser: nullable(string), system: nullable(string) }), refresh_token: string },
);
