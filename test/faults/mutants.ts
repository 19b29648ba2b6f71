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
    ...unconditional('a mailing moves whatever its version is', 'mailings', "'version = :version'", {
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
      'a correction counts as often as it is requested',
      'bookings',
      "'attribute_not_exists(PK) OR booked_at < :expiredBefore'",
      { seed: 1, orders: 30 },
    ),
    soonBy: byTests('data/bookings'),
  },
  {
    name: 'a key is claimed by every call that sends it',
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
  {
    name: 'a write in flight outlives the failure of another',
    file: 'lib/core/settle-all.ts',
    from: 'await Promise.allSettled(promises);',
    to: '',
    caughtBy: byTests('faults/late-claims'),
  },

  // Money.
  {
    name: 'a charge does not check whether the balance has changed since it was read',
    file: 'lib/adapters/data/ledger.ts',
    from: '`#sequence = :sequence AND #amount = :amount AND ${warningIsSame}`',
    to: `\`(#sequence = :sequence AND #amount = :amount AND \${warningIsSame}) ${ALWAYS}\``,
    caughtBy: byTests('data/ledger'),
  },
  unconditional(
    'every call leads the charges of an account',
    'group-commit',
    "'attribute_not_exists(PK) OR #until <= :now OR leader = :leader'",
    byTests('data/group-commit'),
  ),

  // Responses.
  {
    name: 'the mark of a call overwrites another',
    file: 'lib/adapters/data/calls.ts',
    from: "ConditionExpression: 'attribute_not_exists(PK)'",
    to: `ConditionExpression: 'attribute_not_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/commits'),
  },
  {
    name: 'a call responds for the one that took over its key',
    file: 'lib/adapters/data/idempotency-records.ts',
    from: 'const oursUnanswered = `${ours} AND ${unanswered}`;',
    to: 'const oursUnanswered = `(${ours} AND ${unanswered}) OR attribute_exists(PK)`;',
    caughtBy: byTests('data/idempotency-records'),
  },

  {
    name: 'late attempts of a failed call can commit',
    file: 'lib/adapters/data/calls.ts',
    from: 'return !(await retryUntilResponse(call, () => giveUp(table, call)));',
    to: 'return retryUntilResponse(call, () => isAnswered(table, call));',
    caughtBy: byTests('data/pending-charges'),
  },

  // Deliveries and events.
  unconditional(
    'a delivery is written whatever its revision is',
    'deliveries',
    "'delivery.revision = :revision'",
    byTests('data/deliveries'),
  ),
  {
    name: 'a delivery is created again for the same event and endpoint',
    file: 'lib/adapters/data/deliveries.ts',
    from: "ConditionExpression: 'attribute_not_exists(PK)'",
    to: `ConditionExpression: 'attribute_not_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/deliveries'),
  },
  {
    name: 'an event that is fanned out returns to the outbox',
    file: 'lib/adapters/data/events.ts',
    from: "ConditionExpression: 'attribute_exists(PK)'",
    to: `ConditionExpression: 'attribute_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/events'),
  },

  // Limits.
  unconditional(
    'attempts at pages are counted and never limited',
    'counters',
    "'attribute_not_exists(#count) OR #count < :limit'",
    byTests('data/page-tries', 'data/verifications'),
  ),
  unconditional(
    'a host belongs to the last account that names it',
    'accounts',
    "'attribute_not_exists(PK) OR account_id = :id'",
    byTests('data/accounts'),
  ),

  // Evidence and print batches.
  {
    name: 'an edition of evidence replaces another',
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
    'a role is changed although it differs from the one that was read',
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
    name: 'one e-mail address can belong to two people',
    file: 'lib/adapters/data/people.ts',
    from: "const isNew = 'attribute_not_exists(PK)';",
    to: `const isNew = 'attribute_not_exists(PK) ${ALWAYS}';`,
    caughtBy: byTests('data/conditions'),
  },
];
