import { Duration, NestedStack } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { serviceMetric } from './alarms.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';

/**
 * Looks every hour at what nobody notices until it is needed. A key's deletion takes at least seven days, in which it can
 * be undone (https://docs.aws.amazon.com/kms/latest/developerguide/deleting-keys.html); recovery that was switched off
 * and on again reaches back only to then
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html).
 * A nested stack, because the outer one has nearly as many resources as it may.
 */
export class Safeguards extends NestedStack {
  constructor(scope: Construct, id: string, { platform, keys }: { platform: Platform; keys: Record<string, IKey> }) {
    super(scope, id, { description: `Malote ${platform.settings.stage}: what nobody notices until it is needed` });
    const check = new ServiceFunction(this, { name: 'check-safeguards', kind: 'worker', platform });
    check.bindSafeguards(keys);
    new Recurring(this, 'EachHour', {
      platform,
      target: check,
      schedule: 'rate(1 hour)',
      impact:
        'Nobody looks whether the table can be restored and whether keys are about to be deleted. Find the cause in the log of check-safeguards.',
    });
    platform.alarms.raise('SafeguardMissing', {
      urgency: 'page',
      metric: serviceMetric('SafeguardsMissing', { service: 'check-safeguards' }, { period: Duration.hours(1) }),
      threshold: 1,
      impact:
        'The recovery of the table is off, or a key is disabled or about to be deleted: customers notice nothing until data, codes or evidence are lost for good. The log of check-safeguards names it: cancel the deletion of the key and enable it, or switch on point-in-time recovery, and find out in CloudTrail who did it.',
    });
  }
}
