import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableSchema } from '../../../lib/adapters/data/table/schema.ts';

const synthesis = resolve(import.meta.dirname, '../../../lib/programs/local-service/synthesize.ts');

/** Parameters of the stack for the table it adopts. */
export interface Adoption {
  restoredTable: string;
  restoredTableStreamArn: string;
}

type Aws = NonNullable<ConstructorParameters<typeof DynamoDBClient>[0]>;

/**
 * Restores a table and adds what the new one lacks: the commands of docs/operating.md, "Restoring the table", in order.
 * @param instant whole seconds, epoch milliseconds
 */
export async function restoreTable(aws: Aws, source: string, target: string, instant: number): Promise<Adoption> {
  const client = new DynamoDBClient(aws);
  const named = { TableName: target };
  const whenThere = () => waitUntilTableExists({ client, maxWaitTime: 600 }, named);
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: source,
      TargetTableName: target,
      RestoreDateTime: new Date(instant),
    }),
  );
  await whenThere();
  const StreamSpecification = { StreamEnabled: true, StreamViewType: tableSchema.stream };
  await client.send(new UpdateTableCommand({ ...named, StreamSpecification }));
  await whenThere();
  await client.send(new UpdateTableCommand({ ...named, DeletionProtectionEnabled: true }));
  const TimeToLiveSpecification = { Enabled: true, AttributeName: tableSchema.timeToLive };
  await client.send(new UpdateTimeToLiveCommand({ ...named, TimeToLiveSpecification }));
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  await client.send(new UpdateContinuousBackupsCommand({ ...named, PointInTimeRecoverySpecification }));
  const { Table } = await client.send(new DescribeTableCommand(named));
  client.destroy();
  return { restoredTable: target, restoredTableStreamArn: Table!.LatestStreamArn! };
}

/** The assembly that `cdk deploy -c restoredTable=… -c restoredTableStreamArn=…` deploys. */
export async function adoptingAssembly(directory: string, adoption: Adoption): Promise<string> {
  const outdir = join(directory, 'adopting');
  await promisify(execFile)(process.execPath, [synthesis, outdir], {
    env: { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(adoption) },
  });
  return outdir;
}
