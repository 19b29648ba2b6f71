import { gzipSync } from 'node:zlib';
import type { AwsRequest, AwsResponse, AwsService, Cloud, CreatedResource, ResourceType } from '../service.ts';
import { AwsError } from '../service.ts';
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

interface LogEvent {
  id: string;
  timestamp: number;
  message: string;
}

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/logs/cloudwatch_limits_cwl.html: "Subscription filters: 2 per log group" */
const MOST_OF_A_GROUP = 2;

/**
 * CloudWatch Logs hands lines over in batches within seconds; here lines of so many milliseconds of real time come together.
 */
const GATHERED_MS = 10;

/**
 * Log lines as far as somebody subscribes to them: each line of a function that matches a subscription filter goes to its
 * destination, gzipped, as https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/SubscriptionFilters.html says. No line is kept.
 */
export class LogsService implements AwsService {
  readonly name = 'logs';
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::Logs::SubscriptionFilter': {
      honours: ['LogGroupName', 'FilterPattern', 'DestinationArn'],
      ignores: { FilterName: 'text for people' },
      create: (properties: SubscriptionProperties, { logicalId }) => this.#subscribe(properties, logicalId),
    },
  };
  readonly #cloud: Pick<Cloud, 'clock' | 'region' | 'accountId' | 'deliver' | 'log'>;
  readonly #subscriptions = new Map<string, Subscription[]>();
  readonly #gathered = new Map<Subscription, LogEvent[]>();
  #handingOver: { timer: NodeJS.Timeout; end: () => void } | undefined;
  #lines = 0;
  #stopped = false;

  constructor(cloud: Pick<Cloud, 'clock' | 'region' | 'accountId' | 'deliver' | 'log'>) {
    this.#cloud = cloud;
  }

  /** Takes a line that a function has written. */
  take(group: string, message: string): void {
    for (const subscription of this.#subscriptions.get(group) ?? []) {
      if (!subscription.matches(message)) continue;
      const id = String((this.#lines += 1)).padStart(56, '0');
      const event = { id, timestamp: this.#cloud.clock.now(), message };
      const gathered = this.#gathered.get(subscription);
      if (gathered) gathered.push(event);
      else this.#gathered.set(subscription, [event]);
      this.#handOverSoon();
    }
  }

  handle({ operation }: AwsRequest): Promise<AwsResponse> {
    const message = `The local cloud knows no operation of CloudWatch Logs, so not ${operation}`;
    return Promise.reject(new AwsError('UnknownOperationException', message));
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#handingOver?.timer);
    this.#handingOver?.end();
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

  /** Counts as work in flight, so that whoever waits for the cloud to be idle sees what the lines have done. */
  #handOverSoon(): void {
    if (this.#handingOver || this.#stopped) return;
    const end = this.#cloud.clock.begin();
    const timer = setTimeout(() => {
      this.#handingOver = undefined;
      const batches = [...this.#gathered];
      this.#gathered.clear();
      void Promise.all(batches.map((batch) => this.#handOver(...batch))).finally(end);
    }, GATHERED_MS);
    this.#handingOver = { timer, end };
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
      // As AWS does with what a destination refuses for good.
      this.#cloud.log(
        `${destination}: ${logEvents.length} log lines were not handed over: ${(error as Error).message}`,
      );
    }
  }
}
