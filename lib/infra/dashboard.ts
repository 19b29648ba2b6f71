import { Aws, Duration } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Lifecycle } from './lifecycle.ts';
import type { Objective } from './objectives.ts';
import type { Platform } from './platform.ts';

export interface OverviewProps {
  platform: Platform;
  api: RestApi;
  lifecycle: Lifecycle;
  objectives: readonly Objective[];
}

/** A CloudWatch dashboard that shows whether the service meets its objectives now, and where to look if not. */
export class Overview extends Construct {
  constructor(scope: Construct, id: string, { platform, api, lifecycle, objectives }: OverviewProps) {
    super(scope, id);
    const { alarms, storage, settings } = platform;
    const period = Duration.minutes(5);
    const sum = { statistic: 'Sum', period };
    const machines = { letters: lifecycle.letters, verifications: lifecycle.verifications };
    new Dashboard(this, 'Dashboard', {
      // The name is of the account, not of a region.
      dashboardName: `Malote-${settings.stage}-${Aws.REGION}`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', width: 24, height: 5, alarms: [...alarms.all] })],
        objectives.map(({ name, budget, bad }) =>
          graph(`${name}: ${budget} % may be bad`, [bad(Duration.hours(1))], budget),
        ),
        [
          graph('Requests', [api.metricCount(sum), api.metricClientError(sum), api.metricServerError(sum)]),
          graph(
            'Latency',
            ['p50', 'p99'].map((statistic) => api.metricLatency({ statistic, period })),
          ),
          graph(
            'Executions begun and ended early',
            Object.values(machines).flatMap((machine) => [machine.metricStarted(sum), machine.metricFailed(sum)]),
          ),
        ],
        [
          graph(
            'Work that waits: oldest message',
            lifecycle.queues.map((queue) =>
              queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period }),
            ),
          ),
          graph('Table: write units', [storage.table.metricConsumedWriteCapacityUnits(sum)]),
          graph(
            'Table: refused',
            ['ReadThrottleEvents', 'WriteThrottleEvents'].map((name) => storage.table.metric(name, sum)),
          ),
        ],
      ],
    });
  }
}

function graph(title: string, left: IMetric[], limit?: number): IWidget {
  return new GraphWidget({
    title,
    left,
    width: 8,
    leftYAxis: { min: 0 },
    ...(limit !== undefined && { leftAnnotations: [{ value: limit, label: 'budget' }] }),
  });
}
