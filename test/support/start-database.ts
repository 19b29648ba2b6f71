import { type DynamoDbLocal, startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';

declare global {
  var database: DynamoDbLocal | undefined;
}

/**
 * One DynamoDB Local for all test files; each has a database of its own in it, told apart by access key. One that runs
 * already is named by `DYNAMODB_LOCAL`.
 */
export default async function startDatabase(): Promise<void> {
  if (process.env.DYNAMODB_LOCAL) return;
  globalThis.database = await startDynamoDbLocal();
  process.env.DYNAMODB_LOCAL = globalThis.database.endpoint;
}
