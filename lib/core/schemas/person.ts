import { idPrefixes } from '../domain/ids.ts';
import { LONGEST_EMAIL, LONGEST_PERSON_NAME, personStates, roles } from '../domain/people.ts';
import { SHORT_TEXT } from '../domain/text-patterns.ts';
import { complete, described, type FromSchema, named, nullable, oneOfTexts, stored } from './json-schema.ts';
import { constant, dateTime, id, integer, string } from './values.ts';

/** A person of an account (rule DASH-10). */
export const personSchema = named(
  'Person',
  complete('A person of the account.', {
    id: id('person'),
    object: constant('person'),
    name: described('Null until it is known.', nullable(string)),
    email: string,
    role: oneOfTexts(roles),
    state: oneOfTexts(
      personStates,
      '`invited` until the person accepts the invitation; `invitation_ended` once who sent it may invite nobody any more: nobody sees or accepts it until an owner sends it again.',
    ),
    created_at: dateTime,
  }),
);

export type PersonResource = FromSchema<typeof personSchema>;

/** A person to add to an account. */
export const personOrderSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['email', 'role'],
  properties: {
    email: { type: 'string', minLength: 3, maxLength: LONGEST_EMAIL, description: 'With which the person signs in.' },
    role: oneOfTexts(roles),
    name: {
      type: ['string', 'null'],
      maxLength: LONGEST_PERSON_NAME,
      pattern: SHORT_TEXT,
      description: 'What this account calls the person, until the first sign-in tells their own name.',
    },
  },
} as const;

/** A transaction has at most 100 writes. */
const MOST_REVOKED = 90;
/** An id of an API key or a webhook endpoint. */
const MADE = `(${idPrefixes.api_key}|${idPrefixes.webhook_endpoint})_[0-9a-z]{26}`;

/** A person's new role. */
export const roleChangeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['role'],
  properties: {
    role: oneOfTexts(roles),
    revoke: {
      type: 'array',
      maxItems: MOST_REVOKED,
      items: { type: 'string', pattern: `^${MADE}$` },
      description: 'API keys and webhook endpoints that end together with the old role.',
    },
  },
} as const;

/** Query of DELETE /people/{person_id}: the same, by commas, since a DELETE has no body (RFC 9110 §9.3.5). */
export const personRemovalQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: { revoke: { type: 'string', pattern: `^${MADE}(,${MADE}){0,${MOST_REVOKED - 1}}$` } },
} as const;

/** A stored person. Instants are epoch milliseconds. */
export const storedPersonSchema = stored(
  { id: string, email: string, name: nullable(string), generation: integer, created_at: integer },
  { identity: stored({ issuer: string, subject: string }) },
);

/** A stored membership of an account. Instants are epoch milliseconds. */
export const storedMembershipSchema = stored(
  { account_id: string, person_id: string, role: oneOfTexts(roles), created_at: integer },
  { name: nullable(string) },
);

/** A stored invitation. Instants are epoch milliseconds. */
export const storedInvitationSchema = stored(
  {
    account_id: string,
    id: string,
    email: string,
    name: nullable(string),
    role: oneOfTexts(roles),
    invited_by: string,
    created_at: integer,
  },
  { inviter_id: string },
);
