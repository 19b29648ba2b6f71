/** A guard that is taken away: the season of some seed must then end in a violation. */
export interface Mutant {
  /** What no longer holds. */
  name: string;
  /** Path from the root of the repository. */
  file: string;
  /** A text that the file has once, and what stands there instead. */
  from: string;
  to: string;
}

const ALWAYS = 'OR attribute_exists(PK) OR attribute_not_exists(PK)';

/** The guards on which money, mailings and deliveries stand. */
export const mutants: readonly Mutant[] = [
  {
    name: 'a charge does not look whether the balance has moved since it was read',
    file: 'lib/adapters/data/ledger.ts',
    from: '`#sequence = :sequence AND #amount = :amount AND ${warningIsSame}`',
    to: `'#sequence = :sequence AND #amount = :amount ${ALWAYS}'`,
  },
  {
    name: 'a mailing moves whatever version of it stands',
    file: 'lib/adapters/data/mailings.ts',
    from: "'version = :version'",
    to: `'version = :version ${ALWAYS}'`,
  },
  {
    name: 'a delivery is written whatever revision of it stands',
    file: 'lib/adapters/data/deliveries.ts',
    from: "'delivery.revision = :revision'",
    to: `'delivery.revision = :revision ${ALWAYS}'`,
  },
  {
    name: 'files that belong to no mailing stay',
    file: 'lib/operations/mailings/remove-stray-files.ts',
    from: 'await bucket.remove(file);',
    to: '',
  },
  {
    name: 'a correction counts as often as it is given',
    file: 'lib/adapters/data/bookings.ts',
    from: "'attribute_not_exists(PK) OR booked_at < :expiredBefore'",
    to: `'attribute_not_exists(PK) OR booked_at < :expiredBefore ${ALWAYS}'`,
  },
  {
    name: 'a key is claimed by each call that gives it',
    file: 'lib/adapters/data/idempotency-records.ts',
    from: 'ConditionExpression: `${notThere} OR ${expired}`',
    to: 'ConditionExpression: `${notThere} OR ${expired} OR attribute_exists(PK)`',
  },
];
