import { expect, test } from '@jest/globals';
import type { Order, Trial } from './customers.ts';
import type { Edit } from './operator-at-work.ts';
import { violationsOf } from './oracle.ts';
import type { Aftermath, Seen } from './season.ts';

/** Each check of the oracle notices its violation, in the smallest season that has something of everything. */

const day = (number: number) => `2026-03-0${number}T12:00:00.000Z`;

function mailing(id: string, status: string, fields: Record<string, unknown>): Seen {
  const object = id.startsWith('ltr_') ? 'letter' : 'verification';
  return { id, object, status, reference: `order of ${id}`, price: { total: 700 }, to: { number: '1' }, ...fields };
}

function soundSeason() {
  const [posted, canceled, verified] = [
    mailing('ltr_posted', 'posted', {
      to: { number: '1000' },
      status_transitions: {
        received_at: day(1),
        in_production_at: day(2),
        printed_at: day(3),
        posted_at: day(4),
        canceled_at: null,
      },
    }),
    mailing('ltr_canceled', 'canceled', {
      send_date: '2026-03-05',
      status_transitions: { received_at: day(1), in_production_at: null, canceled_at: day(2) },
    }),
    mailing('ver_verified', 'verified', {
      attempts_remaining: 4,
      status_transitions: { in_production_at: day(1), awaiting_code_at: day(2), verified_at: day(3) },
    }),
  ];
  const event = (type: string, { id }: Seen, number = 1): Seen => ({ id: `evt_${type}_${number}`, type, data: { id } });
  const events = [
    ...['received', 'in_production', 'printed', 'posted', 'updated'].map((name) => event(`letter.${name}`, posted)),
    ...['scheduled', 'received', 'canceled'].map((name) => event(`letter.${name}`, canceled, 2)),
    ...['received', 'in_production', 'awaiting_code', 'verified', 'expiring'].map((name) =>
      event(`verification.${name}`, verified),
    ),
  ];
  const orders = [posted, canceled, verified].map(({ id, reference }): Order => ({
    kind: id.startsWith('ltr_') ? 'letter' : 'verification',
    habit: 'keyed',
    reference,
    outcome: 'made',
    createdIds: [id],
    status: 201,
    mayHaveMade: 1,
  }));
  const trial = (isRight: boolean): Trial => ({
    verification: verified.id,
    isRight,
    sent: 1,
    outcome: isRight ? 'right' : 'wrong',
  });
  const entry = (id: string, amount: number, balance_after: number, source_id: string | null): Seen => ({
    id,
    amount,
    balance_after,
    source_id,
    description: id === 'btx_credit' ? 'Cortesia' : null,
  });
  const customer = {
    id: 'acc_1',
    orders,
    trials: [trial(false), trial(true)],
    corrections: [
      { description: null, amount: 5_000, outcome: 'done' as const },
      { description: 'Cortesia', amount: 300, outcome: 'done' as const },
    ],
    edits: [{ letter: posted.id, number: '1000', outcome: 'done' }] as Edit[],
    balance: 3_900,
    // As the API lists them, the newest first.
    transactions: [
      entry('btx_credit', 300, 3_900, null),
      entry('btx_verified', -700, 3_600, verified.id),
      entry('btx_refund', 700, 4_300, canceled.id),
      entry('btx_canceled', -700, 3_600, canceled.id),
      entry('btx_posted', -700, 4_300, posted.id),
      entry('btx_opening', 5_000, 5_000, null),
    ],
    letters: [posted, canceled],
    verifications: [verified],
    events,
    received: new Map(events.map(({ id }) => [id as string, 1])),
  };
  const season = {
    customers: [customer],
    printed: [posted.id, verified.id] as string[],
    executions: new Map<string, string[]>([
      [posted.id, ['SUCCEEDED']],
      [canceled.id, ['ABORTED', 'SUCCEEDED']],
      [verified.id, ['SUCCEEDED']],
    ]),
    stopped: 1,
    purged: new Map<string, number>(),
    documents: [posted, canceled, verified].map(({ id }) => `acc_1/${id}-1.pdf`),
    codeFiles: [] as string[],
    reports: { left: ['report.jsonl'], applied: ['report.jsonl'], misread: [] as string[] },
    workLeft: [] as string[],
    auditDifferences: [] as Seen[],
    leftInQueues: {} as Record<string, number>,
    damage: {
      byPoint: new Map([
        ['slow · DeliverWebhooks · dynamodb PutItem', 1],
        ['slow · FanOutWebhooks · dynamodb PutItem', 5],
      ]),
      strikes: new Map(),
      faults: 6,
      kills: 0,
    },
    deaths: 0,
    virtualMs: 1,
  } satisfies Aftermath;
  return { season, customer, posted, canceled, verified, event };
}

