import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { type JsonOperations, respondInJson } from '../json-protocol.ts';
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
import { compileTargetInput, type TargetInput } from './event-input.ts';
import { compilePattern, type EventMatcher } from './event-pattern.ts';

const PRINCIPAL = 'events.amazonaws.com';

const LARGEST_BATCH = 10;
/** 1 MB for all entries of a request, since January 2026. */
const LARGEST_REQUEST_BYTES = 1024 * 1024;
/** EventBridge retries a delivery for a day, at most this many times. */
const DEFAULT_RETRIES = 185;

/** An event as rules see it and targets receive it. */
export interface EventEnvelope {
  version: '0';
  id: string;
  'detail-type': string;
  source: string;
  account: string;
  /** ISO 8601 to the second. */
  time: string;
  region: string;
  resources: string[];
  detail: unknown;
}

export interface PutEventsEntry {
  Source?: string;
  DetailType?: string;
  /** A JSON object as text. */
  Detail?: string;
  EventBusName?: string;
  Resources?: string[];
  /** Epoch seconds. */
  Time?: number;
}

export interface PutEventsResult {
  FailedEntryCount: number;
  Entries: ({ EventId: string } | { ErrorCode: string; ErrorMessage: string })[];
}

interface Target {
  readonly arn: string;
  readonly input: TargetInput;
  readonly options: DeliveryOptions;
}

interface Rule {
  readonly name: string;
  readonly matches: EventMatcher;
  readonly targets: readonly Target[];
}

interface TargetProperties {
  Arn: string;
  Id: string;
  RoleArn?: string;
  Input?: string;
  InputPath?: string;
  InputTransformer?: { InputPathsMap?: Record<string, string>; InputTemplate: string };
  DeadLetterConfig?: { Arn: string };
  RetryPolicy?: { MaximumRetryAttempts?: number };
  SqsParameters?: { MessageGroupId?: string };
}

const TARGET_PROPERTIES: readonly string[] = [
  'Arn',
  'Id',
  'RoleArn',
  'Input',
  'InputPath',
  'InputTransformer',
  'DeadLetterConfig',
  'RetryPolicy',
  'SqsParameters',
];

interface RuleProperties {
  Name?: string;
  EventBusName?: string;
  EventPattern?: unknown;
  ScheduleExpression?: string;
  State?: string;
  Targets?: TargetProperties[];
}

