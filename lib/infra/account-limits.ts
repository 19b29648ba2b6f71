import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './alarms.ts';

/** Percentage of a quota at which there is still time to ask for a higher one. */
const NEARLY = 80;
const fiveMinutes = { period: Duration.minutes(5), statistic: 'Maximum' };

/** Alarms on what the account as a whole may use, before AWS refuses more. */
export function watchAccountLimits(alarms: Alarms): void {
  alarms.raise('ConcurrencyNearlyUsed', {
    urgency: 'page',
    metric: new MathExpression({
      label: 'Concurrent executions of Lambda, percent of the quota',
      // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch-Quotas-Visualize-Alarms.html
      expression: '100 * used / SERVICE_QUOTA(used)',
      usingMetrics: {
        used: new Metric({
          namespace: 'AWS/Usage',
          metricName: 'ResourceCount',
          dimensionsMap: { Type: 'Resource', Resource: 'ConcurrentExecutions', Service: 'Lambda', Class: 'None' },
          ...fiveMinutes,
        }),
      },
      period: Duration.minutes(5),
    }),
    threshold: NEARLY,
    periods: 2,
    impact:
      "Four fifths of the account's concurrent executions of Lambda are used: above the quota, requests get 503. Ask for a higher quota, or lower the concurrency settings of the workers.",
  });
  // https://docs.aws.amazon.com/step-functions/latest/dg/procedure-cw-metrics.html
  const executions = (metricName: string) => new Metric({ namespace: 'AWS/States', metricName, ...fiveMinutes });
  alarms.raise('OpenExecutionsNearlyUsed', {
    urgency: 'ticket',
    metric: new MathExpression({
      label: 'Open executions of Step Functions, percent of the quota',
      expression: '100 * open / limit',
      usingMetrics: { open: executions('OpenExecutionCount'), limit: executions('OpenExecutionLimit') },
      period: Duration.minutes(5),
    }),
    threshold: NEARLY,
    impact:
      'Four fifths of the open executions that the account may have are used: above the quota, letters are accepted and wait without an execution. Ask Service Quotas for more open executions.',
  });
}

/**
 * SES reviews accounts from these rates on, and then pauses their sending
 * (https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-cloudwatch-alarm.html).
 */
const reviewed = { BounceRate: 0.05, ComplaintRate: 0.001 };

/** Alarms on the reputation of the account as a sender of mail. */
export function watchReputation(alarms: Alarms): void {
  for (const [rate, threshold] of Object.entries(reviewed))
    alarms.raise(`Mail${rate}`, {
      urgency: 'ticket',
      metric: new Metric({
        namespace: 'AWS/SES',
        metricName: `Reputation.${rate}`,
        statistic: 'Average',
        period: Duration.hours(1),
      }),
      threshold,
      impact:
        'So many mails come back or are reported as spam that SES may pause all mail of the account: invitations, warnings and codes of the sign-in. Find the addresses in the suppression list of SES, and who invited them in the activity of the account.',
    });
}
