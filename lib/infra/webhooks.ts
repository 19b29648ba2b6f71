import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Lane } from '../core/domain/delivery-settings.ts';
import { eventSubjects } from '../core/domain/events.ts';
import type { Events } from './events.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import { removalOf } from './removal.ts';
import { functionSettings } from './settings.ts';
import type { WritePurpose } from './table-writes.ts';
import { WebhookNetwork } from './webhook-network.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * EventBridge delivers 1,100 events a second, two targets each: 550 events, in batches of ten that take 0.2 s, need 11.
 */
const FAN_OUTS_AT_ONCE = 15;

/** Events to customers: fan-out to their endpoints, two delivery lanes, and the sweep that finds lost deliveries. */
export class Webhooks extends Construct {
  /** Encrypts the endpoints' signing secrets, and those of API keys in answers. */
  readonly secrets: Key;
  readonly lanes: Readonly<Record<Lane, WorkQueue>>;
  /** Fixed source addresses; none by default. */
  readonly addresses: readonly string[];
  /** The network that has these addresses. */
  readonly network: WebhookNetwork | undefined;

  constructor(scope: Construct, id: string, { platform, events }: { platform: Platform; events: Events }) {
    super(scope, id);
    const { alarms, settings } = platform;
    this.secrets = new Key(this, 'Secrets', {
      description: `Malote ${settings.stage}: signing secrets of webhook endpoints`,
      enableKeyRotation: true,
      removalPolicy: removalOf(settings),
    });

    if (settings.fixedWebhookAddresses > 0) this.network = new WebhookNetwork(this, 'Network', settings);
    this.addresses = this.network?.addresses ?? [];

    const lane = (name: string) =>
      new WorkQueue(this, name, {
        platform,
        consumerTimeout: functionSettings('deliver-webhooks', 'worker').timeout,
        impact:
          'Deliveries could not even be tried, by a fault of ours. None is lost: the sweep queues them again. Find the cause in the log of deliver-webhooks.',
      });
    const lanes = { fast: lane('FastLane'), slow: lane('SlowLane') };
    this.lanes = lanes;
    const worker = (name: string, ...writes: WritePurpose[]) =>
      new ServiceFunction(platform.workers, { name, kind: 'worker', platform })
        .bindTable('deliveries', ...writes)
        .bindDeliveryQueues(this);

    // Receivers that hang have their own lane, so that they do not use up the other receivers' invocations.
    const deliver = worker('deliver-webhooks', 'endpointRuns', 'waitingDeliveries', 'targetHosts').bindWebhookSecrets(
      this.secrets,
      'open',
    );
    deliver.bindNetwork(this.network);
    lanes.fast.feeds(deliver, { maxConcurrency: settings.fastDeliveryConcurrency });
    lanes.slow.feeds(deliver, { maxConcurrency: settings.slowDeliveryConcurrency });

    const toFanOut = new WorkQueue(this, 'FanOut', {
      platform,
      consumerTimeout: functionSettings('fan-out-webhooks', 'worker').timeout,
      impact:
        'Events did not reach their webhook endpoints in five tries. The sweep of the outbox relays them again, within an hour of the cause being gone. Find it in the log of fan-out-webhooks; a redrive is faster.',
    }).feeds(worker('fan-out-webhooks', 'fannedOutEvents'), { maxConcurrency: FAN_OUTS_AT_ONCE });
    events.route('AllEvents', toFanOut, eventSubjects);

    const sweep = worker('sweep-deliveries', 'resumedEndpoints');
    new Recurring(this, 'DeliverySweep', {
      platform,
      target: sweep,
      schedule: 'rate(1 minute)',
      impact:
        'The sweep of due deliveries fails: webhook attempts more than 15 minutes apart are late. Look at the errors of sweep-deliveries.',
    });
    alarms.raise('OldestDueDelivery', {
      urgency: 'page',
      metric: sweep.metricFromLog('LatestDeliveryMilliseconds', 'latest_by_ms'),
      threshold: 300_000,
      periods: 3,
      alwaysPublished: true,
      impact:
        'Webhook deliveries are late by five minutes and more. Look at sweep-deliveries, at the two lanes and at the concurrency of deliver-webhooks.',
    });
  }
}
