import { AwsError } from '../../aws-error.ts';
import { type RunningCloud, startCloud } from '../../cloud.ts';
import type { Fault } from '../../interference.ts';

/** What functions do and outlive, as their callers see it; the same in a thread and on a simulated machine. */
export interface Outcome {
  echoed: unknown;
  /** Both `Date` and the clock of the cloud, after an advance of a day. */
  clock: { isClouds: boolean; shown: unknown };
  variables: Record<string, string>;
  failure: unknown;
  timeout: unknown;
  crashes: unknown[];
  /** How many invocations the environment has had after each crash: one. */
  after: unknown[];
  /** Timers that an invocation left behind, when the next one looks: they were frozen. */
  left: { timers: number; wereFrozen: boolean };
  /** What a function learns of its writes under each fault, and whether they took effect. */
  faults: { outcome: unknown; isThere: boolean }[];
  /** Attempts of an asynchronous event that fails twice, in minutes after the first. */
  attempts: number[];
  log: string[];
}

const DAY_MS = 86_400_000;
/** Of the timer that `leaveWork` leaves behind; Node's timers may fire a millisecond early. */
const LEFT_MS = 20;
const functionArn = (name: string) => `arn:aws:lambda:sa-east-1:000000000000:function:${name}`;
const error = new AwsError('InternalServerError', 'Internal server error', 500);

const faults: Fault[] = [
  ...[false, true].flatMap((effect): Fault[] => [
    { kind: 'error', error, effect },
    { kind: 'disconnected', effect },
    { kind: 'hung', effect },
    { kind: 'killed', effect },
  ]),
  { kind: 'slow', milliseconds: 20 },
];

/** @param assembly with the functions of `resources` in replay.test.ts */
export async function playScenario(assembly: string): Promise<Outcome> {
  const log: string[] = [];
  let fault: Fault | undefined;
  const cloud = await startCloud({ assembly, port: 0, log: (line) => log.push(line), interference: () => fault });
  try {
    const invoke = async (name: string, event: unknown = {}) =>
      (await cloud.invokeFunction(functionArn(name), event)).payload;
    // Environments that open afterwards start like those before.
    await invoke('setFlag');
    const crashes: unknown[] = [];
    const after: unknown[] = [];
    for (const how of ['exit', 'throw later']) {
      crashes.push(nameOf(await invoke('crash', { how })));
      after.push(await invoke('crash', { how: 'not at all' }));
    }
    await invoke('leaveWork', {});
    await cloud.clock.advanceBy(1);
    const left = (await invoke('leaveWork', { waits: true })) as number[];
    const outcomes: Outcome['faults'] = [];
    for (const [index, struck] of faults.entries()) {
      fault = struck;
      const outcome = await invoke('put', { ids: [`item ${index}`] });
      fault = undefined;
      outcomes.push({ outcome: nameOf(outcome), isThere: await isThere(cloud, `item ${index}`) });
    }
    await invoke('log', { name: 'scenario' });
    return {
      echoed: await invoke('echo', { text: 'ção' }),
      clock: await clockIn(cloud, invoke),
      variables: ownVariables(await invoke('environment')),
      failure: nameOf(await invoke('fail')),
      timeout: nameOf(await invoke('sleep', { milliseconds: 5_000 })),
      crashes,
      after,
      left: { timers: left.length, wereFrozen: left.every((took) => took >= LEFT_MS - 1) },
      faults: outcomes,
      attempts: await attemptsOf(cloud, invoke),
      // Of other lines the stack traces differ.
      log: log.filter((line) => /^log: /.test(line)),
    };
  } finally {
    await cloud.stop();
  }
}

type Invoke = (name: string, event?: unknown) => Promise<unknown>;

/** An error by its type: messages contain times and places. */
const nameOf = (payload: unknown): unknown => (payload as { errorType?: string } | null)?.errorType ?? payload;

async function isThere(cloud: RunningCloud, id: string): Promise<boolean> {
  const found = await cloud.call('dynamodb', 'GetItem', { TableName: 'Table', Key: { PK: { S: id } } });
  return 'Item' in (found as object);
}

async function clockIn(cloud: RunningCloud, invoke: Invoke): Promise<Outcome['clock']> {
  await cloud.clock.advanceBy(DAY_MS);
  const before = cloud.clock.now();
  const {
    now,
    constructed,
    text,
    performanceMoves: _,
    ...shown
  } = (await invoke('readClock')) as Record<string, number>;
  const after = cloud.clock.now();
  const isBetween = (instant: number) => before <= instant && instant <= after;
  const isText = new Date(text!).getTime() >= before - 1_000;
  return { isClouds: isBetween(now!) && isBetween(constructed!) && isText, shown };
}

/** The variables of the template, and none of this process. */
function ownVariables(variables: unknown): Record<string, string> {
  const entries = Object.entries(variables as Record<string, string>);
  return Object.fromEntries(entries.filter(([name]) => !/^(?:AWS_|LAMBDA_TASK_ROOT|_X_AMZN_TRACE_ID)/.test(name)));
}

async function attemptsOf(cloud: RunningCloud, invoke: Invoke): Promise<number[]> {
  await cloud.deliver(functionArn('failFirst'), { name: 'twice', times: 2 });
  for (let minute = 0; minute < 5; minute++) await cloud.clock.advanceBy(60_000);
  const calls = (await invoke('failFirst', { calls: true })) as { at: number }[];
  return calls.map(({ at }) => Math.round((at - calls[0]!.at) / 60_000));
}
