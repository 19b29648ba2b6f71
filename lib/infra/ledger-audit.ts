import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { serviceMetric } from './alarms.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/** Every night the money of every account is recomputed from its entries and its mailings. */
export class LedgerAudit extends Construct {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    const accounts = new WorkQueue(this, 'Accounts', {
      platform,
      consumerTimeout: functionSettings('audit-ledger', 'worker').timeout,
      impact:
        'The money of an account could not be recomputed, so nobody knows whether it is right. Customers notice nothing. Find the cause in the log of audit-ledger, then redrive, or run `npm run operator -- ledger audit`.',
    });
    const audit = new ServiceFunction(this, { name: 'audit-ledger', kind: 'worker', platform })
      .bindTable()
      .bindQueue('LEDGER_AUDIT_QUEUE_URL', accounts.queue);
    // Each account is read whole; a few at a time leave the table to the customers.
    accounts.feeds(audit, { maxConcurrency: 5 });

    new Recurring(this, 'Nightly', {
      platform,
      target: audit,
      schedule: 'cron(30 3 * * ? *)',
      impact:
        'The nightly audit of the ledger did not begin. Customers notice nothing; a wrong balance would go unseen for a day. Look at the errors of audit-ledger.',
    });
    platform.alarms.raise('LedgerDifferences', {
      metric: serviceMetric('LedgerDifferences', { service: 'audit-ledger' }, { period: Duration.days(1) }),
      threshold: 1,
      impact:
        "A balance does not follow from its ledger, or a mailing was not charged or refunded exactly once: a customer's money is wrong. The log of audit-ledger names the account, `npm run operator -- ledger audit` the differences; correct them with an adjustment and find the write that made them.",
    });
  }
}
