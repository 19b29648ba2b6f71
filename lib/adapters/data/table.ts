import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { awsClient } from '../net/aws-client.ts';

/** The single table: a document client and the table's name. All of `lib/adapters/data` takes it as its first argument. */
export interface Table {
  client: DynamoDBDocumentClient;
  name: string;
}

/** Opens the table on cold start; the endpoint and credentials come from the usual AWS environment. */
export function openTable(name: string, client = new DynamoDBClient(awsClient())): Table {
  return {
    name,
    client: DynamoDBDocumentClient.from(client, {
      marshallOptions: {
        removeUndefinedValues: true,
        // Customers' metadata or variables may be named `constructor`, which the SDK uses to recognize plain objects.
        convertClassInstanceToMap: true,
      },
    }),
  };
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
