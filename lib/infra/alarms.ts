import { Duration, Stack } from 'aws-cdk-lib';
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
import type { Settings } from './settings.ts';

/** Who is to look: somebody now, at any hour, or somebody on the next working day. */
export type Urgency = 'page' | 'ticket';

export interface AlarmSpecification {
  urgency: Urgency;
  metric: IMetric;
  /** Raised when the metric is at or above it. */
  threshold: number;
  /** Periods of the metric in a row, 1 unless given. */
  periods?: number;
  /** What it means for a customer and what to do; it is the text of the alarm. */
  impact: string;
  /** True for a figure that is published every minute: no figure is then a fault itself, the publisher has stopped. */
  alwaysPublished?: boolean;
}

/** A pace at which a budget burns, by a long window that weighs and a short one that is quick. */
export interface BurnWindow {
  /** Times the pace at which the budget lasts just its 30 days. */
  rate: number;
  long: Duration;
  short: Duration;
  urgency: Urgency;
}

export interface BurnSpecification extends BurnWindow {
  /** Percent that may be bad. */
  budget: number;
  bad: (window: Duration) => IMetric;
  impact: string;
}

/** Every alarm of the service, and the two topics that hear them. */
export class Alarms extends Construct {
  readonly topics: Record<Urgency, Topic>;
  readonly #stage: string;
  readonly #all: AlarmBase[] = [];

  constructor(scope: Construct, id: string, { stage, alarmEmail, ticketEmail }: Settings) {
    super(scope, id);
    this.#stage = stage;
    this.topics = {
      page: this.#createTopic('Pages', `Malote ${stage}: look now`, alarmEmail),
      ticket: this.#createTopic('Tickets', `Malote ${stage}: look on the next working day`, ticketEmail || alarmEmail),
    };
  }

  /** Every alarm that reaches someone. */
  get all(): readonly AlarmBase[] {
    return this.#all;
  }

  raise(id: string, { urgency, impact, ...watched }: AlarmSpecification): void {
    this.#tell(this.#watch(id, { ...watched, impact }), urgency);
  }

  /** Raises an alarm while a budget burns too fast in both windows. */
  raiseBurn(id: string, { rate, long, short, urgency, budget, bad, impact }: BurnSpecification): void {
    const [longWindow, shortWindow] = [long, short].map((window) => {
      const pace = `${rate} times too fast in ${window.toHumanString()}`;
      const watched = { metric: bad(window), threshold: rate * budget, impact: `${impact} The budget burns ${pace}.` };
      return AlarmRule.fromAlarm(this.#watch(`${id}${window.toSeconds()}s`, watched), AlarmState.ALARM);
    });
    const alarm = new CompositeAlarm(this, id, {
      alarmRule: AlarmRule.allOf(longWindow!, shortWindow!),
      alarmDescription: `[${this.#stage}] ${impact}`,
    });
    this.#tell(alarm, urgency);
  }

  #createTopic(id: string, displayName: string, email: string): Topic {
    const topic = new Topic(this, id, { displayName, enforceSSL: true });
    // A policy of its own takes the place of the one that lets CloudWatch in.
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
    return new Alarm(this, id, {
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

/** Namespace of the figures that the service publishes itself. */
export const METRICS_NAMESPACE = 'Malote';

/** A figure of the service; the highest value of a minute counts unless `options` say otherwise. */
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
