/** A guard to remove, and the judge that must then fail. */
export interface Mutant {
  /** What no longer holds. */
  name: string;
  /** Path from the root of the repository. */
  file: string;
  /** A text that occurs once in the file. */
  after?: string;
  /** A text and its replacement: the first occurrence behind `after`, or the only one in the file. */
  from: string;
  to: string;
  caughtBy: Judge;
  /** Tests that notice within seconds what a season notices too. */
  soonBy?: Judge;
}

/** A season of the campaign, or tests: those whose paths contain one of these parts. */
export type Judge = { seed: number; orders: number } | { tests: readonly string[] };

const ALWAYS = 'OR attribute_exists(PK) OR attribute_not_exists(PK)';

/** A condition that always holds. @param from its text, with its quotes @param after see `Mutant` */
const unconditional = (name: string, file: string, from: string, caughtBy: Judge, after?: string): Mutant => ({
  name,
  file: `lib/adapters/data/${file}.ts`,
  ...(after && { after }),
  from,
  to: from.replace(/'(?=[^']*$)/, ` ${ALWAYS}'`),
  caughtBy,
});
const IS_NEW = "'attribute_not_exists(PK)'";
const EXISTS = "'attribute_exists(PK)'";
const byTests = (...tests: string[]): Judge => ({ tests: tests.map((path) => `test/${path}`) });

/** Lines of a function in another order. @param order their positions now */
const reordered = (name: string, useCase: string, lines: readonly string[], order: readonly number[], by: Judge) => ({
  name,
  file: `lib/operations/webhooks/${useCase}.ts`,
  from: lines.join('\n  '),
  to: order.map((position) => lines[position]).join('\n  '),
  caughtBy: by,
});