test('a sound season has no violation', () => {
  expect(violationsOf(soundSeason().season)).toEqual([]);
});

const EVENTS = 'letter.received,letter.in_production,letter.printed,letter.posted';

test.each<[violation: string, spoil: (of: ReturnType<typeof soundSeason>) => void]>([
  // Orders.
  [
    'letter order of ltr_posted was refused with 422 but was created',
    ({ customer }) => Object.assign(customer.orders[0]!, { outcome: 'refused', status: 422 }),
  ],
  [
    'letter order of ltr_posted, ordered keyed, was created 2 times',
    ({ customer, posted, canceled }) => {
      canceled.reference = posted.reference;
      customer.orders.splice(1, 1);
    },
  ],
  [
    'letter order of ltr_posted, ordered hasty, was created 1 times',
    ({ customer }) => Object.assign(customer.orders[0]!, { habit: 'hasty', mayHaveMade: 0 }),
  ],
  [
    'letter ltr_lost was confirmed but does not exist',
    ({ customer }) => customer.orders[0]!.createdIds.push('ltr_lost'),
  ],
  ['nobody ordered ltr_posted', ({ customer }) => customer.orders.shift()],

  // Money.
  [
    'btx_credit: balance_after is 3901, but the transactions up to it sum to 3900',
    ({ customer }) => customer.transactions[0].balance_after++,
  ],
  [
    'btx_fine: the balance of acc_1 fell to -100',
    ({ customer }) => {
      customer.corrections.push({ description: 'Multa', amount: -4_000, outcome: 'done' });
      customer.transactions.unshift({
        id: 'btx_fine',
        amount: -4_000,
        balance_after: -100,
        source_id: null,
        description: 'Multa',
      });
      customer.balance = -100;
    },
  ],
  ['the transactions of acc_1 sum to 3900, but its balance is 3901', ({ customer }) => customer.balance++],
  [
    'acc_1: "Bônus" of 100, done, is booked as []',
    ({ customer }) => customer.corrections.push({ description: 'Bônus', amount: 100, outcome: 'done' }),
  ],
  ['acc_1: "Cortesia" of 200, done, is booked as [300]', ({ customer }) => (customer.corrections[1]!.amount = 200)],
  ['btx_credit, "Cortesia", matches no correction', ({ customer }) => customer.corrections.pop()],
  [
    'ltr_posted, posted, has the transactions [-700] instead of [-600]',
    ({ posted }) => (posted.price = { total: 600 }),
  ],
  [
    'ltr_canceled, canceled, has the transactions [700,-700] instead of [-800,800]',
    ({ canceled }) => (canceled.price = { total: 800 }),
  ],
  [
    'btx_stray belongs to a mailing that does not exist',
    ({ customer }) =>
      customer.transactions.unshift({ id: 'btx_stray', amount: 0, balance_after: 3_900, source_id: 'ltr_lost' }),
  ],

  // Statuses and events.
  ['ltr_posted is stuck in printed', ({ posted }) => (posted.status = 'printed')],
  [
    'ltr_posted, failed, reached received, in_production, printed, posted: not an allowed sequence',
    ({ posted, customer }) => {
      posted.status = 'failed';
      customer.transactions.unshift({ id: 'btx_back', amount: 700, balance_after: 4_600, source_id: posted.id });
      customer.balance += 700;
    },
  ],
  [
    'ver_verified, verified, reached awaiting_code, in_production, verified: not an allowed sequence',
    ({ verified }) => (verified.status_transitions.in_production_at = '2026-03-02T13:00:00.000Z'),
  ],
  [
    'ver_verified, verified, has 2 events verification.expiring',
    ({ customer, verified, event }) => {
      customer.events.push(event('verification.expiring', verified, 2));
      customer.received.set('evt_verification.expiring_2', 1);
    },
  ],
  [
    `ltr_posted has the events letter.posted,${EVENTS.split(',').toReversed().join()} instead of ${EVENTS}`,
    ({ customer, posted, event }) => {
      customer.events.push(event('letter.posted', posted, 2));
      customer.received.set('evt_letter.posted_2', 1);
    },
  ],

  // Edits.
  [
    'ltr_posted has 1 events letter.updated, for 0 to 0 edits',
    ({ customer }) => (customer.edits[0]!.outcome = 'refused'),
  ],
  ['ltr_posted has the number 7, but its edits allow [1000]', ({ posted }) => (posted.to = { number: '7' })],

  // Codes.
  ['ver_verified counts 2 wrong codes, but 1 were sent', ({ verified }) => (verified.attempts_remaining = 3)],
  ['ver_verified was verified, but nobody sent its code', ({ customer }) => customer.trials.pop()],
  [
    'ver_verified answered that the code was right, but is revoked',
    ({ customer, verified }) => {
      verified.status = 'revoked';
      verified.status_transitions = { in_production_at: day(1), awaiting_code_at: day(2), revoked_at: day(3) };
      const { id, ...last } = customer.events.find(({ type }) => type === 'verification.verified')!;
      customer.events = customer.events.filter((event) => event.id !== id);
      customer.events.push({ ...last, id, type: 'verification.revoked' });
    },
  ],
  ['ver_verified misjudged a code', ({ customer }) => (customer.trials[1]!.outcome = 'wrong')],
  [
    'ver_verified answered 1 times that the code was wrong, but counts none',
    ({ verified }) => (verified.attempts_remaining = 5),
  ],

  // Webhooks.
  [
    'letter.posted evt_letter.posted_1 never reached its receiver',
    ({ customer }) => customer.received.delete('evt_letter.posted_1'),
  ],
  ['the receiver got evt_unknown, which is not listed', ({ customer }) => customer.received.set('evt_unknown', 1)],
  [
    '2 deliveries were repeated, but only 1 calls of the delivery function failed',
    ({ customer }) => customer.received.set('evt_letter.posted_1', 3),
  ],

  // Production.
  ['ltr_posted is in 2 batches', ({ season, posted }) => season.printed.push(posted.id)],
  ['ltr_posted went into production but is in no batch', ({ season }) => season.printed.shift()],
  [
    'ltr_canceled is in a batch but did not go into production',
    ({ season, canceled }) => season.printed.push(canceled.id),
  ],
  ['a line of a report was not understood: {}', ({ season }) => season.reports.misread.push('{}')],
  ['the report late.jsonl has no result', ({ season }) => season.reports.left.push('late.jsonl')],

  // What is left behind.
  ['the audit differs: {"account_id":"acc_1"}', ({ season }) => season.auditDifferences.push({ account_id: 'acc_1' })],
  [
    'ltr_posted is posted, but its execution is RUNNING',
    ({ season, posted }) => season.executions.set(posted.id, ['RUNNING']),
  ],
  [
    'no execution of any mailing is found',
    ({ season }) => {
      for (const id of season.executions.keys()) season.executions.set(id, []);
      season.stopped = 0;
    },
  ],
  ['1 executions are aborted, but 2 were stopped', ({ season }) => season.stopped++],
  [
    'the file acc_1/ltr_lost-1.pdf belongs to no mailing',
    ({ season }) => season.documents.push('acc_1/ltr_lost-1.pdf'),
  ],
  ['ltr_posted has no file', ({ season }) => season.documents.shift()],
  ['the file ver_1.pdf shows a code that nobody needs', ({ season }) => season.codeFiles.push('ver_1.pdf')],
  ['the work row PRINT#3 is left over', ({ season }) => season.workLeft.push('PRINT#3')],
  ['Malote-FanOut still has 2 messages', ({ season }) => (season.leftInQueues['Malote-FanOut'] = 2)],
])('%s', (violation, spoil) => {
  const spoiled = soundSeason();
  spoil(spoiled);
  expect(violationsOf(spoiled.season)).toEqual([violation]);
});
