import { gzipSync } from 'node:zlib';
import { AwsError } from '../aws-error.ts';
import type { Timer } from '../clock.ts';
import { type JsonOperations, respondInJson } from '../json-protocol.ts';
import type { AwsRequest, AwsResponse, AwsService, Cloud, CreatedResource, ResourceType } from '../service.ts';
import { type LinePattern, linePattern } from './line-pattern.ts';

interface SubscriptionProperties {
  LogGroupName: string;
  FilterPattern: string;
  DestinationArn: string;
}

interface Subscription {
  name: string;
  group: string;
  matches: LinePattern;
  destination: string;
}

interface StreamInput {
  logGroupName: string;
  logStreamName: string;
}

interface Written {
  timestamp: number;
  message: string;
}

interface Group {
  streams: Set<string>;
  events: (Written & { logStreamName: string })[];
}

interface LogEvent {
  id: string;
  timestamp: number;
  message: string;
}

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/logs/cloudwatch_limits_cwl.html: "Subscription filters: 2 per log group" */
const MOST_OF_A_GROUP = 2;

/** CloudWatch Logs delivers lines in batches within seconds; here, a batch has the lines of this many milliseconds. */
const GATHERED_MS = 1_000;

/**
 * Log subscriptions: each line of a function that matches a subscription filter goes to its destination, gzipped
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html). Lines of functions are
 * not kept.
 */
export class LogsService implements AwsService {
  readonly name = 'logs';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::Logs::LogGroup': {
      honors: ['LogGroupName'],
      ignores: { RetentionInDays: 'lines are kept in memory', Tags: 'text for people' },
      create: ({ LogGroupName }: { LogGroupName?: string }, { logicalId }) => {
        const name = LogGroupName ?? logicalId;
        this.#groups.set(name, { streams: new Set(), events: [] });
        return { ref: name, attributes: { Arn: `${this.#arnOf(name)}:*` } };
      },
    },
    'AWS::Logs::SubscriptionFilter': {
      honors: ['LogGroupName', 'FilterPattern', 'DestinationArn'],
      ignores: { FilterName: 'text for people' },
      create: (properties: SubscriptionProperties, { logicalId }) => this.#subscribe(properties, logicalId),
    },
  };
  readonly #cloud: Pick<Cloud, 'clock' | 'region' | 'accountId' | 'deliver' | 'log'>;
  readonly #subscriptions = new Map<string, Subscription[]>();
  readonly #gathered = new Map<Subscription, { events: LogEvent[]; timer: Timer }>();
  /** What clients have written; lines of functions are not kept. */
  readonly #groups = new Map<string, Group>();
  /** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_Operations.html */
  readonly #operations: JsonOperations = {
    CreateLogStream: ({ logGroupName, logStreamName }: StreamInput) => {
      const { streams } = this.#group(logGroupName);
      if (streams.has(logStreamName))
        throw new AwsError('ResourceAlreadyExistsException', 'The specified log stream already exists');
      streams.add(logStreamName);
    },
    PutLogEvents: ({ logGroupName, logStreamName, logEvents }: StreamInput & { logEvents: Written[] }) => {
      const { streams, events } = this.#group(logGroupName);
      if (!streams.has(logStreamName))
        throw new AwsError('ResourceNotFoundException', 'The specified log stream does not exist.');
      events.push(...logEvents.map(({ timestamp, message }) => ({ logStreamName, timestamp, message })));
    },
    // Without filters, all at once.
    FilterLogEvents: ({ logGroupName }: Pick<StreamInput, 'logGroupName'>) => ({
      events: this.#group(logGroupName).events,
    }),
  };
  #lines = 0;
  #stopped = false;

  constructor(cloud: Pick<Cloud, 'clock' | 'region' | 'accountId' | 'deliver' | 'log'>) {
    this.#cloud = cloud;
  }

  /** Receives a line that a function has written. */
  take(group: string, message: string): void {
    if (this.#stopped) return;
    for (const subscription of this.#subscriptions.get(group) ?? []) {
      if (!subscription.matches(message)) continue;
      const id = String((this.#lines += 1)).padStart(56, '0');
      const event = { id, timestamp: this.#cloud.clock.now(), message };
      const gathered = this.#gathered.get(subscription);
      if (gathered) gathered.events.push(event);
      else this.#gather(subscription, event);
    }
  }

  handle(request: AwsRequest): Promise<AwsResponse> {
    return respondInJson(request, {
      version: '1.1',
      operations: this.#operations,
      needs: (operation, { logGroupName, logStreamName }: StreamInput) => [
        {
          action: `logs:${operation}`,
          resource: `${this.#arnOf(logGroupName)}:${operation === 'PutLogEvents' ? `log-stream:${logStreamName}` : '*'}`,
        },
      ],
    });
  }

  #arnOf(group: string): string {
    return `arn:aws:logs:${this.#cloud.region}:${this.#cloud.accountId}:log-group:${group}`;
  }

  #group(name: string): Group {
    const group = this.#groups.get(name);
    if (!group) throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
    return group;
  }

  stop(): void {
    this.#stopped = true;
    for (const { timer } of this.#gathered.values()) timer.cancel();
  }

  #subscribe(
    { LogGroupName: group, FilterPattern, DestinationArn: destination }: SubscriptionProperties,
    name: string,
  ): CreatedResource {
    const others = this.#subscriptions.get(group) ?? [];
    if (others.length === MOST_OF_A_GROUP) throw new Error(`the log group ${group} has ${MOST_OF_A_GROUP} already`);
    this.#subscriptions.set(group, [...others, { name, group, matches: linePattern(FilterPattern), destination }]);
    return { ref: name };
  }

  #gather(subscription: Subscription, first: LogEvent): void {
    const events = [first];
    const timer = this.#cloud.clock.schedule(first.timestamp + GATHERED_MS, () => {
      this.#gathered.delete(subscription);
      return this.#handOver(subscription, events);
    });
    this.#gathered.set(subscription, { events, timer });
  }

  async #handOver({ name, group, destination }: Subscription, logEvents: LogEvent[]): Promise<void> {
    const { region, accountId } = this.#cloud;
    const content = {
      messageType: 'DATA_MESSAGE',
      owner: accountId,
      logGroup: group,
      logStream: 'local',
      subscriptionFilters: [name],
      logEvents,
    };
    const data = gzipSync(JSON.stringify(content)).toString('base64');
    const as = { service: 'logs.amazonaws.com', sourceArn: `arn:aws:logs:${region}:${accountId}:log-group:${group}:*` };
    try {
      await this.#cloud.deliver(destination, { awslogs: { data } }, { as });
    } catch (error) {
      // Like AWS, drops lines that the destination rejects permanently.
      this.#cloud.log(
        `${destination}: ${logEvents.length} log lines were not handed over: ${(error as Error).message}`,
      );
    }
  }
}
