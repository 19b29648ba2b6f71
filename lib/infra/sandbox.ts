import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';

/** The simulated print house of all sandboxes: it prints nothing. A nested stack, because a stack holds 500 resources. */
export class Sandbox extends NestedStack {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id, { description: `Malote ${platform.settings.stage}: the print house of sandboxes` });
    const simulator = new ServiceFunction(this, { name: 'simulate-print-house', kind: 'worker', platform })
      .bindTable('sandboxChanges', 'sandboxMoney')
      .bindPreviewLinks();
    new Recurring(this, 'SimulatedPrintHouse', {
      platform,
      schedule: 'rate(1 minute)',
      target: simulator,
      impact:
        'Letters of sandboxes may stand still: customers who test wait for statuses and webhooks. Nothing of it is real mail. Find the cause in the log of simulate-print-house; the next minute goes on.',
    });
  }
}
