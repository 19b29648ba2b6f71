import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { DescribeContinuousBackupsCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DescribeKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { checkSafeguards, type SafeguardDeps } from '../../../lib/operations/probes/check-safeguards.ts';

// Cold start.
const env = readEnvironment('GUARDED_TABLE', 'GUARDED_KEYS');
const keys = JSON.parse(env.GUARDED_KEYS) as Record<string, string>;
const serviceName = 'check-safeguards';
const logger = new Logger({ serviceName });
const metrics = new Metrics({ namespace: 'Malote', serviceName });
const [dynamodb, kms] = [new DynamoDBClient(awsClient()), new KMSClient(awsClient())];

const deps: SafeguardDeps = {
  recoveryState: async () => {
    const { ContinuousBackupsDescription } = await dynamodb.send(
      new DescribeContinuousBackupsCommand({ TableName: env.GUARDED_TABLE }),
    );
    return ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus ?? 'DISABLED';
  },
  keyState: async (KeyId) => {
    const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }));
    return KeyMetadata?.KeyState ?? 'unknown';
  },
  reportMissing: (safeguard, state) => logger.error('a safeguard is off', { safeguard, state }),
};

// Every hour.
export async function handler(): Promise<void> {
  const missing = await loggedRun(logger, {}, () => checkSafeguards(deps, keys));
  metrics.addMetric('SafeguardsMissing', MetricUnit.Count, missing);
  metrics.publishStoredMetrics();
}
