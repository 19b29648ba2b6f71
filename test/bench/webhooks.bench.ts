/**
 * Webhooks: how soon a burst is delivered, how hanging receivers affect healthy ones, the cost of a delivery compared
 * with a bare POST, the delay after the commit, and the memory of hanging deliveries. Receivers are separate processes,
 * so processor time and memory are the sender's alone. Everything takes more than half an hour on two cores;
 * `PARTS=cost,hanging` measures only those parts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGuard } from '../../lib/adapters/net/guard.ts';
import { createSender } from '../../lib/adapters/webhooks/sender.ts';
import { deliverySettings } from '../../lib/core/domain/delivery-settings.ts';
import { functionSettings } from '../../lib/infra/settings.ts';
import { deliverAll, openDispatcher } from '../modules/webhooks/support/dispatcher.ts';
import {
  HEALTHY,
  modeled,
  NEIGHBORS,
  type Neighbors,
  NOBODY,
  NOBODY_RAMPING,
  percentile,
  RAMPING,
  Stopwatch,
} from '../modules/webhooks/support/neighbors.ts';
import { issueCertificates } from '../support/certificates.ts';
import { letterBody } from '../support/letters.ts';
import type { BenchRow } from './support/benches.ts';
import {
  besideOnLocalCloud,
  burstOf,
  type LocalNeighbors,
  steadyTraffic,
  type Traffic,
} from './support/local-neighbors.ts';
import type { ReceiverOptions } from './support/receiver-process.ts';
import { type ReceiverProcess, startReceiver } from './support/receivers.ts';
import {
  buildGoSender,
  type SenderProcess,
  type SenderUse,
  startGoSender,
  startNodeSender,
} from './support/senders.ts';
import { type LocalCloud, withLocalCloud } from './support/subscribed-account.ts';
import { sweepRate } from './support/sweep.ts';
import { deliverBurst } from './support/webhook-burst.ts';

export const name = 'webhooks';

/** Two kilobytes, the size of a letter's event without metadata. */
const BODY = JSON.stringify({ id: 'evt_bench', object: 'event', data: { text: 'x'.repeat(2_000) } });

/** Bursts to a receiver with this response time in milliseconds, and the target in seconds for delivering all. */
const BURSTS = [
  { events: 1_000, answersAfter: 50, within: 10 },
  { events: 10_000, answersAfter: 200, within: 240 },
] as const;

/** Account events a second, each delivered to ten endpoints; a tenth of the dispatcher's own rates. */
const LOCAL_RATES = { healthy: 1, others: 2 };
const LOCAL_SECONDS = 60;
/** The whole local cloud shares two cores, which deliver about 100 events a second. */
const LOCAL_BURST = 2;
const LOCAL_NEIGHBORS: readonly (readonly [string, ReceiverOptions])[] = [
  ['100 hang', {}],
  ['a tenth of the calls of 100 hang', { answersAfter: 100, hangsEvery: 10 }],
  ['100 answer in 2.5 s', { answersAfter: 2_500 }],
];

const BURST_EVENTS = 10;
/** Longer than two deadlines, so that hanging calls pile up. */
const SECONDS = 40;
const MODELED_SECONDS = 600;

const DELIVERIES = 3_000;
const AT_ONCE = 50;
const ROUNDS = 5;
const BARE = 'bare loop of Node';
const NET_HTTP = 'bare loop of Go';
const HANGING = 2_000;
/** The first ones start the functions. */
const WARMING_LETTERS = 10;
const LETTERS = 60;
const LETTER_EVERY_MS = 200;
const DUE_ROWS = 10_000;
/** In MB (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html). */
const MEMORY_OF_A_CORE = 1_769;

const PARTS: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  bursts,
  duringBursts,
  isolationOnLocalCloud,
  fairness,
  modeledFairness,
  cost,
  hanging,
  fromCommit,
  sweep,
};

export async function run(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const name of process.env.PARTS?.split(',') ?? Object.keys(PARTS)) {
    const part = PARTS[name];
    if (!part) throw new Error(`Unknown part ${name}; the parts are ${Object.keys(PARTS).join(', ')}.`);
    rows.push(...(await part()));
  }
  return rows;
}

