import { Aws, Duration } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Alarms } from './alarms.ts';
import { removalOf } from './removal.ts';
import type { Settings } from './settings-schema.ts';
import type { Storage } from './storage.ts';

export interface BackupsProps {
  settings: Settings;
  storage: Storage;
  alarms: Alarms;
}

/**
 * A backup of the table each night, in a vault that holds it for its whole time: point-in-time recovery ends with the table, and
 * whoever may delete the one may switch off the other (docs/operating.md, "A copy in another account").
 */
export class Backups extends Construct {
  readonly #vault: BackupVault;

  constructor(scope: Construct, id: string, { settings, storage, alarms }: BackupsProps) {
    super(scope, id);
    const { backupRetentionDays, backupCopyVaultArn } = settings;
    const backupVaultName = `malote-${settings.stage}`;
    this.#vault = new BackupVault(this, 'Vault', {
      backupVaultName,
      // A copy in another account needs a vault with a key of one's own
      // (https://docs.aws.amazon.com/aws-backup/latest/devguide/create-cross-account-backup.html).
      encryptionKey: new Key(this, 'Key', {
        description: `Malote ${settings.stage}: backups of the table`,
        enableKeyRotation: true,
        removalPolicy: removalOf(settings),
      }),
      // Without a date from which on nobody may lift it: who is allowed to can still end it
      // (https://docs.aws.amazon.com/aws-backup/latest/devguide/vault-lock.html).
      lockConfiguration: { minRetention: Duration.days(backupRetentionDays) },
      removalPolicy: removalOf(settings),
    });
    const deleteAfter = Duration.days(backupRetentionDays);
    const plan = new BackupPlan(this, 'Plan', { backupVault: this.#vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'nightly',
        // UTC: four in the morning in Brasília, after the audit of the ledger.
        scheduleExpression: Schedule.cron({ hour: '7', minute: '0' }),
        deleteAfter,
        ...(backupCopyVaultArn && {
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'CopyVault', backupCopyVaultArn),
              deleteAfter,
            },
          ],
        }),
      }),
    );
    plan.addSelection('Table', {
      resources: [BackupResource.fromArn(storage.table.tableArn)],
      role: this.#role(storage, backupCopyVaultArn),
      disableDefaultBackupPolicy: true,
    });
    this.#addAlarm(alarms, backupVaultName);
  }

  /**
   * What AWS Backup does with the table and the vaults
   * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSBackupServiceRolePolicyForBackup.html, for DynamoDB alone).
   */
  #role({ table }: Storage, copyVaultArn: string): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    });
    const allow = (actions: string[], resources: string[]) =>
      role.addToPolicy(new PolicyStatement({ actions, resources }));
    allow(['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'], [table.tableArn]);
    const vaults = [this.#vault.backupVaultArn, ...(copyVaultArn ? [copyVaultArn] : [])];
    allow(['backup:DescribeBackupVault', 'backup:CopyIntoBackupVault'], vaults);
    return role;
  }

  #addAlarm(alarms: Alarms, BackupVaultName: string): void {
    // https://docs.aws.amazon.com/aws-backup/latest/devguide/cloudwatch.html
    const ofADay = { namespace: 'AWS/Backup', period: Duration.days(1), statistic: 'Sum' };
    const dimensionsMap = { BackupVaultName };
    alarms.raise('BackupMissing', {
      urgency: 'ticket',
      metric: new MathExpression({
        label: 'No backup of the table was completed',
        expression: 'IF(completed >= 1, 0, 1)',
        usingMetrics: {
          completed: new Metric({ ...ofADay, metricName: 'NumberOfBackupJobsCompleted', dimensionsMap }),
        },
        period: Duration.days(1),
      }),
      threshold: 1,
      periods: 2,
      alwaysPublished: true,
      impact:
        "For two nights no backup of the table was completed. Point-in-time recovery goes on. Look at the jobs of AWS Backup: most often its access to DynamoDB is not switched on in the account's settings of the region.",
    });
  }
}
