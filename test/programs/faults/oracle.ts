import type { Order } from './customers.ts';
import type { Aftermath, Seen } from './season.ts';

/**
 * Judges the final state of a season only by the text of docs/rules; shares no code with the service.
 * @returns each violation as one sentence
 */
export function violationsOf(aftermath: Aftermath): string[] {
  const mailings = aftermath.customers.flatMap(({ letters, verifications }) => [...letters, ...verifications]);
  return [
    ...aftermath.customers.flatMap((customer) => [
      ...responsesAgainstObjects(customer),
      ...money(customer),
      ...[...customer.letters, ...customer.verifications].flatMap(statuses),
      ...events(customer),
      ...edits(customer),
      ...trials(customer),
      ...webhooks(customer),
    ]),
    ...repetitions(aftermath),
    ...aftermath.auditDifferences.map((difference) => `the audit differs: ${JSON.stringify(difference)}`),
    ...print(mailings, aftermath.printed),
    ...executions(mailings, aftermath),
    ...files(mailings, aftermath.documents),
    ...aftermath.codeFiles.map((key) => `the file ${key} shows a code that nobody needs`),
    ...reports(aftermath.reports),
    ...aftermath.workLeft.map((row) => `the work row ${row} is left over`),
    ...Object.entries(aftermath.leftInQueues).map(([queue, count]) => `${queue} still has ${count} messages`),
  ];
}

type Customer = Aftermath['customers'][number];

/** Habits with which one order is one mailing (IDEM-1); with the others each request may make one. */
const ONE_AN_ORDER = new Set<Order['habit']>(['keyed', 'twice', 'late', 'session']);

/** ERR-1: an error creates nothing, a 201 creates one mailing, and an order with a key never creates two. */
function responsesAgainstObjects({ orders, letters, verifications }: Customer): string[] {
  const made = [...letters, ...verifications];
  const wrong = orders.flatMap((order): string[] => {
    const { kind, habit, reference, outcome, createdIds, status, mayHaveMade } = order;
    // An edit leaves the reference alone, so what an order made has its reference.
    const found = made.filter((mailing) => mailing.reference === reference).map(({ id }) => id as string);
    if (outcome === 'refused' && found.length > 0)
      return [`${kind} ${reference} was refused with ${status} but was created`];
    const most = ONE_AN_ORDER.has(habit) ? 1 : mayHaveMade;
    if (found.length > most) return [`${kind} ${reference}, ordered ${habit}, was created ${found.length} times`];
    return createdIds.filter((id) => !found.includes(id)).map((id) => `${kind} ${id} was confirmed but does not exist`);
  });
  const references = new Set(orders.map(({ reference }) => reference));
  const unasked = made.filter(({ reference }) => !references.has(reference));
  return [...wrong, ...unasked.map(({ id }) => `nobody ordered ${id}`)];
}

