import { HOME_DAYS, MOST_SCHEDULED } from '../domain/home.ts';
import { cancellationReasons, failureReasons } from '../domain/letter-statuses.ts';
import { mailMergeStatuses, pauseReasons } from '../domain/mail-merge-statuses.ts';
import { EXPIRY_NOTICE_DAYS } from '../domain/verifications.ts';
import { complete, described, type FromSchema, listOf, named, nullable, oneOfTexts } from './json-schema.ts';
import { foundLetterSchema, foundVerificationSchema } from './search.ts';
import { boolean, centavos, constant, dateTime, id, integer, string } from './values.ts';

const unsentLetterSchema = complete('A letter that was not sent, for another reason than a request.', {
  ...foundLetterSchema.properties,
  failure_reason: nullable(oneOfTexts(failureReasons)),
  cancellation_reason: nullable(oneOfTexts(cancellationReasons)),
  ended_at: described('When it failed or was canceled.', dateTime),
});

const expiringVerificationSchema = complete('A verification whose code expires soon.', {
  ...foundVerificationSchema.properties,
  expires_at: dateTime,
});

const openMailMergeSchema = complete(
  'Letters from a spreadsheet that are not ended, without the results of its rows.',
  {
    id: id('mail_merge'),
    object: constant('mail_merge'),
    status: oneOfTexts(mailMergeStatuses),
    pause_reason: nullable(oneOfTexts(pauseReasons)),
    filename: string,
    rows: integer,
  },
);

/** The first screen of an account in the dashboard (rule DASH-20). */
export const homeSchema = named(
  'Home',
  complete('What people of an account look at first.', {
    object: constant('home'),
    balance: centavos('May be negative.'),
    letter_price: centavos(
      'A letter of one page without color and services of the carrier, in the plan of the account.',
    ),
    letters_covered: described('Such letters that the balance pays for.', integer),
    month: complete('Spending of the month, by the calendar of Brasília.', {
      since: dateTime,
      spent: nullable(
        centavos(
          'Charges without refunds, also of letters of an earlier month. Null for an account with so many top-ups in the month that only its statement says it.',
        ),
      ),
    }),
    unsent: described(
      `Letters that failed in the last ${HOME_DAYS} days, or were canceled for lack of balance.`,
      listOf(unsentLetterSchema),
    ),
    mail_merges: listOf(openMailMergeSchema, { description: 'The paused ones first.' }),
    scheduled: described(`Letters that wait for their day; ${MOST_SCHEDULED} for as many and more.`, integer),
    expiring: described(
      `Verifications whose code expires within ${EXPIRY_NOTICE_DAYS} days, the next one first.`,
      listOf(expiringVerificationSchema),
    ),
    letters: listOf(foundLetterSchema, { description: 'The newest.' }),
    verifications: listOf(foundVerificationSchema, { description: 'The newest.' }),
    first_steps: nullable(
      complete('What a new account does first; null once it has a letter or verification.', {
        sender: described('Name of the default sender.', string),
        has_key: nullable(described('Whether it has an API key; null for a role that does not see keys.', boolean)),
      }),
    ),
  }),
);

export type HomeResource = FromSchema<typeof homeSchema>;