/**
 * Events sent at once to one receiver: by the dispatcher's code alone, and from the commit through the whole local
 * cloud.
 */
async function bursts(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { events, answersAfter, within } of BURSTS) {
    const label = `${events.toLocaleString('en')} events at once, ${answersAfter} ms an answer`;
    const receiver = await startReceiver({ answersAfter });
    const { send } = createSender({ guard: createGuard({ loopback: true }), deadline: deliverySettings.deadline });
    const started = performance.now();
    await deliverAll(events, receiver.url, { send, body: BODY, endpoints: 1 });
    const last = (performance.now() - started) / 1000;
    await receiver.stop();
    rows.push({ metric: `${label}, all delivered`, value: last, unit: 's', aim: `≤ ${within}` });
  }
  for (const { events, answersAfter, within } of BURSTS) {
    const patience = 2 * within * 1000;
    const { committed, delivered, posts, last, atOnce } = await deliverBurst({ events, answersAfter, patience });
    const label = `${events.toLocaleString('en')} events on the local cloud`;
    rows.push(
      { metric: `${label}, all committed`, value: committed / 1000, unit: 's' },
      { metric: `${label}, the last delivered`, value: last / 1000, unit: 's', aim: `≤ ${within}` },
      { metric: `${label}, delivered`, value: delivered, unit: '', aim: `${events}` },
      { metric: `${label}, sent more than once`, value: posts - delivered, unit: '', aim: '0' },
      { metric: `${label}, concurrent calls of the receiver`, value: atOnce, unit: '', aim: '≤ 10' },
    );
  }
  return rows;
}

/** The same isolation cases through the whole local cloud, at rates that two cores can handle. */
async function isolationOnLocalCloud(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const nobody: LocalNeighbors = { accounts: 0, receiver: {} };
  const measure = async (label: string, neighbors: LocalNeighbors, traffic: Traffic) => {
    const { p99, arrived } = await besideOnLocalCloud(neighbors, traffic);
    rows.push(
      { metric: `on the local cloud, ${label}, healthy p99`, value: p99, unit: 'ms' },
      { metric: `on the local cloud, ${label}, healthy delivered`, value: arrived * 100, unit: '%', aim: '100' },
    );
    return p99;
  };
  const compare = (label: string, p99: number, baseline: number) =>
    rows.push({
      metric: `on the local cloud, ${label}, over its baseline`,
      value: p99 / baseline,
      unit: '×',
      aim: '≤ 2',
    });

  const burst = burstOf(LOCAL_BURST);
  const atOnce = await measure('two events to each of 200 at once', nobody, burst);
  const label = 'the same while 100 more hang';
  compare(label, await measure(label, { accounts: 10, receiver: {} }, burst), atOnce);

  const steady = steadyTraffic(LOCAL_RATES, LOCAL_SECONDS);
  const alone = await measure('steady', nobody, steady);
  for (const [name, receiver] of LOCAL_NEIGHBORS) {
    compare(name, await measure(name, { accounts: 10, receiver }, steady), alone);
  }
  return rows;
}

/** 200 healthy receivers, 100 events a second, 0.1 s per response, next to others that are slow or hang. */
async function fairness(): Promise<BenchRow[]> {
  const healthy = await startReceiver({ answersAfter: HEALTHY.answersAfter });
  const rows: BenchRow[] = [];
  const measure = async (neighbors: Neighbors) => {
    const latencies = await latenciesDuring(healthy, neighbors);
    for (const share of [50, 99]) {
      rows.push({
        metric: `event to answer, healthy, ${neighbors.label}, p${share}`,
        value: percentile(latencies, share),
        unit: 'ms',
      });
    }
    return percentile(latencies, 99);
  };
  const compare = (label: string, p99: number, baseline: number) =>
    rows.push({ metric: `p99 while ${label}, over its baseline`, value: p99 / baseline, unit: '×', aim: '≤ 2' });
  try {
    const before = await measure(NOBODY);
    const beside = new Map<string, number>();
    for (const neighbors of NEIGHBORS) beside.set(neighbors.label, await measure(neighbors));
    // Measured twice, since other work on the machine may disturb one run: the better one counts.
    const baseline = Math.min(before, await measure({ ...NOBODY, label: 'nobody hangs, again' }));
    for (const [label, p99] of beside) compare(label, p99, baseline);
    const ramping = await measure(NOBODY_RAMPING);
    compare(RAMPING.label, await measure(RAMPING), ramping);
  } finally {
    await healthy.stop();
  }
  return rows;
}