/** MON-6 to MON-8: one charge for each received mailing, one refund if it was canceled or failed later. */
function money({ id: account, corrections, balance, transactions, letters, verifications }: Customer): string[] {
  const wrong: string[] = [];
  const oldestFirst = transactions.toReversed();
  let sum = 0;
  for (const { id, amount, balance_after } of oldestFirst) {
    sum += amount;
    if (sum !== balance_after)
      wrong.push(`${id}: balance_after is ${balance_after}, but the transactions up to it sum to ${sum}`);
    if (sum < 0) wrong.push(`${id}: the balance of ${account} fell to ${sum}`);
  }
  if (sum !== balance) wrong.push(`the transactions of ${account} sum to ${sum}, but its balance is ${balance}`);
  const given = transactions.filter(({ source_id }) => source_id === null);
  for (const { description, amount, outcome } of corrections) {
    const booked = given.filter((entry) => entry.description === description).map((entry) => entry.amount as number);
    const isRight = outcome === 'unknown' ? booked.length <= 1 : booked.length === (outcome === 'done' ? 1 : 0);
    if (!isRight || booked.some((of) => of !== amount))
      wrong.push(`${account}: "${description}" of ${amount}, ${outcome}, is booked as [${booked.join()}]`);
  }
  const known = new Set(corrections.map(({ description }) => description));
  for (const { id, description } of given)
    if (!known.has(description)) wrong.push(`${id}, "${description}", matches no correction`);
  for (const mailing of [...letters, ...verifications]) {
    const own = transactions.filter(({ source_id }) => source_id === mailing.id).map(({ amount }) => amount);
    const expected = expectedMoney(mailing);
    if (JSON.stringify(own.toSorted(ascending)) !== JSON.stringify(expected.toSorted(ascending)))
      wrong.push(
        `${mailing.id}, ${mailing.status}, has the transactions [${own.join()}] instead of [${expected.join()}]`,
      );
  }
  const ids = new Set([...letters, ...verifications].map(({ id }) => id));
  const stray = transactions.filter(({ source_id }) => source_id !== null && !ids.has(source_id));
  return [...wrong, ...stray.map(({ id }) => `${id} belongs to a mailing that does not exist`)];
}

function expectedMoney({ object, status, price, status_transitions: at }: Seen): number[] {
  const wasCharged = object === 'verification' || at.received_at !== null;
  if (!wasCharged) return [];
  const isRefunded = status === 'canceled' || (object === 'letter' && status === 'failed');
  return isRefunded ? [-price.total, price.total] : [-price.total];
}

const ascending = (a: number, b: number) => a - b;

/** Final statuses of each object. */
const FINAL: Readonly<Record<string, readonly string[]>> = {
  letter: ['posted', 'canceled', 'failed'],
  verification: ['verified', 'failed', 'expired', 'canceled', 'revoked'],
};

/** Allowed sequences of statuses (rules LTR-9 and VER-10). */
const ALLOWED_SEQUENCES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  letter: [
    ['received', 'in_production', 'printed', 'posted'],
    ['canceled'],
    ['received', 'canceled'],
    ['received', 'failed'],
    ['received', 'in_production', 'failed'],
    ['received', 'in_production', 'printed', 'failed'],
  ],
  verification: [
    ['in_production', 'awaiting_code', 'verified'],
    ['in_production', 'awaiting_code', 'failed'],
    ['in_production', 'awaiting_code', 'expired'],
    ['in_production', 'awaiting_code', 'revoked'],
    ['in_production', 'awaiting_code', 'verified', 'revoked'],
    ['in_production', 'revoked'],
    ['canceled'],
    ['in_production', 'canceled'],
  ],
};

function statuses({ id, object, status, status_transitions }: Seen): string[] {
  if (!FINAL[object]!.includes(status)) return [`${id} is stuck in ${status}`];
  const reached = statusesReached(status_transitions);
  const sequence = reached.map(([name]) => name);
  const isAllowed = ALLOWED_SEQUENCES[object]!.some((allowed) => allowed.join() === sequence.join());
  return isAllowed && sequence.at(-1) === status
    ? []
    : [`${id}, ${status}, reached ${sequence.join(', ')}: not an allowed sequence`];
}

/** By instant; statuses of the same instant in the order of the object's fields, which is that of the rules' table. */
function statusesReached(transitions: Readonly<Record<string, string | null>>): [string, string][] {
  return Object.entries(transitions)
    .flatMap(([field, at]): [string, string][] => (at ? [[field.replace(/_at$/, ''), at]] : []))
    .toSorted(([, a], [, b]) => Date.parse(a) - Date.parse(b));
}

const NOTICE = 'verification.expiring';
const UPDATED = 'letter.updated';

