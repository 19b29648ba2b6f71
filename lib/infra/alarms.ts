import { Duration, NestedStack, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  Metric,
  type MetricProps,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from './settings-schema.ts';

/** How soon someone must look: now, at any hour (`page`), or on the next working day (`ticket`). */
export type Urgency = 'page' | 'ticket';

export interface AlarmSpecification {
  urgency: Urgency;
  metric: IMetric;
  /** The alarm is raised when the metric reaches it. */
  threshold: number;
  /** Consecutive periods above the threshold. Default: 1. */
  periods?: number;
  /** Text of the alarm: what it means for customers and what to do. */
  impact: string;
  /**
   * True for a metric that is published every minute: missing data then raises the alarm, because the publisher has stopped.
   */
  alwaysPublished?: boolean;
}

/** A burn rate of an error budget, measured over a long window; the short window ends the alarm soon after recovery. */
export interface BurnWindow {
  /** Multiple of the rate at which the budget lasts exactly 30 days. */
  rate: number;
  long: Duration;
  short: Duration;
  urgency: Urgency;
}

export interface BurnSpecification extends BurnWindow {
  /** Percentage allowed to fail. */
  budget: number;
  bad: (window: Duration) => IMetric;
  impact: string;
}

/**
 * All alarms of the service, in a stack of their own, because a stack holds 500 resources, and the two topics that receive
 * them. The topics stay in the outer stack: a new one would ask its subscribers again.
 */
export class Alarms extends Construct {
  readonly topics: Record<Urgency, Topic>;
  readonly #stage: string;
  readonly #raised: NestedStack;
  readonly #all: AlarmBase[] = [];

  constructor(scope: Construct, id: string, { stage, alarmEmail, ticketEmail }: Settings) {
    super(scope, id);
    this.#stage = stage;
    this.#raised = new NestedStack(this, 'Raised', { description: `Malote ${stage}: the alarms` });
    this.topics = {
      page: this.#createTopic('Pages', `Malote ${stage}: look now`, alarmEmail),
      ticket: this.#createTopic('Tickets', `Malote ${stage}: look on the next working day`, ticketEmail || alarmEmail),
    };
  }

  /** All alarms that notify someone. */
  get all(): readonly AlarmBase[] {
    return this.#all;
  }

  raise(id: string, { urgency, impact, ...watched }: AlarmSpecification): void {
    this.#tell(this.#watch(id, { ...watched, impact }), urgency);
  }

  /** Raises an alarm while the burn rate is too high in both windows. */
  raiseBurn(id: string, { rate, long, short, urgency, budget, bad, impact }: BurnSpecification): void {
    const [longWindow, shortWindow] = [long, short].map((window) => {
      const pace = `${rate} times too fast in ${window.toHumanString()}`;
      const watched = { metric: bad(window), threshold: rate * budget, impact: `${impact} The budget burns ${pace}.` };
      return AlarmRule.fromAlarm(this.#watch(`${id}${window.toSeconds()}s`, watched), AlarmState.ALARM);
    });
    const alarm = new CompositeAlarm(this.#raised, id, {
      alarmRule: AlarmRule.allOf(longWindow!, shortWindow!),
      alarmDescription: `[${this.#stage}] ${impact}`,
    });
    this.#tell(alarm, urgency);
  }

  #createTopic(id: string, displayName: string, email: string): Topic {
    const topic = new Topic(this, id, { displayName, enforceSSL: true });
    // A topic policy of our own replaces the default one, which lets CloudWatch publish.
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  #watch(id: string, watched: Omit<AlarmSpecification, 'urgency'>): Alarm {
    const { metric, threshold, periods = 1, impact, alwaysPublished = false } = watched;
    return new Alarm(this.#raised, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: alwaysPublished ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `[${this.#stage}] ${impact}`,
    });
  }

  #tell(alarm: AlarmBase, urgency: Urgency): void {
    const action = new SnsAction(this.topics[urgency]);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    this.#all.push(alarm);
  }
}

/** Namespace of the metrics that the service publishes itself. */
export const METRICS_NAMESPACE = 'Malote';

/** A metric that the service publishes. Statistic: the maximum of each minute, unless `options` give another. */
export function serviceMetric(
  metricName: string,
  dimensionsMap: Record<string, string>,
  options: Partial<MetricProps> = {},
): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap,
    statistic: 'Maximum',
    period: Duration.minutes(1),
    ...options,
  });
}
