import { verificationStatuses } from '../domain/verification-statuses.ts';
import { complete, described, type FromSchema, listOf, named, nullable } from './json-schema.ts';
import { constant, dateTime, integer } from './values.ts';

type Counts = Readonly<Record<(typeof verificationStatuses)[number], typeof integer>>;

/** Response of GET /verifications/figures (rule VER-20). */
export const verificationFiguresSchema = named(
  'VerificationFigures',
  complete('How many verifications were created in a period, and their outcomes.', {
    object: constant('verification_figures'),
    created_after: nullable(described('As sent, in whole seconds.', dateTime)),
    created_before: nullable(described('As sent, in whole seconds.', dateTime)),
    created: described('Verifications created in the period.', integer),
    sent: described(
      'Those whose letter was sent: all except the ones that are now `received`, `in_production` or `canceled`.',
      integer,
    ),
    confirmed: described('Those that are `verified` now.', integer),
    by_status: named(
      'VerificationsByStatus',
      complete(
        'How many have each status now; the counts add up to `created`.',
        Object.fromEntries(verificationStatuses.map((status) => [status, integer])) as Counts,
      ),
    ),
    days_to_confirm: named(
      'DaysToConfirm',
      complete(
        'Whole days from posting to confirmation, for the verifications that are `verified` now. Verifications confirmed with earlier releases are not counted.',
        {
          median: nullable(described('Median: half took this many days or fewer; null if there are none.', integer)),
          counts: listOf(
            named(
              'DayCount',
              complete('How many were confirmed after this many days.', { days: integer, count: integer }),
            ),
            { description: 'One entry for each number of days after which at least one was confirmed, ascending.' },
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
      description: 'Only verifications created at this instant or later.',
    },
    created_before: {
      type: 'string',
      format: 'date-time',
      description: 'Only verifications created before this instant.',
    },
  },
} as const;
