import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { Timer } from '../clock.ts';
import { type DurableMap, durableMap } from '../journal.ts';
import type {
  AwsRequest,
  AwsResponse,
  AwsService,
  Cloud,
  CreatedResource,
  DeliveryOptions,
  ResourceContext,
  ResourceType,
} from '../service.ts';
import { parseSchedule, type Schedule } from './cron.ts';

/** EventBridge Scheduler retries an invocation for a day, at most this many times. */
const DEFAULT_RETRIES = 185;

const PRINCIPAL = 'scheduler.amazonaws.com';

/** The history of a schedule that skips idle runs, in epoch milliseconds. */
export interface ScheduleHistory {
  /**
   * The last write that may have created work. The start of the cloud counts: an earlier process may have left work.
   */
  writtenAt: number;
  /** The last run that did not fail; `-Infinity` before the first. */
  ranAt: number;
}

/**
 * When a scheduled function next has work if nothing is written until then: epoch milliseconds, or null for never. An
 * instant in the past means that it has work now.
 */
export type NextWork = (past: ScheduleHistory) => Promise<number | null>;

/** How to find out that a firing of a schedule would have nothing to do. */
export interface IdleRuns {
  nextWork: NextWork;
  /** Whether a write may create work for it, by a quick look at its body. Default: every write may. */
  makesWork?: (write: Pick<AwsRequest, 'service' | 'body'>) => boolean;
}

/** "a hash of the path", of eight hexadecimal digits: https://docs.aws.amazon.com/cdk/v2/guide/identifiers.html */
const CDK_HASH = /[0-9A-F]{8}$/;

interface TargetProperties {
  Arn: string;
  RoleArn: string;
  Input?: string;
  RetryPolicy?: { MaximumRetryAttempts?: number };
  DeadLetterConfig?: { Arn?: string };
  SqsParameters?: { MessageGroupId?: string };
}

const TARGET_PROPERTIES: readonly string[] = [
  'Arn',
  'RoleArn',
  'Input',
  'RetryPolicy',
  'DeadLetterConfig',
  'SqsParameters',
];

interface ScheduleProperties {
  Name?: string;
  GroupName?: string;
  ScheduleExpression: string;
  ScheduleExpressionTimezone?: string;
  FlexibleTimeWindow: { Mode: string };
  State?: string;
  StartDate?: string;
  EndDate?: string;
  Target: TargetProperties;
}

interface ArmedSchedule {
  readonly arn: string;
  readonly properties: ScheduleProperties;
  readonly options: DeliveryOptions;
  readonly constructId: string;
  /** When the cloud started: rates count from then. Epoch milliseconds. */
  begin: number;
  schedule: Schedule | undefined;
  timer: Timer | undefined;
  /** Set if firings that would find no work are skipped. */
  idle: Idleness | undefined;
}

interface Idleness extends IdleRuns, ScheduleHistory {
  /** Number of writes so far that may have created work. */
  writes: number;
  /** Whether it sleeps until `timer`, or until a write creates work. */
  asleep: boolean;
}

/** The stored form of a schedule: when it began, and its next firing. */
type StoredSchedule = Pick<ArmedSchedule, 'begin'> & { due?: number };

