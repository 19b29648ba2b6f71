import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addAccountRound } from './account-round.ts';
import { serviceMetric } from './alarms.ts';
import type { Platform } from './platform.ts';

/** Removes every night the files that belong to no mailing: they show a recipient, and an erasure cannot find them. */
export class StrayFiles extends Construct {
  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id);
    addAccountRound(this, {
      platform,
      worker: 'remove-stray-files',
      names: { queue: 'SearchedAccounts', schedule: 'StrayFileSearch' },
      schedule: 'cron(15 4 * * ? *)',
      accountsAtOnce: 2,
      impact: {
        account:
          'Files of an account that belong to no mailing may stay until the age limit of their bucket. Customers notice nothing. Find the cause in the log of remove-stray-files, then redrive.',
        round:
          'The nightly search for files that belong to no mailing did not begin. The next two nights find the same files. Look at the errors of remove-stray-files.',
      },
    })
      .bindDocuments('read', 'remove')
      .bindVerificationFiles('list', 'remove');
    platform.alarms.raise('StrayFiles', {
      urgency: 'ticket',
      metric: serviceMetric('StrayFilesRemoved', { service: 'remove-stray-files' }, { period: Duration.days(1) }),
      threshold: 100,
      impact:
        'More than a hundred files belonged to no mailing and were removed; the documents bucket keeps them as versions for a month. A few are left by functions that end in the middle of their work; many mean that creations keep failing after they have stored their file. Look at the errors of letters-create and verifications-create.',
    });
  }
}
