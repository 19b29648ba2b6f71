import { Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Alarms, BurnWindow } from './alarms.ts';

/** An objective over 30 days: its error budget, and how to measure a window of time. */
export interface Objective {
  name: string;
  /** Percentage allowed to fail. */
  budget: number;
  /** Percentage that failed in a window; 0 when there was too little traffic to judge. */
  bad: (window: Duration) => IMetric;
}

/**
 * Burn rates of the 30-day budget that raise an alarm: 2 % of it in an hour pages, 10 % in a day opens a ticket. The
 * short window ends the alarm soon after recovery (https://sre.google/workbook/alerting-on-slos/, table 5-8).
 */
const burns: Record<'Fast' | 'Slow', BurnWindow> = {
  Fast: { rate: 14.4, long: Duration.hours(1), short: Duration.minutes(5), urgency: 'page' },
  Slow: { rate: 3, long: Duration.days(1), short: Duration.hours(2), urgency: 'ticket' },
};

/** A few bad requests in a quiet hour must not raise the alarm. */
const FEWEST_BAD = 3;
const MINIMUM_TRAFFIC = 20;

/** The objectives of docs/operating.md, and the burn-rate alarms on their budgets. */
export class Objectives extends Construct {
  readonly all: readonly Objective[];

  constructor(
    scope: Construct,
    id: string,
    { alarms, api, relay }: { alarms: Alarms; api: RestApi; relay: IFunction },
  ) {
    super(scope, id);
    const creates = (statistic: string, period: Duration) =>
      api.metricLatency({
        statistic,
        period,
        dimensionsMap: {
          ApiName: api.restApiName,
          Stage: api.deploymentStage.stageName,
          Method: 'POST',
          Resource: '/letters',
        },
      });
    this.all = [
      {
        name: 'Availability',
        budget: 0.1,
        bad: (period) =>
          judged('Requests answered with 5xx, percent', period, {
            of: api.metricCount({ period, statistic: 'Sum' }),
            bad: api.metricServerError({ period, statistic: 'Sum' }),
          }),
      },
      {
        name: 'LetterCreates',
        budget: 1,
        bad: (period) => slower('Letters whose creation took longer than 2 s, percent', period, creates, 2_000),
      },
      {
        name: 'EventRelay',
        budget: 0.1,
        bad: (period) =>
          slower(
            'Runs of the relay over events older than 10 s, percent',
            period,
            (statistic) => relay.metric('IteratorAge', { statistic, period }),
            10_000,
          ),
      },
    ];
    for (const { name, budget, bad } of this.all) {
      for (const [pace, burn] of Object.entries(burns))
        alarms.raiseBurn(`${name}Burns${pace}`, { ...burn, budget, bad, impact: impacts[name]! });
    }
  }
}

const impacts: Record<string, string> = {
  Availability:
    'Requests of customers fail with 5xx so often that the objective of the month is at risk. They retry with the same Idempotency-Key, so nothing is made or charged twice. Look at the log of the function with the most errors.',
  LetterCreates:
    'Creating letters takes longer than two seconds so often that the objective of the month is at risk. Look at the duration of letters-create, at throttled writes, and at the servers that documents come from.',
  EventRelay:
    'Events reach the bus later than ten seconds so often that the objective of the month is at risk: webhooks are late. Look at the errors of relay-events and at the throttling of the bus.',
};

function judged(label: string, period: Duration, { of, bad }: { of: IMetric; bad: IMetric }): MathExpression {
  return new MathExpression({
    label,
    expression: `IF(bad >= ${FEWEST_BAD}, 100 * bad / of, 0)`,
    usingMetrics: { of, bad },
    period,
  });
}

/**
 * `PR(x:)` is the percentage of values from x on
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Statistics-definitions.html).
 */
function slower(
  label: string,
  period: Duration,
  metric: (statistic: string, period: Duration) => Metric,
  milliseconds: number,
): MathExpression {
  return new MathExpression({
    label,
    expression: `IF(of >= ${MINIMUM_TRAFFIC}, slow, 0)`,
    usingMetrics: { of: metric('SampleCount', period), slow: metric(`PR(${milliseconds}:)`, period) },
    period,
  });
}