/** EventBridge Scheduler: each firing is a timer of the virtual clock, and arms the next one. */
export class SchedulerService implements AwsService {
  readonly name = 'scheduler';
  readonly #cloud: Cloud;
  readonly #schedules: ArmedSchedule[] = [];
  /** By ARN. */
  readonly #kept: DurableMap<StoredSchedule>;
  /** Searches for work in progress. */
  readonly #looks = new Set<Promise<number | null>>();
  #isStopped = false;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
    this.#kept = durableMap(cloud.journal, 'scheduler');
  }

  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::Scheduler::Schedule': {
      honors: [
        'Name',
        'GroupName',
        'ScheduleExpression',
        'ScheduleExpressionTimezone',
        'FlexibleTimeWindow',
        'State',
        'StartDate',
        'EndDate',
        'Target',
      ],
      ignores: { Description: 'a text for people', KmsKeyArn: 'nothing is written to a disk' },
      create: (properties, context) => this.#create(properties as ScheduleProperties, context),
    },
    'AWS::Scheduler::ScheduleGroup': {
      honors: ['Name'],
      ignores: { Tags: 'tags change nothing at run time' },
      create: ({ Name: name }: { Name?: string }, { logicalId }) => ({
        ref: name ?? logicalId,
        attributes: { Arn: this.#arn('schedule-group', name ?? logicalId) },
      }),
    },
  };

  /** The API that creates schedules at run time is not supported. */
  async handle({ method, url }: AwsRequest): Promise<AwsResponse> {
    const message = `The local cloud does not know the operation scheduler:${method} ${url.pathname}`;
    return {
      status: 400,
      headers: { 'content-type': 'application/json', 'x-amzn-errortype': 'UnknownOperationException' },
      body: JSON.stringify({ Message: message }),
    };
  }

  start(): void {
    const now = this.#cloud.clock.now();
    const left = this.#kept.restore();
    for (const armed of this.#schedules) {
      const { begin, due } = left.get(armed.arn) ?? { begin: now };
      const {
        ScheduleExpression: expression,
        ScheduleExpressionTimezone: zone = 'UTC',
        StartDate: start,
      } = armed.properties;
      armed.begin = begin;
      armed.schedule = parseSchedule(expression, zone, start === undefined ? begin : Date.parse(start));
      // A firing that was due while no process ran is delayed, not lost.
      if (due !== undefined && due <= now) this.#armAt(armed, due);
      else this.#arm(armed, now);
    }
    this.#cloud.onWrite?.((request) => this.#wake(request));
  }

  /** Stops all firings and waits for searches for work: they call services that stop after this one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const armed of this.#schedules) armed.timer?.cancel();
    await Promise.allSettled(this.#looks);
  }

  /**
   * Skips firings of some schedules that would find no work: a schedule sleeps until its next work, or until something
   * is written, so that idle days cost nothing. Schedules are named by their logical id without the hash that the CDK
   * appends.
   * @throws Error naming a schedule that the template does not have, or whose target is not a function.
   */
  leaveOutIdleRuns(schedules: Readonly<Record<string, IdleRuns>>): void {
    for (const [name, idleRuns] of Object.entries(schedules)) {
      // The id of a nested stack's resource begins with the id of the stack.
      const armed = this.#schedules.find(({ constructId }) => constructId.endsWith(name));
      if (!armed) throw new Error(`The template has no schedule ${name}`);
      const { Arn: target } = armed.properties.Target;
      if (!target.includes(':function:'))
        throw new Error(`${name} can be idle when a function is called, not ${target}`);
      armed.idle = { ...idleRuns, writes: 0, writtenAt: this.#cloud.clock.now(), ranAt: -Infinity, asleep: false };
    }
  }

  #create(properties: ScheduleProperties, { logicalId }: ResourceContext): CreatedResource {
    const {
      Name: name = logicalId,
      GroupName: group = 'default',
      State: state = 'ENABLED',
      Target: target,
    } = properties;
    expectKnown(properties, logicalId);
    // Parsed here so that an invalid expression stops the start; parsed again when the schedules begin.
    parseSchedule(properties.ScheduleExpression, properties.ScheduleExpressionTimezone ?? 'UTC', 0);
    const arn = this.#arn('schedule', `${group}/${name}`);
    this.#cloud.iam?.expectTrust(target.RoleArn, PRINCIPAL);
    const armed = {
      arn,
      properties,
      options: deliveryOptions(target, name),
      constructId: logicalId.replace(CDK_HASH, ''),
      begin: 0,
      schedule: undefined,
      timer: undefined,
      idle: undefined,
    };
    if (state === 'ENABLED') this.#schedules.push(armed);
    return { ref: name, attributes: { Arn: arn } };
  }

  /** Arms the first firing at or after `earliest`. */
  #arm(armed: ArmedSchedule, earliest: number): void {
    const { StartDate: start, EndDate: end } = armed.properties;
    const after = Math.max(this.#cloud.clock.now(), earliest - 1, start === undefined ? 0 : Date.parse(start) - 1);
    const due = armed.schedule!.next(after);
    if (due === undefined || (end !== undefined && due > Date.parse(end))) return;
    this.#armAt(armed, due);
  }

  #armAt(armed: ArmedSchedule, due: number): void {
    if (this.#isStopped) return;
    armed.timer = this.#cloud.clock.schedule(due, () => this.#fire(armed, due));
    this.#kept.put(armed.arn, { begin: armed.begin, due });
  }

  /** After a write, each sleeping schedule for which it may create work searches at its next regular instant. */
  #wake(request: AwsRequest): void {
    for (const armed of this.#schedules) {
      if (!armed.idle || armed.idle.makesWork?.(request) === false) continue;
      armed.idle.writes++;
      armed.idle.writtenAt = this.#cloud.clock.now();
      if (!armed.idle.asleep) continue;
      armed.idle.asleep = false;
      armed.timer?.cancel();
      this.#arm(armed, 0);
    }
  }

  async #fire(armed: ArmedSchedule, due: number): Promise<void> {
    if (armed.idle) return this.#runOrSleep(armed, armed.idle, due);
    this.#arm(armed, 0);
    const { Target: target } = armed.properties;
    const { disorder, clock } = this.#cloud;
    try {
      await this.#cloud.deliver(target.Arn, this.#input(armed, due), armed.options);
      const again = { ...armed.options, notBefore: clock.now() + (disorder?.lateness() ?? 0) };
      if (disorder?.happens()) await this.#cloud.deliver(target.Arn, this.#input(armed, due), again);
    } catch (error) {
      this.#cloud.log(`Scheduler: ${armed.arn} could not reach ${target.Arn}: ${(error as Error).message}`);
    }
  }

  /** Runs the function if it has work; otherwise the schedule sleeps until it has, or until something is written. */
  async #runOrSleep(armed: ArmedSchedule, idle: Idleness, due: number): Promise<void> {
    idle.asleep = false;
    const { Arn: target } = armed.properties.Target;
    const { writes } = idle;
    const work = await this.#look(idle);
    if (this.#isStopped) return;
    const now = this.#cloud.clock.now();
    if (work !== null && work <= now) {
      const { payload, failed } = await this.#cloud.invokeFunction(target, this.#input(armed, due), armed.options.as);
      if (failed) this.#cloud.log(`Scheduler: ${target} failed: ${JSON.stringify(payload)}`);
      else idle.ranAt = now;
      return this.#arm(armed, 0);
    }
    if (writes !== idle.writes) return this.#arm(armed, 0);
    idle.asleep = true;
    if (work !== null) this.#arm(armed, work);
  }

  /** When there is work next; meaningless once the scheduler is stopped, because stopped services do not respond. */
  async #look(idle: Idleness): Promise<number | null> {
    const look = idle.nextWork({ writtenAt: idle.writtenAt, ranAt: idle.ranAt });
    this.#looks.add(look);
    try {
      return await look;
    } catch (error) {
      if (this.#isStopped) return null;
      throw error;
    } finally {
      this.#looks.delete(look);
    }
  }

  /** https://docs.aws.amazon.com/scheduler/latest/UserGuide/managing-schedule-context-attributes.html */
  #input({ arn, properties }: ArmedSchedule, due: number): unknown {
    const { accountId, region } = this.#cloud;
    const time = `${new Date(due).toISOString().slice(0, 19)}Z`;
    const id = randomUUID();
    const { Input: input } = properties.Target;
    if (input === undefined) {
      const envelope = { version: '0', id, 'detail-type': 'Scheduled Event', source: 'aws.scheduler' };
      return { ...envelope, account: accountId, time, region, resources: [arn], detail: '{}' };
    }
    const attributes: Readonly<Record<string, string>> = {
      'schedule-arn': arn,
      'scheduled-time': time,
      'execution-id': id,
      'attempt-number': '1',
    };
    return parseInput(
      input.replaceAll(/<aws\.scheduler\.([a-z-]+)>/g, (placeholder, name: string) => attributes[name] ?? placeholder),
    );
  }

  #arn(kind: string, name: string): string {
    return `arn:aws:scheduler:${this.#cloud.region}:${this.#cloud.accountId}:${kind}/${name}`;
  }
}

