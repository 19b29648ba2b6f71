import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { serviceMetric } from './alarms.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/** Reports of the print house that are applied at once. */
const REPORTS_AT_ONCE = 5;

/** Print batches for the print house, and its reports. */
export class Production extends Construct {
  /** Called by the schedule, or by an operator who does not want to wait for it. */
  readonly formBatches: ServiceFunction;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const runs = new WorkQueue(this, 'Runs', {
      platform,
      consumerTimeout: functionSettings('form-print-batch', 'worker').timeout,
      impact:
        'A run that was too long for one call, or was killed, was not resumed: its letters wait for the next batch. Find the cause in the log of form-print-batch, then redrive.',
    });
    this.formBatches = new ServiceFunction(platform.workers, { name: 'form-print-batch', kind: 'worker', platform })
      .bindLiveTable('letterChanges', 'verificationChanges', 'money', 'printBatches', 'carrierNumbers')
      .bindDocuments('read')
      .bindPreviewLinks()
      .bindVerificationFiles('read')
      .bindProduction('outbox', 'write')
      .bindPostalFiles('list', 'write', 'remove')
      .bindQueue('PRINT_RUNS_QUEUE_URL', runs.queue)
      .bindValue('PRINT_CUTOFF_MINUTES', String(platform.settings.printCutoffMinutes));
    // SQS allows no fewer.
    runs.feeds(this.formBatches, { maxConcurrency: 2, batchSize: 1 });
    platform.storage.keepForPrintHouse(this.formBatches.role!);
    new Recurring(this, 'BatchFormation', {
      platform,
      schedule: platform.settings.printBatchSchedule,
      target: this.formBatches,
      input: { scheduled: true },
      impact:
        'A print batch was not formed or not completed: letters wait for the next one. Find the cause in the log of form-print-batch; the next run, or `npm run operator -- production form`, completes an interrupted batch.',
    });

    this.#alarmAboutCarrier(platform);

    const reports = new WorkQueue(this, 'Reports', {
      platform,
      consumerTimeout: functionSettings('apply-print-report', 'worker').timeout,
      impact:
        'A report of the print house could not be read: its letters show an old status, and failed ones are not refunded. Look at the file named in the message, agree with the print house, then redrive.',
    });
    reports.feeds(
      new ServiceFunction(platform.workers, { name: 'apply-print-report', kind: 'worker', platform })
        .bindLiveTable('letterChanges', 'verificationChanges', 'money', 'trackingCodes')
        .bindPreviewLinks()
        // When a file of the same name arrives twice before it is read, the first content is kept as an older version.
        .bindProduction('inbox', 'read', 'readVersions')
        .bindProduction('results', 'write')
        .bindProduction('progress', 'read', 'write')
        .bindQueue('PRINT_REPORTS_QUEUE_URL', reports.queue),
      { maxConcurrency: REPORTS_AT_ONCE, batchSize: 1 },
    );
    new Rule(this, 'ReportArrived', {
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [platform.storage.production.bucketName] }, object: { key: [{ prefix: 'inbox/' }] } },
      },
      targets: [new SqsQueue(reports.queue, { deadLetterQueue: reports.deadLetters })],
    });
    this.#findReports(platform, reports);
  }

  #alarmAboutCarrier({ alarms }: Platform): void {
    const metric = (name: string) =>
      serviceMetric(name, { service: 'form-print-batch' }, { statistic: 'Maximum', period: Duration.hours(1) });
    alarms.raise('MailingsHeld', {
      urgency: 'ticket',
      metric: metric('MailingsHeld'),
      threshold: 1,
      impact:
        'Received mailings join no print batch: the plan of sorting does not know their postal code, no object number is left for them, or a field of the carrier cannot hold them. Customers see them as received. Find the reasons in the log of form-print-batch. Set a profile with the newest plan (`operator carrier set`), or add object numbers (`operator carrier labels add`); the next batch takes them.',
    });
    alarms.raise('BatchesWithoutNumbers', {
      urgency: 'page',
      metric: metric('BatchesWithoutNumbers'),
      threshold: 1,
      impact:
        'A print batch has claimed its mailings and has too few object numbers: the print house does not get it. Ask the carrier for a range and add it (`operator carrier labels add`); `operator production form` then completes the batch.',
    });
    alarms.raise('LowLabelStocks', {
      urgency: 'ticket',
      metric: metric('LowLabelStocks'),
      threshold: 1,
      impact:
        'Object numbers last for fewer days than the carrier profile wants (`operator carrier labels list`). Once none is left, registered letters wait. Ask the carrier for a range and add it (`operator carrier labels add`).',
    });
  }

  /** Applies every report that has no result, for whatever reason. */
  #findReports(platform: Platform, reports: WorkQueue): void {
    const service = 'reconcile-reports';
    new Recurring(this, 'ReportSearch', {
      platform,
      target: new ServiceFunction(platform.workers, { name: service, kind: 'worker', platform })
        .bindProduction('inbox', 'listVersions')
        .bindProduction('progress', 'read')
        .bindQueue('PRINT_REPORTS_QUEUE_URL', reports.queue),
      schedule: 'cron(50 5,11,17,23 * * ? *)',
      impact:
        'The search for reports of the print house that were never applied did not begin. The next ones find the same reports, for two days. Look at the errors of reconcile-reports.',
    });
    platform.alarms.raise('ReportsFound', {
      urgency: 'ticket',
      metric: serviceMetric('ReportsFound', { service }, { statistic: 'Sum', period: Duration.hours(1) }),
      threshold: 1,
      impact:
        'Reports of the print house had no result after an hour, and are applied now: their mailings showed an old status until then. The log of reconcile-reports names them. Find what took the first one: a message of S3 that never came, a purged queue, or a report that keeps failing and is among the dead letters.',
    });
  }
}
