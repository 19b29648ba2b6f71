import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsClient } from '../../net/aws-client.ts';

/** The single table: a document client and the table's name. All of `lib/adapters/data` takes it as its first argument. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
  /** Called for each item that a reader of several items cannot read and sets aside. */
  setAside: (item: ItemSetAside) => void;
}

/** An item that this release cannot read. Its key holds ids and hashes, no personal data. */
export interface ItemSetAside {
  kind: string;
  partition: string;
  sort_key: string;
  /** Places in the schema, or versions; never a value. */
  reason: string;
}

/** Opens the table on cold start; the endpoint and credentials come from the usual AWS environment. */
export function openTable(
  name: string,
  client = new DynamoDBClient(awsClient()),
  setAside: Table['setAside'] = logItemSetAside,
): Table {
  return {
    name,
    setAside,
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: {
        removeUndefinedValues: true,
        // Customers' metadata or variables may be named `constructor`, which the SDK uses to recognize plain objects.
        convertClassInstanceToMap: true,
      },
    }),
  };
}

/**
 * One line that is log and metric in one, without a metrics library in each function that reads a list
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
 * It goes to the output as it is: the console of a function with JSON logs would wrap it.
 */
function logItemSetAside(item: ItemSetAside): void {
  const Metrics = [{ Name: 'UnreadableItems', Unit: 'Count' }];
  const line = {
    level: 'ERROR',
    timestamp: new Date().toISOString(),
    message: 'a stored item cannot be read and is set aside',
    ...item,
    service: 'table',
    UnreadableItems: 1,
    _aws: { Timestamp: Date.now(), CloudWatchMetrics: [{ Namespace: 'Malote', Dimensions: [['service']], Metrics }] },
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** True when a single write was rejected by its condition. */
export function isConditionFailure(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}

/** The result of a single write, or undefined when its condition rejected it. */
export async function ifConditionHolds<Output>(write: Promise<Output>): Promise<Output | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Epoch seconds, the unit of the table's time-to-live attribute. */
export function epochSeconds(instant: number): number {
  return Math.floor(instant / 1000);
}