/** EVT-1: exactly one event for each status. */
function events({ letters, verifications, events: listed }: Customer): string[] {
  return [...letters, ...verifications].flatMap((mailing): string[] => {
    const all = listed.filter(({ data }) => data.id === mailing.id).map(({ type }) => type as string);
    // VER-18: once before the end; also for one that ended otherwise in the last days.
    const notices = all.filter((type) => type === NOTICE).length;
    const statusEvents = all.filter((type) => type !== NOTICE && type !== UPDATED);
    const isNoticed = mailing.status === 'expired' ? notices === 1 : notices <= 1;
    if (!isNoticed) return [`${mailing.id}, ${mailing.status}, has ${notices} events ${NOTICE}`];
    const reached = statusesReached(mailing.status_transitions).map(([name]) => name);
    // At its creation a verification is received, and a letter with a date is scheduled.
    const first = mailing.object === 'verification' ? ['received'] : mailing.send_date ? ['scheduled'] : [];
    const expected = [...first, ...reached].map((name) => `${mailing.object}.${name}`);
    return statusEvents.toSorted().join() === expected.toSorted().join()
      ? []
      : [`${mailing.id} has the events ${statusEvents.toReversed().join()} instead of ${expected.join()}`];
  });
}

/** LTR-13: a successful edit is stored and has one event; a rejected one changes nothing. */
function edits({ letters, edits: made, events: listed }: Customer): string[] {
  return letters.flatMap((letter): string[] => {
    const own = made.filter((edit) => edit.letter === letter.id);
    const updates = listed.filter(({ type, data }) => type === UPDATED && data.id === letter.id).length;
    const done = own.filter(({ outcome }) => outcome === 'done').length;
    const most = own.filter(({ outcome }) => outcome !== 'refused').length;
    if (updates < done || updates > most)
      return [`${letter.id} has ${updates} events ${UPDATED}, for ${done} to ${most} edits`];
    const last = own.findLast(({ outcome }) => outcome === 'done');
    const later = own.slice(last ? own.indexOf(last) + 1 : 0).filter(({ outcome }) => outcome === 'unknown');
    const possible = [...(last ? [last] : []), ...later].map(({ number }) => number);
    const isOriginal = !made.some(({ number }) => number === letter.to.number);
    const isRight = possible.includes(letter.to.number) || (!last && isOriginal);
    return isRight ? [] : [`${letter.id} has the number ${letter.to.number}, but its edits allow [${possible.join()}]`];
  });
}

const TRIES = 5;

/** VER-14 and VER-15: each wrong code counts once, the right one verifies, and nothing else does. */
function trials({ verifications, trials: all }: Customer): string[] {
  return verifications.flatMap(({ id, status, attempts_remaining, status_transitions: at }): string[] => {
    const own = all.filter(({ verification }) => verification === id);
    const sent = (isRight: boolean) =>
      own.filter((trial) => trial.isRight === isRight).reduce((sum, trial) => sum + trial.sent, 0);
    const wrongAnswers = own.filter(({ outcome }) => outcome === 'wrong').length;
    const counted = TRIES - attempts_remaining;
    return [
      ...(counted > sent(false) ? [`${id} counts ${counted} wrong codes, but ${sent(false)} were sent`] : []),
      ...(at.verified_at && sent(true) === 0 ? [`${id} was verified, but nobody sent its code`] : []),
      ...(own.some(({ outcome }) => outcome === 'right') && !at.verified_at
        ? [`${id} answered that the code was right, but is ${status}`]
        : []),
      ...(own.some(({ outcome, isRight }) => outcome === (isRight ? 'wrong' : 'right'))
        ? [`${id} misjudged a code`]
        : []),
      ...(wrongAnswers > 0 && counted === 0
        ? [`${id} answered ${wrongAnswers} times that the code was wrong, but counts none`]
        : []),
    ];
  });
}