/** EventBridge: buses, rules and their targets, over the JSON 1.1 protocol. */
export class EventBridgeService implements AwsService {
  readonly name = 'events';
  readonly #cloud: Cloud;
  readonly #rulesByBus = new Map<string, Rule[]>([['default', []]]);

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
  }

  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::Events::EventBus': {
      honors: ['Name'],
      ignores: {
        Description: 'a text for people',
        Tags: 'tags change nothing at run time',
        Policy: 'only other accounts need it',
        KmsKeyIdentifier: 'nothing is written to a disk',
        LogConfig: 'deliveries that fail are written to the log in any case',
      },
      create: (properties, context) => this.#createBus(properties, context),
    },
    'AWS::Events::EventBusPolicy': {
      honors: [],
      ignores: {
        EventBusName: 'only other accounts need it',
        StatementId: 'only other accounts need it',
        Statement: 'only other accounts need it',
        Action: 'only other accounts need it',
        Principal: 'only other accounts need it',
        Condition: 'only other accounts need it',
      },
      create: (_, { logicalId }) => ({ ref: logicalId }),
    },
    'AWS::Events::Rule': {
      honors: ['Name', 'EventBusName', 'EventPattern', 'ScheduleExpression', 'State', 'Targets'],
      ignores: {
        Description: 'a text for people',
        RoleArn: 'targets have the role of their own',
        Tags: 'tags change nothing at run time',
      },
      create: (properties, context) => this.#createRule(properties, context),
    },
  };

  handle(request: AwsRequest): Promise<AwsResponse> {
    return respondInJson(request, {
      version: '1.1',
      operations: this.#operations,
      needs: (operation, { Entries = [] }: { Entries?: PutEventsEntry[] }) =>
        Entries.map(({ EventBusName: bus = 'default' }) => ({
          action: `events:${operation}`,
          resource: this.#arn(`event-bus/${busName(bus)}`),
        })),
    });
  }

  readonly #operations: JsonOperations = {
    PutEvents: ({ Entries: entries }: { Entries?: PutEventsEntry[] }) => this.put(entries ?? []),
  };

  /**
   * Accepts events from applications. A rejected entry does not affect the others; `FailedEntryCount` counts it.
   * @throws AwsError `ValidationException` for none or more than ten entries, or more than 1 MB.
   */
  put(entries: readonly PutEventsEntry[]): PutEventsResult {
    if (entries.length === 0 || entries.length > LARGEST_BATCH) {
      throw new AwsError(
        'ValidationException',
        `1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length between 1 and ${LARGEST_BATCH}`,
      );
    }
    if (entries.reduce((sum, entry) => sum + entrySize(entry), 0) > LARGEST_REQUEST_BYTES) {
      throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
    }
    const results = entries.map((entry) => this.#putEntry(entry));
    return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
  }

  /**
   * Takes an event from an AWS service (S3, Step Functions) or from a rule of another bus.
   * @param bus name or ARN
   * @param event envelope; missing fields are filled in
   */
  receive(bus: string, event: Partial<EventEnvelope>): void {
    this.#route(busName(bus), {
      version: '0',
      id: event.id ?? randomUUID(),
      'detail-type': event['detail-type'] ?? '',
      source: event.source ?? '',
      account: event.account ?? this.#cloud.accountId,
      time: event.time ?? this.#time(this.#cloud.clock.now()),
      region: event.region ?? this.#cloud.region,
      resources: event.resources ?? [],
      detail: event.detail ?? {},
    });
  }

  #putEntry(entry: PutEventsEntry): PutEventsResult['Entries'][number] {
    const refusal = refuseEntry(entry);
    if (refusal) return refusal;
    const id = randomUUID();
    this.receive(entry.EventBusName ?? 'default', {
      id,
      'detail-type': entry.DetailType!,
      source: entry.Source!,
      time: this.#time(entry.Time === undefined ? this.#cloud.clock.now() : entry.Time * 1000),
      resources: entry.Resources ?? [],
      detail: JSON.parse(entry.Detail!) as unknown,
    });
    return { EventId: id };
  }

  #route(bus: string, event: EventEnvelope): void {
    const rules = this.#rulesByBus.get(bus);
    // AWS accepts an event for a missing bus and silently drops it.
    if (!rules) this.#cloud.log(`EventBridge: there is no event bus ${bus}; an event of ${event.source} is dropped`);
    for (const rule of rules ?? []) {
      if (!rule.matches(event)) continue;
      for (const target of rule.targets) void this.#cloud.clock.track(this.#deliver(rule, target, event));
    }
  }

  /** Invocations of targets beyond the quota are delayed. A disorderly cloud delays more, and invokes some twice. */
  async #deliver(rule: Rule, target: Target, event: EventEnvelope): Promise<void> {
    const { disorder } = this.#cloud;
    const late = disorder?.lateness() ?? 0;
    await Promise.all([
      this.#invoke(rule, target, event, late),
      disorder?.happens() && this.#invoke(rule, target, event, late + disorder.lateness()),
    ]);
  }

  async #invoke(rule: Rule, { arn, input, options }: Target, event: EventEnvelope, late: number): Promise<void> {
    const { clock, quotas } = this.#cloud;
    const wait = late + (quotas?.bucketOf('events:Invocation').reserve() ?? 0);
    try {
      const when = wait === 0 ? {} : { notBefore: clock.now() + wait };
      await this.#cloud.deliver(arn, input(event, clock.now()), { ...options, ...when });
    } catch (error) {
      this.#cloud.log(`EventBridge: rule ${rule.name} could not reach ${arn}: ${(error as Error).message}`);
    }
  }

  #createBus({ Name: name }: { Name?: string }, { logicalId }: ResourceContext): CreatedResource {
    if (!name) throw new Error(`${logicalId}: an event bus needs a Name`);
    this.#rulesByBus.set(name, []);
    return { ref: name, attributes: { Arn: this.#arn(`event-bus/${name}`), Name: name } };
  }

  #createRule(properties: RuleProperties, { logicalId }: ResourceContext): CreatedResource {
    const {
      Name: name = logicalId,
      EventBusName: bus = 'default',
      EventPattern: pattern,
      State: state = 'ENABLED',
    } = properties;
    if (properties.ScheduleExpression !== undefined) {
      throw new Error(`${logicalId}: schedules belong to EventBridge Scheduler: use AWS::Scheduler::Schedule`);
    }
    if (state !== 'ENABLED' && state !== 'DISABLED') throw new Error(`${logicalId}: unknown State ${state}`);
    const rules = this.#rulesByBus.get(busName(bus));
    if (!rules) throw new Error(`${logicalId}: there is no event bus ${bus}`);
    const arn = this.#arn(busName(bus) === 'default' ? `rule/${name}` : `rule/${busName(bus)}/${name}`);
    const rule = {
      name,
      matches: compilePattern(pattern),
      targets: (properties.Targets ?? []).map((target) => {
        if (target.RoleArn !== undefined) this.#cloud.iam?.expectTrust(target.RoleArn, PRINCIPAL);
        return compileTarget(target, { name, arn }, logicalId);
      }),
    };
    if (state === 'ENABLED') rules.push(rule);
    return { ref: busName(bus) === 'default' ? name : `${busName(bus)}|${name}`, attributes: { Arn: arn } };
  }

  #arn(resource: string): string {
    return `arn:aws:events:${this.#cloud.region}:${this.#cloud.accountId}:${resource}`;
  }

  #time(instant: number): string {
    return `${new Date(instant).toISOString().slice(0, 19)}Z`;
  }
}

