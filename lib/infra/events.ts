import { Duration } from 'aws-cdk-lib';
import { EventBus, Match, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { KIND } from '../adapters/data/table/schema.ts';
import { EVENT_SOURCE, type EventSubject, type InternalEventSubject } from '../core/domain/events.ts';
import { serviceMetric } from './alarms.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import { deadLetterQueue, type WorkQueue } from './work-queue.ts';

/** The outbox in the table, its relay, and the bus. */
export class Events extends Construct {
  readonly bus: EventBus;
  readonly relay: ServiceFunction;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', {
      description: `Malote ${platform.settings.stage}: status changes, ids only`,
    });
    this.relay = new ServiceFunction(this, { name: 'relay-events', kind: 'worker', platform })
      .bindTable('relayedEvents', 'abandonedCharges')
      .bindBus(this.bus);
    this.#relayStream(this.relay, platform);

    new Recurring(this, 'OutboxSweep', {
      platform,
      target: this.relay,
      schedule: 'rate(1 minute)',
      impact:
        'The sweep for events that were not relayed, and for pending charges of killed calls, fails. Nothing is late yet unless the stream is failing too: look at the errors of relay-events.',
    });
    platform.alarms.raise('OldestUnrelayedEvent', {
      urgency: 'page',
      metric: serviceMetric('OldestUnrelayedEventSeconds', { service: 'relay-events' }),
      threshold: 300,
      periods: 3,
      alwaysPublished: true,
      impact:
        'Events are stored but not sent out: webhooks are late and letters do not move on. Look at relay-events and at the throttling of the bus; the sweep catches up by itself once they work.',
    });
  }

  /**
   * Puts events about some kinds of objects into a queue. Events that cannot be delivered become dead letters of the queue.
   * @param scope in the stack of the queue, because each refers to the other
   */
  route(
    id: string,
    target: WorkQueue,
    kinds: readonly (EventSubject | InternalEventSubject)[],
    scope: Construct = this,
  ): void {
    new Rule(scope, id, {
      eventBus: this.bus,
      eventPattern: {
        source: [EVENT_SOURCE],
        detailType: Match.anyOf(...kinds.map((kind) => Match.prefix(`${kind}.`))),
      },
      targets: [new SqsQueue(target.queue, { deadLetterQueue: target.deadLetters })],
    });
  }

  /**
   * Without limits a record that always fails would block its shard for a day; here the sweep takes over after the sixth
   * failure.
   */
  #relayStream(relay: ServiceFunction, platform: Platform): void {
    const { table, tableStreamArn } = platform.storage;
    const failures = deadLetterQueue(this, 'UnrelayedRecords', {
      platform,
      impact:
        'Records of the table could not be relayed in six attempts. Their events go out with the outbox sweep, a minute or more late. Find the cause in the log of relay-events.',
    });
    const mapping = new EventSourceMapping(this, 'Stream', {
      target: relay.live,
      eventSourceArn: tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      bisectBatchOnError: true,
      retryAttempts: 5,
      maxRecordAge: Duration.hours(1),
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(failures),
      filters: [newEvents, newWork],
    });
    relay.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [tableStreamArn],
      }),
    );
    relay.addToRolePolicy(
      new PolicyStatement({ actions: ['dynamodb:ListStreams'], resources: [`${table.tableArn}/stream/*`] }),
    );
    // Lambda rejects an event source mapping whose role cannot read the stream yet.
    mapping.node.addDependency(relay.role!);
  }
}

/** The filter leaves out removals by time-to-live and changes of other items, which would invoke the relay for nothing. */
const newEvents = FilterCriteria.filter({
  eventName: ['INSERT'],
  dynamodb: { NewImage: { [KIND]: { S: ['event'] } } },
}) as Record<string, unknown>;

const workSubjects = ['mail_merge', 'erasure'] as const satisfies InternalEventSubject[];
const prefixOf = (subject: InternalEventSubject) => ({ prefix: `${subject}.` });

/** Outbox marks without an event; a person is waiting for this work. */
const newWork = FilterCriteria.filter({
  eventName: ['INSERT'],
  dynamodb: { NewImage: { [KIND]: { S: ['outbox_mark'] }, type: { S: workSubjects.map(prefixOf) } } },
}) as Record<string, unknown>;
