/** A guard to remove, and the judge that must then fail. */
export interface Mutant {
  /** What no longer holds. */
  name: string;
  /** Path from the root of the repository. */
  file: string;
  /** A text that occurs once in the file, and its replacement. */
  from: string;
  to: string;
  caughtBy: Judge;
  /** Tests that notice within seconds what a season notices too. */
  soonBy?: Judge;
}

/** A season of the campaign, or tests: those whose paths contain one of these parts. */
export type Judge = { seed: number; orders: number } | { tests: readonly string[] };

const ALWAYS = 'OR attribute_exists(PK) OR attribute_not_exists(PK)';

/** A condition that always holds. @param from its text, with its quotes */
const unconditional = (name: string, file: string, from: string, caughtBy: Judge): Mutant => ({
  name,
  file: `lib/adapters/data/${file}.ts`,
  from,
  to: from.replace(/'(?=[^']*$)/, ` ${ALWAYS}'`),
  caughtBy,
});
const byTests = (...tests: string[]): Judge => ({ tests: tests.map((path) => `test/${path}`) });

/**
 * The guards of money, mailings, deliveries, evidence and people. Seasons catch failures of common events; two calls
 * within the same millisecond are rare there, so tests force them.
 */
export const mutants: readonly Mutant[] = [
  // A season.
  {
    ...unconditional('a mailing moves whatever version of it stands', 'mailings', "'version = :version'", {
      seed: 2,
      orders: 30,
    }),
    soonBy: byTests('charging/take-charges'),
  },
  {
    name: 'files that belong to no mailing stay',
    file: 'lib/operations/mailings/remove-stray-files.ts',
    from: 'await bucket.remove(file);',
    to: '',
    caughtBy: { seed: 1, orders: 30 },
  },
  {
    ...unconditional(
      'a correction counts as often as it is given',
      'bookings',
      "'attribute_not_exists(PK) OR booked_at < :expiredBefore'",
      { seed: 1, orders: 30 },
    ),
    soonBy: byTests('data/bookings'),
  },
  {
    name: 'a key is claimed by each call that gives it',
    file: 'lib/adapters/data/idempotency-records.ts',
    from: 'ConditionExpression: `${notThere} OR ${expired}`',
    to: 'ConditionExpression: `${notThere} OR ${expired} OR attribute_exists(PK)`',
    caughtBy: { seed: 1, orders: 30 },
    soonBy: byTests('data/idempotency-records'),
  },
  {
    name: 'a report whose message is lost is never applied',
    file: 'lib/operations/production/reconcile-reports.ts',
    from: 'await reports.ask(file);',
    to: '',
    caughtBy: byTests('production/lost-reports'),
  },

  // Money.
  {
    name: 'a charge does not look whether the balance has moved since it was read',
    file: 'lib/adapters/data/ledger.ts',
    from: '`#sequence = :sequence AND #amount = :amount AND ${warningIsSame}`',
    to: `\`(#sequence = :sequence AND #amount = :amount AND \${warningIsSame}) ${ALWAYS}\``,
    caughtBy: byTests('data/ledger'),
  },
  unconditional(
    'everybody leads the charges of an account',
    'group-commit',
    "'attribute_not_exists(PK) OR #until <= :now OR leader = :leader'",
    byTests('data/group-commit'),
  ),

  // Answers.
  {
    name: 'the mark of a call is written over another',
    file: 'lib/adapters/data/calls.ts',
    from: "ConditionExpression: 'attribute_not_exists(PK)'",
    to: `ConditionExpression: 'attribute_not_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/commits'),
  },
  {
    name: 'a call answers for the one that took its key over',
    file: 'lib/adapters/data/idempotency-records.ts',
    from: 'const oursToAnswer = `${ours} AND ${unanswered}`;',
    to: 'const oursToAnswer = `(${ours} AND ${unanswered}) OR attribute_exists(PK)`;',
    caughtBy: byTests('data/idempotency-records'),
  },

  {
    name: 'a call that failed lets its late attempts commit',
    file: 'lib/adapters/data/calls.ts',
    from: 'return !(await retryUntilAnswered(call, () => giveUp(table, call)));',
    to: 'return retryUntilAnswered(call, () => isAnswered(table, call));',
    caughtBy: byTests('data/pending-charges'),
  },

  // Deliveries and events.
  unconditional(
    'a delivery is written whatever revision of it stands',
    'deliveries',
    "'delivery.revision = :revision'",
    byTests('data/deliveries'),
  ),
  {
    name: 'a delivery is made anew for an event and an endpoint that have one',
    file: 'lib/adapters/data/deliveries.ts',
    from: "ConditionExpression: 'attribute_not_exists(PK)'",
    to: `ConditionExpression: 'attribute_not_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/deliveries'),
  },
  {
    name: 'an event that is fanned out comes back into the outbox',
    file: 'lib/adapters/data/events.ts',
    from: "ConditionExpression: 'attribute_exists(PK)'",
    to: `ConditionExpression: 'attribute_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/events'),
  },

  // Limits.
  unconditional(
    'tries at a page are counted and never refused',
    'counters',
    "'attribute_not_exists(#count) OR #count < :limit'",
    byTests('data/page-tries', 'data/verifications'),
  ),
  unconditional(
    'a host belongs to whoever names it last',
    'accounts',
    "'attribute_not_exists(PK) OR account_id = :id'",
    byTests('data/accounts'),
  ),

  // Evidence and print batches.
  {
    name: 'an edition of evidence takes the place of another',
    file: 'lib/adapters/data/evidence.ts',
    from: "ConditionExpression: 'attribute_not_exists(PK)'",
    to: `ConditionExpression: 'attribute_not_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/conditions'),
  },
  unconditional(
    'erased evidence comes back with its stamp',
    'evidence',
    "'evidence.body = :body'",
    byTests('data/conditions'),
  ),
  unconditional(
    'a batch is formed twice, with another manifest',
    'print-batches',
    "'#batch.#state = :forming'",
    byTests('data/conditions'),
  ),

  // People.
  {
    name: 'an account may lose its last owner and have any number of people',
    file: 'lib/adapters/data/people.ts',
    from: "conditions.join(' AND ')",
    to: `\`\${conditions.join(' AND ')} ${ALWAYS}\``,
    caughtBy: byTests('data/conditions'),
  },
  unconditional(
    'a role is changed that is not the one that was read',
    'people',
    "'membership.#role = :before'",
    byTests('data/conditions'),
  ),
  unconditional(
    'a person becomes somebody else at the next sign-in',
    'people',
    "'attribute_exists(PK) AND attribute_not_exists(person.#identity)'",
    byTests('data/conditions'),
  ),
  {
    name: 'one e-mail address is two people',
    file: 'lib/adapters/data/people.ts',
    from: "const isNew = 'attribute_not_exists(PK)';",
    to: `const isNew = 'attribute_not_exists(PK) ${ALWAYS}';`,
    caughtBy: byTests('data/conditions'),
  },
];