/** The same without sockets in virtual time, for minutes, unaffected by other work on the machine. */
async function modeledFairness(): Promise<BenchRow[]> {
  const p99 = async (neighbors: Neighbors) => percentile(await modeled(neighbors, MODELED_SECONDS), 99);
  const [alone, ramping] = [await p99(NOBODY), await p99(NOBODY_RAMPING)];
  const rows: BenchRow[] = [];
  for (const neighbors of [...NEIGHBORS, RAMPING]) {
    rows.push({
      metric: `model of ten minutes, p99 while ${neighbors.label}, over its baseline`,
      value: (await p99(neighbors)) / (neighbors.ramps ? ramping : alone),
      unit: '×',
      aim: '≤ 2',
    });
  }
  return rows;
}

/** Ten simultaneous events to each of 200 healthy receivers, and to a hundred hanging ones. */
async function duringBursts(): Promise<BenchRow[]> {
  const healthy = await startReceiver({ answersAfter: HEALTHY.answersAfter });
  const hanging = await startReceiver({});
  const measure = async (hangingEndpoints: number) => {
    const latencies: number[] = [];
    const { send } = createSender({ guard: createGuard({ loopback: true }), deadline: deliverySettings.deadline });
    await new Promise<void>((done) => {
      const left = HEALTHY.endpoints * BURST_EVENTS;
      const isHealthy = new Set<string>();
      const dispatcher = openDispatcher({
        send,
        body: BODY,
        onDelivered: (eventId) => {
          if (!isHealthy.has(eventId)) return;
          latencies.push(performance.now() - started);
          if (latencies.length === left) done();
        },
      });
      for (let index = 0; index < HEALTHY.endpoints; index++) dispatcher.addEndpoint(`healthy_${index}`, healthy.url);
      for (let index = 0; index < hangingEndpoints; index++) dispatcher.addEndpoint(`hanging_${index}`, hanging.url);
      const started = performance.now();
      for (let event = 0; event < BURST_EVENTS; event++) {
        for (let index = 0; index < hangingEndpoints; index++) dispatcher.publish(`hanging_${index}`);
        for (let index = 0; index < HEALTHY.endpoints; index++) isHealthy.add(dispatcher.publish(`healthy_${index}`));
      }
    });
    return percentile(latencies, 99);
  };
  try {
    // The first run warms up; the better of two baselines counts, since other work on the machine may disturb one.
    await measure(0);
    const before = await measure(0);
    const beside = await measure(100);
    const baseline = Math.min(before, await measure(0));
    return [
      { metric: 'ten events to each of 200 at once, p99', value: baseline, unit: 'ms' },
      { metric: 'the same while 100 more hang, p99', value: beside, unit: 'ms' },
      { metric: 'the same, over its baseline', value: beside / baseline, unit: '×', aim: '≤ 2' },
    ];
  } finally {
    await Promise.all([healthy.stop(), hanging.stop()]);
  }
}

/**
 * Milliseconds from each healthy event to the end of its delivery; undelivered events count until the end of the run.
 */
async function latenciesDuring(
  healthy: ReceiverProcess,
  { endpoints, events, answersAfter, hangsEvery, ramps = false }: Neighbors,
): Promise<number[]> {
  const others = await startReceiver({
    ...(answersAfter !== undefined && { answersAfter }),
    ...(hangsEvery !== undefined && { hangsEvery }),
  });
  const healthyEvents = new Stopwatch();
  const { send } = createSender({ guard: createGuard({ loopback: true }), deadline: deliverySettings.deadline });
  const onDelivered = (eventId: string) => healthyEvents.end(eventId);
  const dispatcher = openDispatcher({ send, body: BODY, ramps, onDelivered });
  const name = (kind: string, index: number) => `${kind}_${index}`;
  for (let index = 0; index < HEALTHY.endpoints; index++) dispatcher.addEndpoint(name('healthy', index), healthy.url);
  for (let index = 0; index < endpoints; index++) dispatcher.addEndpoint(name('other', index), others.url);

  await Promise.all([
    steadily(HEALTHY.events, (count) => {
      healthyEvents.begin(dispatcher.publish(name('healthy', count % HEALTHY.endpoints)));
    }),
    steadily(events * endpoints, (count) => {
      dispatcher.publish(name('other', count % endpoints));
    }),
  ]);
  // Time for the last healthy ones, as long as a fair turn would take.
  await sleep(2_000);
  dispatcher.stop();
  const latencies = healthyEvents.latencies();
  await others.stop();
  return latencies;
}

