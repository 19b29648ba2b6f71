import { NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { serviceMetric } from './alarms.ts';
import type { Events } from './events.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * At about eight letters a second each, all together stay below the 50 requests a second of one account (rule REQ-10).
 */
const CONCURRENCY = 4;

/**
 * Creates the letters of spreadsheets and of letter batches (docs/decisions/mail-merge.md). A nested stack, because a
 * stack holds 500 resources. Functions reach it only through the outbox.
 */
export class MailMerges extends NestedStack {
  constructor(scope: Construct, id: string, { platform, events }: { platform: Platform; events: Events }) {
    super(scope, id, { description: `Malote ${platform.settings.stage}: letters from spreadsheets` });
    const worker = new ServiceFunction(this, { name: 'send-mail-merges', kind: 'worker', platform })
      .bindTable('mailMergeLetters', 'fannedOutEvents', 'requestCounts')
      .bindDocuments('write')
      .bindPreviewLinks()
      .bindMailMergeFiles('read', 'write', 'remove')
      .bindUploads('read')
      .bindConfirmationPageBase();
    const slices = new WorkQueue(this, 'Slices', {
      platform,
      consumerTimeout: functionSettings('send-mail-merges', 'worker').timeout,
      impact:
        'Letters from a spreadsheet stand still, or are not canceled: their mail merge stays in sending or canceling. Nothing is lost or doubled. The search of send-mail-merges queues the rows again until they get their results, so redriving is not needed: find the cause in its log, then delete the dead letters.',
    }).feeds(worker, { maxConcurrency: CONCURRENCY, batchSize: 1 });
    worker.bindQueue('MAIL_MERGE_QUEUE_URL', slices.queue);
    new Recurring(this, 'MailMergeSearch', {
      platform,
      target: worker,
      schedule: 'rate(1 minute)',
      impact:
        'The search for letters from spreadsheets that stand still fails: those whose messages were lost do not go on. Look at the errors of send-mail-merges; the next minute searches again.',
    });
    platform.alarms.raise('MailMergesStandStill', {
      urgency: 'ticket',
      metric: serviceMetric('MailMergeStandsStillSeconds', { service: 'send-mail-merges' }),
      threshold: 900,
      impact:
        'Letters from a spreadsheet, or their cancellation, have stood still for 15 minutes. Their rows are queued again and again, so they go on by themselves once the cause is gone. Find it in the log of send-mail-merges, which names them.',
    });
    events.route('Work', slices, ['mail_merge'], this);
  }
}