function compileTarget(properties: TargetProperties, rule: { name: string; arn: string }, logicalId: string): Target {
  const { Arn: arn, DeadLetterConfig: deadLetters, RetryPolicy: retries, SqsParameters: sqs } = properties;
  const unknown = Object.keys(properties).filter((name) => !TARGET_PROPERTIES.includes(name));
  if (unknown.length > 0)
    throw new Error(`${logicalId}: the local cloud does not know ${unknown.join(', ')} of a target`);
  return {
    arn,
    input: compileTargetInput(properties, rule),
    options: {
      // A queue or function permits the rule by its own policy, a state machine or bus by a role
      // (https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-resource-based.html).
      as:
        properties.RoleArn === undefined
          ? { service: PRINCIPAL, sourceArn: rule.arn }
          : { roleArn: properties.RoleArn, session: rule.name },
      maximumRetryAttempts: retries?.MaximumRetryAttempts ?? DEFAULT_RETRIES,
      ...(deadLetters && { deadLetterQueueArn: deadLetters.Arn }),
      ...(sqs?.MessageGroupId !== undefined && { messageGroupId: sqs.MessageGroupId }),
    },
  };
}

function refuseEntry(entry: PutEventsEntry): { ErrorCode: string; ErrorMessage: string } | undefined {
  const missing = (['Source', 'DetailType', 'Detail'] as const).find((name) => !entry[name]);
  if (missing) {
    return {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`,
    };
  }
  if (entry.Source!.startsWith('aws.')) {
    return { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: 'Not authorized for the source.' };
  }
  return isJsonObject(entry.Detail!)
    ? undefined
    : { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** As EventBridge counts: 14 bytes for a Time, and the UTF-8 length of the other members. */
function entrySize({
  Time: time,
  Source: source = '',
  DetailType: type = '',
  Detail: detail = '',
  Resources: resources = [],
}: PutEventsEntry): number {
  return [source, type, detail, ...resources].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    time === undefined ? 0 : 14,
  );
}

function busName(nameOrArn: string): string {
  return nameOrArn.replace(/^arn:.*:event-bus\//, '');
}
