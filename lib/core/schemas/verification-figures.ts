import { verificationStatuses } from '../domain/verification-statuses.ts';
import { complete, described, type FromSchema, listOf, named, nullable } from './json-schema.ts';
import { constant, dateTime, integer } from './values.ts';

type Counts = Readonly<Record<(typeof verificationStatuses)[number], typeof integer>>;

/** Answer of GET /verifications/figures (rule VER-20). */
export const verificationFiguresSchema = named(
  'VerificationFigures',
  complete('How many verifications a period has, and what became of them.', {
    object: constant('verification_figures'),
    created_after: nullable(described('As sent, in whole seconds.', dateTime)),
    created_before: nullable(described('As sent, in whole seconds.', dateTime)),
    created: described('Verifications created in the period.', integer),
    sent: described('Those of them whose letter is posted, or printed and still sent.', integer),
    confirmed: described('Those of them that are `verified` now.', integer),
    by_status: named(
      'VerificationsByStatus',
      complete(
        'How many have each status now; together they are `created`.',
        Object.fromEntries(verificationStatuses.map((status) => [status, integer])) as Counts,
      ),
    ),
    days_to_confirm: named(
      'DaysToConfirm',
      complete(
        'Whole days from the posting to the confirmation, of those that are `verified` now; those that were confirmed with earlier releases are not among them.',
        {
          median: nullable(described('Half of them took this long or less; null without one.', integer)),
          counts: listOf(
            named(
              'DayCount',
              complete('How many were confirmed after so many days.', { days: integer, count: integer }),
            ),
            { description: 'The days on which at least one was confirmed, ascending.' },
          ),
        },
      ),
    ),
  }),
);

export type VerificationFiguresResource = FromSchema<typeof verificationFiguresSchema>;

/** Query of GET /verifications/figures: `created_after` is inclusive, `created_before` exclusive (rule LIST-4). */
export const verificationFiguresQuerySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    created_after: {
      type: 'string',
      format: 'date-time',
      description: 'Only verifications that were created at this instant or later.',
    },
    created_before: {
      type: 'string',
      format: 'date-time',
      description: 'Only verifications that were created before this instant.',
    },
  },
} as const;
