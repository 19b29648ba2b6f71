import { randomUUID } from 'node:crypto';
import type { Timer } from '../clock.ts';
import {
  AwsError,
  type AwsRequest,
  type AwsResponse,
  type AwsService,
  type Cloud,
  type CreatedResource,
  type DeliveryOptions,
  type ResourceContext,
  type ResourceType,
} from '../service.ts';
import { parseSchedule, type Schedule } from './cron.ts';

/** EventBridge Scheduler retries an invocation for a day, this often at most. */
const DEFAULT_RETRIES = 185;

/**
 * Metadata of a schedule whose target is a sweep: a function that repairs what was written and lost, and answers with
 * `idle_until` (epoch milliseconds, or null): until then another run would change nothing unless something is written.
 * Its firings in between are left out, so that idle days cost nothing.
 */
const SWEEP_METADATA = 'malote:sweep';

interface TargetProperties {
  Arn: string;
  RoleArn?: string;
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
  readonly isSweep: boolean;
  schedule: Schedule | undefined;
  timer: Timer | undefined;
  /** A sweep with nothing to do until `timer`, or until something is written. */
  asleep: boolean;
}

interface SweepAnswer {
  idle_until: number | null;
}

/** EventBridge Scheduler: each firing is a timer of the virtual clock, armed when the one before it has fired. */
export class SchedulerService implements AwsService {
  readonly name = 'scheduler';
  readonly #cloud: Cloud;
  readonly #schedules: ArmedSchedule[] = [];
  #writes = 0;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::Scheduler::Schedule': {
      honours: [
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
      honours: ['Name'],
      ignores: { Tags: 'tags change nothing at run time' },
      create: ({ Name: name }: { Name?: string }, { logicalId }) => ({
        ref: name ?? logicalId,
        attributes: { Arn: this.#arn('schedule-group', name ?? logicalId) },
      }),
    },
  };

  /** The API of Scheduler creates schedules at run time, which nothing here does. */
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
    for (const armed of this.#schedules) {
      const {
        ScheduleExpression: expression,
        ScheduleExpressionTimezone: zone = 'UTC',
        StartDate: start,
      } = armed.properties;
      armed.schedule = parseSchedule(expression, zone, start === undefined ? now : Date.parse(start));
      // With nothing written there is nothing to sweep.
      if (armed.isSweep && this.#cloud.onWrite) armed.asleep = true;
      else this.#arm(armed, now);
    }
    this.#cloud.onWrite?.(() => this.#wake());
  }

  stop(): void {
    for (const armed of this.#schedules) armed.timer?.cancel();
  }

  #create(properties: ScheduleProperties, { logicalId, metadata }: ResourceContext): CreatedResource {
    const {
      Name: name = logicalId,
      GroupName: group = 'default',
      State: state = 'ENABLED',
      Target: target,
    } = properties;
    expectKnown(properties, logicalId);
    // Parsed here so that a wrong expression stops the start, and again when the schedules begin.
    parseSchedule(properties.ScheduleExpression, properties.ScheduleExpressionTimezone ?? 'UTC', 0);
    const arn = this.#arn('schedule', `${group}/${name}`);
    const isSweep = metadata[SWEEP_METADATA] === true;
    if (isSweep && !target.Arn.includes(':function:')) {
      throw new AwsError('ValidationException', `${logicalId}: a sweep is a function, which ${target.Arn} is not`);
    }
    const armed = {
      arn,
      properties,
      options: deliveryOptions(target),
      isSweep,
      schedule: undefined,
      timer: undefined,
      asleep: false,
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
    armed.timer = this.#cloud.clock.schedule(due, () => this.#fire(armed, due));
  }

  /** Something was written: sleeping sweeps look at it at their next regular instant. */
  #wake(): void {
    this.#writes++;
    for (const armed of this.#schedules.filter(({ asleep }) => asleep)) {
      armed.asleep = false;
      armed.timer?.cancel();
      this.#arm(armed, 0);
    }
  }

  async #fire(armed: ArmedSchedule, due: number): Promise<void> {
    if (armed.isSweep) return this.#sweep(armed, due);
    this.#arm(armed, 0);
    const { Target: target } = armed.properties;
    try {
      await this.#cloud.deliver(target.Arn, this.#input(armed, due), armed.options);
    } catch (error) {
      this.#cloud.log(`Scheduler: ${armed.arn} could not reach ${target.Arn}: ${(error as Error).message}`);
    }
  }

  /** Runs a sweep and lets it sleep as long as it says, unless something was written since it began. */
  async #sweep(armed: ArmedSchedule, due: number): Promise<void> {
    armed.asleep = false;
    const { Arn: target } = armed.properties.Target;
    const writes = this.#writes;
    const { payload, failed } = await this.#cloud.invokeFunction(target, this.#input(armed, due));
    if (failed) this.#cloud.log(`Scheduler: the sweep ${target} failed: ${JSON.stringify(payload)}`);
    const { idle_until } = failed ? { idle_until: 0 } : (payload as SweepAnswer);
    if (writes !== this.#writes) return this.#arm(armed, 0);
    armed.asleep = true;
    if (idle_until !== null) this.#arm(armed, idle_until);
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

function deliveryOptions({
  RetryPolicy: retries,
  DeadLetterConfig: deadLetters,
  SqsParameters: sqs,
}: TargetProperties): DeliveryOptions {
  return {
    maximumRetryAttempts: retries?.MaximumRetryAttempts ?? DEFAULT_RETRIES,
    ...(deadLetters?.Arn !== undefined && { deadLetterQueueArn: deadLetters.Arn }),
    ...(sqs?.MessageGroupId !== undefined && { messageGroupId: sqs.MessageGroupId }),
  };
}

/** Queues take any text; functions and state machines take JSON. */
function parseInput(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
