import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/** Erases the personal data of mailings when owners ask for it in the dashboard (rule DASH-16). */
export class Erasures extends Construct {
  readonly queue: IQueue;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const eraser = new ServiceFunction(this, { name: 'erase-mailings', kind: 'worker', platform })
      .bindTable('erasures')
      .bindDocuments('erase')
      .bindVerificationFiles('erase')
      .bindUploads('remove')
      .bindPreviewLinks();
    this.queue = new WorkQueue(this, 'ErasureOrders', {
      platform,
      consumerTimeout: functionSettings('erase-mailings', 'worker').timeout,
      impact:
        'Personal data of a letter or verification is not erased although an owner asked for it. Find the cause in the log of erase-mailings, then redrive, or run `npm run operator -- privacy erase`.',
    }).feeds(eraser, { maxConcurrency: 2, batchSize: 1 }).queue;
  }
}
