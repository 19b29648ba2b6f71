import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { addAccountRound } from './account-round.ts';
import { serviceMetric } from './alarms.ts';
import type { Platform } from './platform.ts';

/**
 * Removes every night the files that belong to no mailing, which show a recipient and which an erasure cannot find, and print files
 * with a code that nobody needs any more.
 */
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
          'Files of an account that belong to no mailing, or show a code that nobody needs, may stay until the age limit of their bucket. Customers notice nothing. Find the cause in the log of remove-stray-files, then redrive.',
        round:
          'The nightly search for files that belong to no mailing did not begin. The next two nights find the same files. Look at the errors of remove-stray-files.',
      },
    })
      .bindDocuments('read', 'remove')
      .bindVerificationFiles('list', 'remove')
      .bindValue('PRODUCTION_DEADLINE_HOURS', String(platform.settings.productionDeadlineHours));
    platform.alarms.raise('StrayFiles', {
      urgency: 'ticket',
      metric: serviceMetric('StrayFilesRemoved', { service: 'remove-stray-files' }, { period: Duration.days(1) }),
      threshold: 100,
      impact:
        'More than a hundred files belonged to no mailing, or showed a code that nobody needed, and were removed; the documents bucket keeps its own as versions for a month. A few are left by functions that end in the middle of their work; many mean that creations keep failing after they have stored their file, or that executions of verifications were stopped. Look at the errors of letters-create and verifications-create, and at the executions of the mailings that the log of remove-stray-files names.',
    });
  }
}