/** Calls `act` `rate` times a second, for `SECONDS`. */
async function steadily(rate: number, act: (count: number) => void): Promise<void> {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  for (let count = 0; elapsed() < SECONDS; await sleep(5))
    for (const due = elapsed() * rate; count < due; count++) act(count);
}

/**
 * Processor cost of a delivery: by the dispatcher, by the sender alone, and by bare loops over Node's client and, if Go
 * is installed, over its `net/http`. The senders of Outpost and Convoy are internal Go packages, which cannot be
 * imported. Outpost's is a clone of the default transport, an HMAC and reading the whole response
 * (https://github.com/hookdeck/outpost/tree/main/internal/destregistry/providers/destwebhook): the Go loop does these
 * three and nothing else, so it costs less than their sender. Separate processes, alternating, several times: the best
 * of each counts, since other work on the machine can only add to it.
 */
async function cost(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  try {
    const goProgram = hasGo() ? buildGoSender(folder) : undefined;
    if (!goProgram) console.log('  Skipped net/http: go not found. Install: apt install golang-go');
    return [...(await costOver('HTTP', goProgram)), ...(await costOver('HTTPS', goProgram))];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function costOver(protocol: 'HTTP' | 'HTTPS', goProgram: string | undefined): Promise<BenchRow[]> {
  const { ca, of } = await issueCertificates(['localhost']);
  const isTls = protocol === 'HTTPS';
  const receiver = await startReceiver({ answersAfter: 0, ...(isTls && { certificate: of.localhost }) });
  const order = { url: receiver.url, ca: isTls ? ca : '', body: BODY, at_once: AT_ONCE };
  const senders = new Map<string, SenderProcess>([
    ['dispatcher', startNodeSender('dispatcher', order)],
    ['sender', startNodeSender('sender', order)],
    [BARE, startNodeSender('bare', order)],
    ...(goProgram ? [[NET_HTTP, startGoSender(goProgram, order)] as const] : []),
  ]);
  const best = new Map<string, SenderUse>();
  try {
    for (const sender of senders.values()) await sender.deliver(DELIVERIES / 3);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [label, sender] of senders) {
        const took = await sender.deliver(DELIVERIES);
        if (took.processor < (best.get(label)?.processor ?? Infinity)) best.set(label, took);
      }
    }
  } finally {
    for (const sender of senders.values()) await sender.stop();
    await receiver.stop();
  }
  const over = (label: string, floor: string) => best.get(label)!.processor / best.get(floor)!.processor;
  return [
    ...[...best].flatMap(([label, { seconds, processor, memory }]) => [
      { metric: `deliveries over ${protocol}, ${AT_ONCE} at once, ${label}`, value: DELIVERIES / seconds, unit: '1/s' },
      {
        metric: `processor time of 1,000 over ${protocol}, ${label}`,
        value: processor / (DELIVERIES / 1000),
        unit: 's',
      },
      { metric: `peak memory over ${protocol}, ${label}`, value: memory / 1e6, unit: 'MB' },
    ]),
    { metric: `processor time over ${protocol}, dispatcher over ${BARE}`, value: over('dispatcher', BARE), unit: '×' },
    {
      metric: `processor time over ${protocol}, sender over ${BARE}`,
      value: over('sender', BARE),
      unit: '×',
      ...(isTls && { aim: '≤ 1.5' }),
    },
    ...(goProgram
      ? [
          {
            metric: `processor time over ${protocol}, sender over ${NET_HTTP}`,
            value: over('sender', NET_HTTP),
            unit: '×',
            ...(!isTls && { aim: '≤ 2' }),
          },
        ]
      : []),
  ];
}

