import { letterStatuses } from '../domain/letter-statuses.ts';
import { LONGEST_SEARCH, searchedFields } from '../domain/search.ts';
import { verificationStatuses } from '../domain/verification-statuses.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts } from './json-schema.ts';
import { personSchema } from './person.ts';
import { boolean, constant, dateTime, id, string } from './values.ts';

const common = {
  recipient: string,
  city: string,
  state: string,
  postal_code: string,
  reference: nullable(string),
  created_at: dateTime,
} as const;

export const foundLetterSchema = complete('A letter that was found.', {
  id: id('letter'),
  object: constant('letter'),
  status: oneOfTexts(letterStatuses),
  ...common,
});

export const foundVerificationSchema = complete('A verification that was found.', {
  id: id('verification'),
  object: constant('verification'),
  status: oneOfTexts(verificationStatuses),
  ...common,
});

/** What the dashboard's search found (rule DASH-19). */
export const searchSchema = named(
  'Search',
  complete('What a search found, the newest first of each kind.', {
    object: constant('search'),
    searched: described('What the text was compared with.', listOf(oneOfTexts(searchedFields))),
    letters: listOf(foundLetterSchema),
    has_more_letters: described('Whether `GET /letters` with `recipient` has more.', boolean),
    verifications: listOf(foundVerificationSchema),
    has_more_verifications: described('Whether `GET /verifications` with `recipient` has more.', boolean),
    people: listOf(personSchema),
  }),
);

export type SearchResource = FromSchema<typeof searchSchema>;

export const searchQuerySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: {
      type: 'string',
      minLength: 1,
      maxLength: LONGEST_SEARCH,
      description: 'Part of a name, a postal code, a reference, a tracking code, an id or an e-mail address.',
    },
  },
} as const;
