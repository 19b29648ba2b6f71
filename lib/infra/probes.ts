import { Construct } from 'constructs';
import type { ProbedHost, ProbedHosts } from '../core/domain/probes.ts';
import { serviceMetric, type Urgency } from './alarms.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';

/** What it means that a host does not answer. */
const unwell: Record<ProbedHost, { urgency: Urgency; means: string }> = {
  api: { urgency: 'page', means: 'customers cannot reach the API' },
  confirmation_page: { urgency: 'page', means: 'people who hold a letter cannot open the confirmation page' },
  dashboard: { urgency: 'page', means: 'customers cannot open the dashboard' },
  documentation: { urgency: 'ticket', means: 'nobody can read the documentation, to which errors of the API link' },
};

/**
 * Opens each host of the stage every minute, as a customer does: an alarm on a gateway or a function sees no wrong DNS, no
 * certificate that ended, no empty bucket and no error of CloudFront, whose own metrics are only in us-east-1
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/monitoring-using-cloudwatch.html).
 */
export class Probes extends Construct {
  constructor(scope: Construct, id: string, { platform, hosts }: { platform: Platform; hosts: ProbedHosts }) {
    super(scope, id);
    const { alarms, workers } = platform;
    const probe = new ServiceFunction(workers, { name: 'probe-hosts', kind: 'worker', platform });
    probe.bindValue('PROBED_HOSTS', JSON.stringify(hosts));
    new Recurring(this, 'EachMinute', {
      platform,
      target: probe,
      schedule: 'rate(1 minute)',
      impact:
        'Nobody opens the hosts of the stage as customers do, so a host that is down goes unseen. Find the cause in the log of probe-hosts.',
    });
    for (const host of Object.keys(hosts) as ProbedHost[]) {
      const { urgency, means } = unwell[host];
      const name = host.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const dimensions = { service: 'probe-hosts', host };
      alarms.raise(`${name}Unwell`, {
        urgency,
        metric: serviceMetric('HostUnwell', dimensions),
        threshold: 1,
        periods: 3,
        alwaysPublished: true,
        impact: `For three minutes ${means}, though the functions may be well. The log of probe-hosts says what the host answered: look at its DNS record, its certificate, its distribution and its bucket.`,
      });
      alarms.raise(`${name}Certificate`, {
        urgency: 'ticket',
        metric: serviceMetric('CertificateEndsSoon', dimensions),
        threshold: 1,
        impact: `A certificate ends within 30 days and was not renewed; from then on ${means}. Look at it in ACM, in its region: most often the DNS record of its validation is gone.`,
      });
    }
  }
}
