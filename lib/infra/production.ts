import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/** Print batches out to the print house, its reports in. */
export class Production extends Construct {
  /** Called by the schedule, or by an operator who does not want to wait for it. */
  readonly formBatches: ServiceFunction;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const runs = new WorkQueue(this, 'Runs', {
      platform,
      consumerTimeout: functionSettings('form-print-batch', 'worker').timeout,
      impact:
        'A run that was too long for one call, or was killed, is not gone on with: its letters wait for the next batch. Find the cause in the log of form-print-batch, then redrive.',
    });
    this.formBatches = new ServiceFunction(this, { name: 'form-print-batch', kind: 'worker', platform })
      .bindLiveTable('letterChanges', 'verificationChanges', 'printBatches')
      .bindDocuments('read')
      .bindPreviewLinks()
      .bindVerificationFiles('read')
      .bindProduction('outbox', 'write')
      .bindQueue('PRINT_RUNS_QUEUE_URL', runs.queue)
      .bindValue('PRINT_CUTOFF_MINUTES', String(platform.settings.printCutoffMinutes));
    runs.feeds(this.formBatches, { batchSize: 1 });
    platform.storage.keepCodesFor(this.formBatches.role!);
    new Recurring(this, 'BatchFormation', {
      platform,
      schedule: platform.settings.printBatchSchedule,
      target: this.formBatches,
      input: { scheduled: true },
      impact:
        'A print batch was not formed or not completed: letters wait for the next one. Find the cause in the log of form-print-batch; the next run, or `npm run operator -- production form`, completes an interrupted batch.',
    });

    const reports = new WorkQueue(this, 'Reports', {
      platform,
      consumerTimeout: functionSettings('apply-print-report', 'worker').timeout,
      impact:
        'A report of the print house could not be read: its letters show an old status, and failed ones are not refunded. Look at the file named in the message, agree with the print house, then redrive.',
    });
    reports.feeds(
      new ServiceFunction(this, { name: 'apply-print-report', kind: 'worker', platform })
        .bindLiveTable('letterChanges', 'verificationChanges', 'money', 'trackingCodes')
        .bindPreviewLinks()
        // When a file of the same name arrives twice before it is read, the first content is kept as an older version.
        .bindProduction('inbox', 'read', 'readVersions')
        .bindProduction('results', 'write')
        .bindProduction('progress', 'read', 'write')
        .bindQueue('PRINT_REPORTS_QUEUE_URL', reports.queue),
      { batchSize: 1 },
    );
    new Rule(this, 'ReportArrived', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [platform.storage.production.bucketName] }, object: { key: [{ prefix: 'inbox/' }] } },
      },
      targets: [new SqsQueue(reports.queue, { deadLetterQueue: reports.deadLetters })],
    });
  }
}