/** HOOK-7: each event reaches the receiver at least once, and every received event is listed. */
function webhooks({ events: listed, received }: Customer): string[] {
  const ids = new Set(listed.map(({ id }) => id as string));
  // The customer has one endpoint, which gets no events about itself (HOOK-12).
  const toReceive = listed.filter(({ type }) => !(type as string).startsWith('webhook_endpoint.'));
  return [
    ...toReceive
      .filter(({ id }) => !received.has(id))
      .map(({ id, type }) => `${type} ${id} never reached its receiver`),
    ...[...received.keys()].filter((id) => !ids.has(id)).map((id) => `the receiver got ${id}, which is not listed`),
  ];
}

/**
 * An accepted event is delivered again only if the outcome of its delivery could not be stored: at most once for each
 * fault of the delivering function.
 */
function repetitions(aftermath: Aftermath): string[] {
  const points = [...aftermath.damage.byPoint].filter(([point]) => point.includes('DeliverWebhooks'));
  const allowed = points.reduce((sum, [, count]) => sum + count, 0);
  const repeated = repeatedDeliveries(aftermath);
  return repeated > allowed
    ? [`${repeated} deliveries were repeated, but only ${allowed} calls of the delivery function failed`]
    : [];
}

/** PRD-2: a mailing that went into production is in exactly one batch, and no other mailing is in any. */
function print(mailings: readonly Seen[], printed: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const id of printed) counts.set(id, (counts.get(id) ?? 0) + 1);
  const wentIn = new Set(mailings.filter(({ status_transitions: at }) => at.in_production_at).map(({ id }) => id));
  return [
    ...[...counts].filter(([, count]) => count > 1).map(([id, count]) => `${id} is in ${count} batches`),
    ...[...wentIn].filter((id) => !counts.has(id)).map((id) => `${id} went into production but is in no batch`),
    ...[...counts.keys()]
      .filter((id) => !wentIn.has(id))
      .map((id) => `${id} is in a batch but did not go into production`),
  ];
}

/** A finished mailing has no running execution, and executions that did not end by themselves were stopped. */
function executions(
  mailings: readonly Seen[],
  { executions: statusesOf, stopped }: Pick<Aftermath, 'executions' | 'stopped'>,
): string[] {
  const wrong = mailings.flatMap(({ id, status }) =>
    statusesOf
      .get(id)!
      .filter((execution) => execution !== 'SUCCEEDED' && execution !== 'ABORTED')
      .map((execution) => `${id} is ${status}, but its execution is ${execution}`),
  );
  const all = [...statusesOf.values()].flat();
  if (mailings.length > 0 && all.length === 0) wrong.push('no execution of any mailing is found');
  const aborted = all.filter((execution) => execution === 'ABORTED').length;
  return aborted === stopped ? wrong : [...wrong, `${aborted} executions are aborted, but ${stopped} were stopped`];
}

/**
 * LTR-8 and PRIV-1: each mailing has its file for 90 days, longer than a season, and every file belongs to a mailing.
 */
function files(mailings: readonly Seen[], keys: readonly string[]): string[] {
  const ids = new Set(mailings.map(({ id }) => id as string));
  const idOf = (key: string) => /((?:ltr|ver)_[a-z0-9]+)-/.exec(key)?.[1] ?? '';
  const found = new Set(keys.map(idOf));
  return [
    ...keys.filter((key) => !ids.has(idOf(key))).map((key) => `the file ${key} belongs to no mailing`),
    ...[...ids].filter((id) => !found.has(id)).map((id) => `${id} has no file`),
  ];
}

/** PRD-4: every report has its result, and the print house writes only lines that can be understood. */
function reports({ left, applied, misread }: Aftermath['reports']): string[] {
  return [
    ...left.filter((name) => !applied.includes(name)).map((name) => `the report ${name} has no result`),
    ...misread.map((line) => `a line of a report was not understood: ${line}`),
  ];
}

/** Deliveries after the first accepted one, over all events. */
export function repeatedDeliveries({ customers }: Aftermath): number {
  return customers.flatMap(({ received }) => [...received.values()]).reduce((sum, count) => sum + count - 1, 0);
}