function expectKnown(
  { FlexibleTimeWindow: window, State: state, Target: target }: ScheduleProperties,
  logicalId: string,
): void {
  const refuse = (what: string) =>
    new AwsError('ValidationException', `${logicalId}: the local cloud does not know ${what}`);
  if (window.Mode !== 'OFF') throw refuse(`FlexibleTimeWindow ${window.Mode}`);
  if (state !== undefined && state !== 'ENABLED' && state !== 'DISABLED') throw refuse(`State ${state}`);
  if (target.Arn.startsWith('arn:aws:scheduler:::')) throw refuse(`the universal target ${target.Arn}`);
  const unknown = Object.keys(target).filter((name) => !TARGET_PROPERTIES.includes(name));
  if (unknown.length > 0) throw refuse(`${unknown.join(', ')} of a target`);
}

function deliveryOptions(
  { RoleArn, RetryPolicy: retries, DeadLetterConfig: deadLetters, SqsParameters: sqs }: TargetProperties,
  session: string,
): DeliveryOptions {
  return {
    // The role needs access to the target and the dead-letter queue:
    // https://docs.aws.amazon.com/scheduler/latest/UserGuide/configuring-schedule-dlq.html
    as: { roleArn: RoleArn, session },
    maximumRetryAttempts: retries?.MaximumRetryAttempts ?? DEFAULT_RETRIES,
    ...(deadLetters?.Arn !== undefined && { deadLetterQueueArn: deadLetters.Arn }),
    ...(sqs?.MessageGroupId !== undefined && { messageGroupId: sqs.MessageGroupId }),
  };
}

/** Queues accept any text; functions and state machines accept JSON. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
