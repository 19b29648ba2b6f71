import { Construct } from 'constructs';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';

/** The simulated print house of all sandboxes: it prints nothing. */
export class Sandbox extends Construct {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
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
