import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addAccountRound } from './account-round.ts';
import { serviceMetric } from './alarms.ts';
import type { Platform } from './platform.ts';

/** Recomputes every account's balance each night from its ledger entries and its mailings. */
export class LedgerAudit extends Construct {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    addAccountRound(this, {
      platform,
      worker: 'audit-ledger',
      names: { queue: 'Accounts', schedule: 'Nightly' },
      schedule: 'cron(30 3 * * ? *)',
      accountsAtOnce: 5,
      impact: {
        account:
          'The money of an account could not be recomputed, so nobody knows whether it is right. Customers notice nothing. Find the cause in the log of audit-ledger, then redrive, or run `npm run operator -- ledger audit`.',
        round:
          'The nightly audit of the ledger did not begin. Customers notice nothing; a wrong balance would go unseen for a day. Look at the errors of audit-ledger.',
      },
    });
    platform.alarms.raise('LedgerDifferences', {
      urgency: 'page',
      metric: serviceMetric('LedgerDifferences', { service: 'audit-ledger' }, { period: Duration.days(1) }),
      threshold: 1,
      impact:
        "A balance does not follow from its ledger, or a mailing was not charged or refunded exactly once: a customer's money is wrong. The log of audit-ledger names the account, `npm run operator -- ledger audit` the differences; correct them with an adjustment and find the write that made them.",
    });
  }
}
