import { Construct } from 'constructs';
import { serviceMetric } from './alarms.ts';
import type { Events } from './events.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Erases the personal data of mailings when owners ask for it in the dashboard (rule DASH-16). The dashboard's function
 * reaches it only through the outbox.
 */
export class Erasures extends Construct {
  constructor(scope: Construct, id: string, { platform, events }: { platform: Platform; events: Events }) {
    super(scope, id);
    const eraser = new ServiceFunction(this, { name: 'erase-mailings', kind: 'worker', platform })
      .bindTable('erasures', 'fannedOutEvents')
      .bindDocuments('erase')
      .bindVerificationFiles('erase')
      .bindUploads('remove')
      .bindPreviewLinks();
    const orders = new WorkQueue(this, 'ErasureOrders', {
      platform,
      consumerTimeout: functionSettings('erase-mailings', 'worker').timeout,
      impact:
        'Personal data of a letter or verification is not erased although an owner asked for it. Find the cause in the log of erase-mailings, then redrive, or run `npm run operator -- privacy erase`.',
    }).feeds(eraser, { maxConcurrency: 2, batchSize: 1 });
    platform.alarms.raise('ErasuresRefused', {
      urgency: 'ticket',
      metric: serviceMetric('ErasuresRefused', { service: 'erase-mailings' }, { statistic: 'Sum' }),
      threshold: 1,
      impact:
        'An owner was told that personal data is being erased, and it was not: the mailing is gone, or needs its data again, as after a restoration of the table. It is not tried again. The log of erase-mailings names the mailing and the reason: find out what happened to it, and run `npm run operator -- privacy erase` once it is over.',
    });
    events.route('Erasures', orders, ['erasure'], this);
  }
}