/** A state that stores its wait whatever the status of its mailing is. */
const waitsAnyway = (kind: 'letter' | 'verification', state: string, from = '"#status = :status"'): Mutant => ({
  name: `a ${kind} waits in ${state} whatever its status is`,
  file: `statemachines/${kind}-lifecycle.asl.json`,
  after: `"${state}": {`,
  from,
  to: from.replace(/"$/, ` ${ALWAYS}"`),
  caughtBy: byTests(`statemachines/${kind}`),
});

/**
 * The guards of money, mailings, deliveries, evidence and people. Seasons catch failures of common events; two calls
 * within the same millisecond are rare there, so tests force them.
 */
export const mutants: readonly Mutant[] = [
  // A season.
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
      'money/bookings',
      "'attribute_not_exists(PK) OR booked_at < :expiredBefore'",
      { seed: 1, orders: 30 },
    ),
    soonBy: byTests('data/bookings'),
  },
  {
    name: 'a key is claimed by every call that sends it',
    file: 'lib/adapters/data/table/idempotency-records.ts',
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
    file: 'lib/adapters/data/money/ledger.ts',
    from: '`#sequence = :sequence AND #amount = :amount AND ${warningIsSame}`',
    to: `\`(#sequence = :sequence AND #amount = :amount AND \${warningIsSame}) ${ALWAYS}\``,
    caughtBy: byTests('data/ledger'),
  },
  unconditional(
    'every call leads the charges of an account',
    'money/group-leader',
    "'attribute_not_exists(PK) OR #until <= :now OR leader = :leader'",
    byTests('data/group-commit'),
  ),
  unconditional(
    'a charge that was rejected or given up is committed',
    'money/group-leader',
    "'attribute_exists(PK) AND attribute_not_exists(refusal)'",
    byTests('data/group-commit'),
  ),
  unconditional(
    'a charge that its call gave up gets a rejection',
    'money/pending-charges',
    EXISTS,
    byTests('data/group-commit'),
    "'SET refusal = :refusal'",
  ),
  unconditional(
    'a slow leader ends the lead of the next one',
    'money/group-leader',
    "'leader = :leader'",
    byTests('data/group-commit'),
  ),

  // Responses.
  unconditional('the mark of a call overwrites another', 'table/calls', IS_NEW, byTests('data/commits')),
  {
    name: 'a call responds for the one that took over its key',
    file: 'lib/adapters/data/table/idempotency-records.ts',
    from: 'const oursUnanswered = `${ours} AND ${unanswered}`;',
    to: 'const oursUnanswered = `(${ours} AND ${unanswered}) OR attribute_exists(PK)`;',
    caughtBy: byTests('data/idempotency-records'),
  },

  {
    name: 'late attempts of a failed call can commit',
    file: 'lib/adapters/data/table/calls.ts',
    from: 'return !(await retryUntilResponse(call, () => giveUp(table, call)));',
    to: 'return retryUntilResponse(call, () => isAnswered(table, call));',
    caughtBy: byTests('data/pending-charges'),
  },

  // Deliveries and events.
  unconditional(
    'a delivery is written whatever its revision is',
    'webhooks/deliveries',
    "'delivery.revision = :revision'",
    byTests('data/deliveries'),
  ),
  unconditional(
    'a delivery is created again for the same event and endpoint',
    'webhooks/deliveries',
    IS_NEW,
    byTests('data/deliveries'),
  ),
  unconditional('an event that is fanned out returns to the outbox', 'table/events', EXISTS, byTests('data/events')),

  // Orders: two steps change places.
  reordered(
    'an event leaves the outbox before its deliveries are stored',
    'fan-out',
    [
      'const begun = await settleAll(steps.map(({ delivery }) => deps.deliveries.create(delivery)));',
      'const messages = steps.filter((_, index) => begun[index]).flatMap(({ message }) => message ?? []);',
      'await deps.queues.send(messages);',
      'await deps.events.markFannedOut(notice);',
    ],
    [3, 0, 1, 2],
    byTests('webhooks/kills'),
  ),
  reordered(
    'a delivery goes on before its attempt is recorded',
    'attempt-delivery',
    [
      'await deps.deliveries.record(held, attempt);',
      "const { result } = await take(deps, held, step, state === 'pending' ? 'retrying' : state);",
    ],
    [1, 0],
    byTests('webhooks/kills'),
  ),

  // Limits.
  unconditional(
    'attempts at pages are counted and never limited',
    'table/counters',
    "'attribute_not_exists(#count) OR #count <= :most'",
    byTests('data/page-tries', 'data/verifications'),
  ),
  unconditional(
    'a host belongs to the last account that names it',
    'accounts/accounts',
    "'attribute_not_exists(PK) OR account_id = :id'",
    byTests('data/accounts'),
  ),

  // Accounts and keys.
  unconditional(
    'an account replaces another one with its id',
    'accounts/accounts',
    IS_NEW,
    byTests('data/accounts'),
    "name: 'account',\n        item:",
  ),
  unconditional(
    'a second account of a company is created by mistake',
    'accounts/accounts',
    IS_NEW,
    byTests('data/accounts'),
    "'SET kind = :kind, account_id",
  ),
  unconditional(
    'fields of an account that does not exist are set',
    'accounts/accounts',
    EXISTS,
    byTests('data/accounts'),
    'SET ${names.map(',
  ),
  unconditional(
    'an account that does not exist gets a face',
    'accounts/accounts',
    EXISTS,
    byTests('data/accounts'),
    "'SET account.face = :face'",
  ),
  unconditional(
    'an account that does not exist gets a logo',
    'accounts/accounts',
    EXISTS,
    byTests('data/accounts'),
    "'SET account.logo = :logo'",
  ),
  unconditional(
    'a key replaces another one with its secret or reference',
    'accounts/api-keys',
    IS_NEW,
    byTests('data/api-keys'),
    'const put = (name: string',
  ),
  unconditional(
    'a later use of a key is replaced by an earlier one',
    'accounts/api-keys',
    "'attribute_not_exists(used_at) OR used_at <= :before'",
    byTests('data/api-keys'),
  ),
  unconditional(
    'an account has more keys than the limit',
    'accounts/api-keys',
    "'#keys < :bound'",
    byTests('data/api-keys'),
  ),
  unconditional(
    'keys that were first counted twice are counted twice',
    'accounts/api-keys',
    IS_NEW,
    byTests('data/api-keys'),
    "'#keys < :bound' : ",
  ),
  unconditional(
    'a key that is revoked twice is counted twice',
    'accounts/api-keys',
    "'api_key.revoked_at = :working'",
    byTests('data/api-keys'),
  ),
  unconditional(
    'an order of a restricted key overwrites another one or an edit of its limits',
    'money/key-spending',
    "'spending.version = :version'",
    byTests('data/key-spending'),
  ),
  unconditional(
    'a key that is restricted twice at once begins to count again',
    'money/key-spending',
    IS_NEW,
    byTests('data/key-spending'),
  ),

  // Numbers of letters and of the carrier.
  unconditional(
    'a session that was used or has ended in the meantime is written after its check',
    'accounts/sessions',
    "'#session.seen_at = :seen'",
    byTests('data/sessions'),
  ),
  unconditional(
    'an authenticity number is given to two letters',
    'mailings/authenticity-numbers',
    IS_NEW,
    byTests('data/authenticity-numbers'),
  ),
  unconditional(
    'days of look-ups are kept without end',
    'mailings/authenticity-numbers',
    "'size(days) < :most'",
    byTests('data/authenticity-numbers'),
  ),
  unconditional(
    'a stock of object numbers overwrites another change of it',
    'mailings/carrier-numbers',
    "'version = :version'",
    byTests('data/carrier-numbers'),
  ),
  unconditional(
    'object numbers are taken twice',
    'mailings/carrier-numbers',
    IS_NEW,
    byTests('data/carrier-numbers'),
    "name: 'taken labels'",
  ),
  unconditional(
    'a lot or a file of the carrier has the number of another one',
    'mailings/carrier-numbers',
    "'#next = :before'",
    byTests('data/carrier-numbers'),
  ),
  unconditional(
    'a version of a carrier profile is overwritten',
    'mailings/carrier-profiles',
    IS_NEW,
    byTests('data/carrier-numbers'),
  ),
  unconditional(
    'a batch gets object numbers a second time',
    'mailings/print-batches',
    "'attribute_type(#batch.#carrier.#numbers, :null)'",
    byTests('production/kills/numbers'),
  ),
  unconditional(
    'the index of recipients is written for a letter that has changed',
    'mailings/recipient-index',
    "'version = :version'",
    byTests('data/recipients'),
  ),

  // Sessions.
  unconditional(
    'a session replaces another one',
    'accounts/sessions',
    IS_NEW,
    byTests('data/sessions'),
    'expires_at_epoch: epochSeconds(session.created_at',
  ),
  unconditional(
    'a session that has ended is written again',
    'accounts/sessions',
    EXISTS,
    byTests('data/sessions'),
    'SET #session.seen_at',
  ),
  unconditional(
    'sessions end although their person has changed',
    'accounts/sessions',
    "'#of.generation = :present'",
    byTests('data/sessions'),
  ),
  unconditional(
    'a person is unlinked although they have changed',
    'accounts/people',
    "'person.generation = :present'",
    byTests('data/sessions'),
  ),
  unconditional('a dropped activity is completed', 'accounts/activities', EXISTS, byTests('data/stored-once')),

  // Mailings.
  unconditional('a mailing replaces another one with its id', 'mailings/mailings', IS_NEW, byTests('data/stored-once')),
  unconditional(
    'a mailing moves whatever its version is',
    'mailings/mailings',
    "'version = :version'",
    byTests('charging/take-charges'),
  ),
  unconditional('an upload replaces another one with its id', 'mailings/uploads', IS_NEW, byTests('data/stored-once')),
  unconditional(
    'the hash of an upload that is gone is stored',
    'mailings/uploads',
    "'attribute_exists(PK)'",
    byTests('data/stored-once'),
  ),
  unconditional(
    'an upload becomes two letters',
    'mailings/uploads',
    "'attribute_exists(PK) AND attribute_not_exists(used_by)'",
    byTests('data/letters'),
  ),
  unconditional('two verifications have one page', 'mailings/verifications', IS_NEW, byTests('data/stored-once')),
  unconditional(
    'two letters are posted with one tracking code',
    'mailings/tracking-codes',
    "'attribute_not_exists(PK) OR expires_at_epoch <= :now'",
    byTests('data/stored-once'),
  ),
  unconditional(
    'an erasure writes to an item that is gone',
    'mailings/mailing-traces',
    EXISTS,
    byTests('data/stored-once'),
  ),
  unconditional(
    'a charge or credit replaces an entry of the ledger',
    'money/ledger',
    IS_NEW,
    byTests('data/stored-once'),
    'entry,\n          ...entryShape.stamp',
  ),
  unconditional('an event replaces another one with its id', 'table/events', IS_NEW, byTests('data/stored-once')),
  unconditional(
    'an event of an earlier release that has left the index is written again',
    'table/events',
    "'attribute_exists(GSI3PK)'",
    byTests('data/events'),
  ),
  unconditional(
    'a print batch is created again',
    'mailings/print-batches',
    IS_NEW,
    byTests('data/conditions'),
    'create: async (batch',
  ),
  unconditional(
    'a mailing joins a batch twice',
    'mailings/print-batches',
    IS_NEW,
    byTests('data/stored-once'),
    "kind: 'batched_mailing'",
  ),

  // Mail merges.
  unconditional(
    'a row of a mail merge becomes two letters',
    'mailings/mail-merges',
    IS_NEW,
    byTests('data/mail-merges'),
    "kind: 'mail_merge_row'",
  ),
  unconditional(
    'a mail merge replaces another one with its id',
    'mailings/mail-merges',
    IS_NEW,
    byTests('data/mail-merges'),
    "kind: 'mail_merge',",
  ),
  unconditional(
    'a row is settled twice',
    'mailings/mail-merges',
    "'#row.#state = :created'",
    byTests('data/mail-merges'),
  ),
  unconditional(
    'a mail merge moves whatever its version is',
    'mailings/mail-merges',
    "'version = :version'",
    byTests('data/mail-merges'),
  ),
  unconditional(
    'a look overwrites what moved meanwhile',
    'mailings/mail-merges',
    "'version = :unmoved'",
    byTests('data/mail-merges'),
  ),

  unconditional(
    'a later finding replaces the quoted one',
    'mailings/letter-batches',
    IS_NEW,
    byTests('mail-merges/letter-batches'),
  ),

  // Webhook endpoints.
  unconditional(
    'an account that does not exist gets a webhook endpoint',
    'webhooks/webhook-endpoints',
    EXISTS,
    byTests('data/webhook-endpoints'),
    'ConditionCheck: {',
  ),
  unconditional(
    'a webhook endpoint replaces another one with its id',
    'webhooks/webhook-endpoints',
    IS_NEW,
    byTests('data/webhook-endpoints'),
    'function endpointWrite(',
  ),
  unconditional(
    'a webhook endpoint is removed and counted twice',
    'webhooks/webhook-endpoints',
    EXISTS,
    byTests('data/webhook-endpoints'),
    'function endpointRemoval(',
  ),
  unconditional(
    'an account has any number of webhook endpoints',
    'webhooks/webhook-endpoints',
    "'attribute_not_exists(PK) OR endpoints < :bound'",
    byTests('data/webhook-endpoints'),
  ),
  unconditional(
    'a webhook endpoint that was removed is edited',
    'webhooks/webhook-endpoints',
    EXISTS,
    byTests('data/webhook-endpoints'),
    'edit: (endpoint',
  ),
  unconditional(
    'the pace of a webhook endpoint that was removed is set',
    'webhooks/webhook-endpoints',
    EXISTS,
    byTests('data/webhook-endpoints'),
    'set: (endpoint',
  ),
  unconditional(
    'the search for parked deliveries goes on after another pause',
    'webhooks/webhook-endpoints',
    "'endpoint.resuming = :before'",
    byTests('data/webhook-endpoints'),
    'lookUntil: (',
  ),
  unconditional(
    'the search for parked deliveries ends after another pause',
    'webhooks/webhook-endpoints',
    "'endpoint.resuming = :before'",
    byTests('data/webhook-endpoints'),
    'endResuming: (',
  ),
  unconditional(
    'a secret replaces one that nobody has read',
    'webhooks/webhook-endpoints',
    "'endpoint.secrets = :before'",
    byTests('data/webhook-endpoints'),
  ),
  {
    name: 'two runs call one webhook endpoint at once',
    file: 'lib/adapters/data/webhooks/webhook-endpoints.ts',
    from: '`attribute_exists(PK) AND (endpoint.#run.id = :id OR ${mayBegin})`',
    to: '`attribute_exists(PK) AND (endpoint.#run.id = :id OR ${mayBegin} OR attribute_exists(PK))`',
    caughtBy: byTests('data/webhook-endpoints'),
  },
  unconditional(
    'a run ends the run of another one',
    'webhooks/webhook-endpoints',
    "'endpoint.#run.id = :id'",
    byTests('data/webhook-endpoints'),
  ),

  // Evidence and print batches.
  unconditional('an edition of evidence replaces another', 'mailings/evidence', IS_NEW, byTests('data/conditions')),
  unconditional(
    'erased evidence comes back with its stamp',
    'mailings/evidence',
    "'evidence.body = :body'",
    byTests('data/conditions'),
  ),
  unconditional(
    'a batch is formed twice, with another manifest',
    'mailings/print-batches',
    "'#batch.#state = :forming'",
    byTests('data/conditions'),
  ),

  // People.
  {
    name: 'an account may lose its last owner and have any number of people',
    file: 'lib/adapters/data/accounts/memberships.ts',
    from: "conditions.join(' AND ')",
    to: `\`\${conditions.join(' AND ')} ${ALWAYS}\``,
    caughtBy: byTests('data/conditions'),
  },
  unconditional(
    'a role is changed although it differs from the one that was read',
    'accounts/people',
    "'membership.#role = :before'",
    byTests('data/conditions'),
  ),
  unconditional(
    'a person becomes somebody else at the next sign-in',
    'accounts/people',
    "'attribute_exists(PK) AND attribute_not_exists(person.#identity)'",
    byTests('data/conditions'),
  ),
  {
    name: 'one e-mail address can belong to two people',
    file: 'lib/adapters/data/accounts/memberships.ts',
    from: IS_NEW,
    to: `'attribute_not_exists(PK) ${ALWAYS}'`,
    caughtBy: byTests('data/conditions'),
  },
  unconditional('a new name makes a person', 'accounts/people', EXISTS, byTests('data/conditions')),
  unconditional(
    'an invitation is accepted or changed although its role differs from the one that was read, or it has ended',
    'accounts/invitations',
    "'invitation.id = :id AND invitation.#role = :before'",
    byTests('data/conditions'),
  ),
  unconditional(
    'an invitation is accepted although who sent it is no owner any more',
    'accounts/invitations',
    "'membership.#role = :owner'",
    byTests('data/conditions'),
  ),

  // Hosts of webhook endpoints.
  unconditional(
    'a host gets any number of calls in a second',
    'webhooks/target-hosts',
    "'attribute_not_exists(calls) OR calls <= :left'",
    byTests('data/target-hosts'),
  ),
  unconditional(
    'a rate changes with each answer',
    'webhooks/target-hosts',
    "'attribute_exists(PK) AND (attribute_not_exists(changed_at) OR changed_at <= :before)'",
    byTests('data/target-hosts'),
  ),
  {
    name: 'an attempt does not wait for the turn of its host',
    file: 'lib/operations/webhooks/endpoint-run.ts',
    from: 'if (!(await this.#deps.hosts.turn(host, this.#endpoint.id, this.#until)))',
    to: 'if (this.#deps.now() < 0)',
    caughtBy: byTests('webhooks/target-hosts'),
  },
  // Mails.
  unconditional(
    'an account invites an address as often as it likes',
    'accounts/mail-counts',
    "'attribute_not_exists(sent_at) OR sent_at <= :longAgo'",
    byTests('data/mail-counts'),
  ),
  unconditional(
    'an account sends any number of invitations a day',
    'accounts/mail-counts',
    "'attribute_not_exists(#count) OR #count < :most'",
    byTests('data/mail-counts'),
  ),
  unconditional(
    'an address gets any number of mails a day',
    'accounts/mail-counts',
    "'attribute_not_exists(mails) OR contains(mails, :one) OR size(mails) < :most'",
    byTests('data/mail-counts'),
  ),

  // State machines.
  waitsAnyway('letter', 'Received'),
  waitsAnyway('letter', 'InProduction'),
  waitsAnyway('letter', 'Printed'),
  waitsAnyway('letter', 'Scheduled', '"#status = :status AND due_at = :due_at"'),
  waitsAnyway('verification', 'Received'),
  waitsAnyway('verification', 'InProduction'),
  waitsAnyway('verification', 'AwaitingCode'),
];
