import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Events } from './events.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Most accounts may send 14 mails a second (https://docs.aws.amazon.com/ses/latest/dg/quotas.html says how to look up
 * yours). Two invocations each send one mail after another, at about 100 ms per mail.
 */
const CONCURRENCY = 2;

export interface MailProps {
  platform: Platform;
  events: Events;
  /** Scheme and host of the dashboard, without a trailing slash. */
  origin: string;
}

/** Mails to the people of the dashboard: their queue, and the function that sends them by SES. */
export class Mail extends Construct {
  /** Takes orders (`lib/core/domain/mails.ts`) and events that are reported by mail. */
  readonly queue: IQueue;

  constructor(scope: Construct, id: string, { platform, events, origin }: MailProps) {
    super(scope, id);
    const { mailSender } = platform.settings;
    const sender = new ServiceFunction(this, { name: 'send-mails', kind: 'worker', platform })
      .bindTable('fannedOutEvents', 'mails')
      .bindConfirmationPageBase()
      .bindValue('MAIL_SENDER', mailSender)
      .bindValue('DASHBOARD_URL', origin);
    sender.addToRolePolicy(
      new PolicyStatement({
        actions: ['ses:SendEmail'],
        resources: identitiesOf(mailSender).map((resourceName) =>
          Stack.of(this).formatArn({
            service: 'ses',
            resource: 'identity',
            resourceName,
            arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
          }),
        ),
        // https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html
        conditions: { StringEquals: { 'ses:FromAddress': mailSender } },
      }),
    );
    const orders = new WorkQueue(this, 'Orders', {
      platform,
      consumerTimeout: functionSettings('send-mails', 'worker').timeout,
      impact:
        'People do not get mails: invitations, and that a webhook endpoint fails or the balance is low. Find the cause in the log of send-mails: SES takes mails only from a verified identity (setting mailSender), and to anybody only outside its sandbox. Then redrive.',
    }).feeds(sender, { maxConcurrency: CONCURRENCY });
    events.route('News', orders, ['webhook_endpoint', 'balance'], this);
    this.queue = orders.queue;
  }
}

/** An address is verified by itself or by its domain (https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html). */
function identitiesOf(address: string): string[] {
  return [address, address.slice(address.lastIndexOf('@') + 1)];
}