const hasGo = () => spawnSync('go', ['version']).status === 0;

/** Deliveries that wait for a response, after TLS and the request are done. */
async function hanging(): Promise<BenchRow[]> {
  const deadline = 10_000;
  const { ca, of } = await issueCertificates(['localhost']);
  const receiver = await startReceiver({ certificate: of.localhost });
  try {
    const { send } = createSender({ guard: createGuard({ loopback: true }), deadline, ca });
    const before = process.memoryUsage.rss();
    const sent = Promise.all(
      Array.from({ length: HANGING }, () => send({ endpointId: 'whe_1', url: receiver.url, headers: {}, body: BODY })),
    );
    await sleep(deadline - 1_000);
    const held = process.memoryUsage.rss() - before;
    const outcomes = await sent;
    const arrived = (await receiver.arrivals()).length;
    const latest = Math.max(...outcomes.map(({ duration_ms }) => duration_ms));
    return [
      { metric: `of ${HANGING} deliveries at once, hanging at the receiver`, value: arrived, unit: '' },
      { metric: 'memory of 1,000 hanging deliveries over HTTPS', value: held / 1e6 / (HANGING / 1_000), unit: 'MB' },
      {
        metric: 'latest end of a hanging delivery after its deadline',
        value: latest - deadline,
        unit: 'ms',
        aim: '≤ 500',
      },
    ];
  } finally {
    await receiver.stop();
  }
}

/** Rows the sweep moves on with the share of a core that its memory setting gives it. */
async function sweep(): Promise<BenchRow[]> {
  const { memory } = functionSettings('sweep-deliveries', 'worker');
  const rate = await sweepRate(DUE_ROWS);
  return [
    { metric: 'deliveries that the sweep moves on, a second of a core', value: rate, unit: '1/s' },
    { metric: `the same with its ${memory} MB`, value: (rate * memory) / MEMORY_OF_A_CORE, unit: '1/s', aim: '≥ 500' },
  ];
}

/**
 * Through the whole local cloud: table, stream, relay, bus, fan-out, queue, dispatcher. The commit precedes the
 * response.
 */
async function fromCommit(): Promise<BenchRow[]> {
  const receiver = await startReceiver({ answersAfter: 0 });
  try {
    return await withLocalCloud({}, (cloud) => latenciesFromCommit(cloud, receiver));
  } finally {
    await receiver.stop();
  }
}

async function latenciesFromCommit({ openAccount }: LocalCloud, receiver: ReceiverProcess): Promise<BenchRow[]> {
  const { api } = await openAccount('letter.received', [receiver.url]);
  const answered: number[] = [];
  const create = async () => {
    const { status } = await api.post('/letters', letterBody());
    if (status !== 201) throw new Error(`a letter of the bench was answered with ${status}`);
    answered.push(performance.timeOrigin + performance.now());
    await sleep(LETTER_EVERY_MS);
  };
  for (let letter = 0; letter < WARMING_LETTERS; letter++) await create();
  await sleep(5_000);
  await receiver.arrivals();
  answered.length = 0;
  for (let letter = 0; letter < LETTERS; letter++) await create();
  await sleep(5_000);
  // Events are listed newest first; the letters were made one after another.
  const { data } = (await api.get(`/events?type=letter.received&limit=${LETTERS}`)).body as {
    data: { id: string }[];
  };
  const committed = new Map(data.toReversed().map((event, index) => [event.id, answered[index]!]));
  const arrivals = await receiver.arrivals();
  const latencies = arrivals.map(([eventId, at]) => at - committed.get(eventId)!);
  return [
    { metric: `of ${LETTERS} letters, delivered`, value: arrivals.length, unit: '' },
    { metric: 'commit to first byte on the local cloud, p50', value: percentile(latencies, 50), unit: 'ms' },
    {
      metric: 'commit to first byte on the local cloud, p99',
      value: percentile(latencies, 99),
      unit: 'ms',
      aim: '< 2,000',
    },
  ];
}
