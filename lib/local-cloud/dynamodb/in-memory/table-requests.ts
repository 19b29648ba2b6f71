import { AwsError } from '../../aws-error.ts';
import { validationError } from './attribute-value.ts';
import type { StreamViewType } from './change-stream.ts';
import { type ItemHistory, RECOVERY_DAYS } from './item-history.ts';
import type { CreateTableRequest, TableRequest } from './requests.ts';
import type { Origin, Table } from './table.ts';

/** Requests about whole tables: their settings and their backups. Unlisted parameters are rejected by name. */

export interface UpdateTableRequest extends TableRequest {
  StreamSpecification?: { StreamEnabled: boolean; StreamViewType?: StreamViewType };
  DeletionProtectionEnabled?: boolean;
}

export interface UpdateBackupsRequest extends TableRequest {
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: boolean; RecoveryPeriodInDays?: number };
}

export interface RestoreTableRequest {
  SourceTableName?: string;
  SourceTableArn?: string;
  TargetTableName: string;
  /** Epoch seconds. */
  RestoreDateTime?: number;
  UseLatestRestorableTime?: boolean;
}

/** The stored form of a table that is in no template. */
export interface StoredTable {
  request: CreateTableRequest;
  createdAt: number;
  origin: Origin;
  stream?: { viewType: StreamViewType; enabledAt: number };
  timeToLive?: string;
  isProtected: boolean;
  isRecoverable: boolean;
}

const known = {
  UpdateTable: ['TableName', 'StreamSpecification', 'DeletionProtectionEnabled'],
  UpdateContinuousBackups: ['TableName', 'PointInTimeRecoverySpecification'],
  RestoreTableToPointInTime: [
    'SourceTableName',
    'SourceTableArn',
    'TargetTableName',
    'RestoreDateTime',
    'UseLatestRestorableTime',
  ],
};

/** @throws AwsError ValidationException naming an unsupported parameter */
export function expectKnown(operation: keyof typeof known, input: object): void {
  const other = Object.keys(input).find((name) => !known[operation].includes(name));
  if (other !== undefined) throw validationError(`DynamoDB in memory does not know ${other} of ${operation}`);
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html */
export function describeBackups({ history, isRecoverable }: Table): object {
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: history
        ? {
            PointInTimeRecoveryStatus: 'ENABLED',
            RecoveryPeriodInDays: RECOVERY_DAYS,
            EarliestRestorableDateTime: history.earliest / 1000,
            LatestRestorableDateTime: Math.max(history.earliest, history.latest) / 1000,
          }
        : // A cloud that keeps no history says what the template asked for, and restores nothing.
          { PointInTimeRecoveryStatus: isRecoverable ? 'ENABLED' : 'DISABLED' },
    },
  };
}

/**
 * The instant to restore to, epoch milliseconds
 * (https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_RestoreTableToPointInTime.html).
 * @throws AwsError PointInTimeRecoveryUnavailableException, InvalidRestoreTimeException, ValidationException
 */
export function restoreInstant(history: ItemHistory | undefined, request: RestoreTableRequest): number {
  if (!history)
    throw new AwsError(
      'PointInTimeRecoveryUnavailableException',
      'Point in time recovery has not yet been enabled for this source table.',
    );
  const { RestoreDateTime: wanted, UseLatestRestorableTime: latest = false } = request;
  if ((wanted !== undefined) === latest)
    throw validationError('Exactly one of RestoreDateTime and UseLatestRestorableTime must be given');
  const instant = wanted === undefined ? history.latest : wanted * 1000;
  if (instant < history.earliest || instant > history.latest)
    throw new AwsError(
      'InvalidRestoreTimeException',
      'An invalid restore time was specified. RestoreDateTime must be between EarliestRestorableDateTime and LatestRestorableDateTime.',
    );
  return instant;
}
