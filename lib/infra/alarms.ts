import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
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

export interface AlarmSpecification {
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

/** Every alarm of the service, and the one topic that hears them. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly #stage: string;

  constructor(scope: Construct, id: string, { stage, alarmEmail }: Settings) {
    super(scope, id);
    this.#stage = stage;
    this.topic = new Topic(this, 'Topic', { displayName: `Malote ${stage}: alarms`, enforceSSL: true });
    // A policy of its own takes the place of the one that lets CloudWatch in.
    this.topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmEmail) this.topic.addSubscription(new EmailSubscription(alarmEmail));
  }

  raise(id: string, { metric, threshold, periods = 1, impact, alwaysPublished = false }: AlarmSpecification): void {
    const action = new SnsAction(this.topic);
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: alwaysPublished ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
      alarmDescription: `[${this.#stage}] ${impact}`,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
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
