import { awsRequestHandler, awsRoute, type Endpoint, openEndpoint } from '../../endpoint.ts';
import { InMemoryDynamoDb } from './in-memory-dynamodb.ts';

/** Serves tables in this process on a free port. As in DynamoDB Local, each access key has its own database. */
export async function serveInMemoryDynamoDb(region: string): Promise<Endpoint> {
  const databases = new Map<string, InMemoryDynamoDb>();
  const databaseOf = (accessKeyId: string): InMemoryDynamoDb => {
    const database =
      databases.get(accessKeyId) ?? new InMemoryDynamoDb({ region, accountId: '000000000000', now: Date.now });
    databases.set(accessKeyId, database);
    return database;
  };
  const answer = awsRequestHandler(
    ({ headers, body }) => {
      const [, accessKeyId = ''] = /Credential=([^/]+)/.exec(headers.authorization ?? '') ?? [];
      return databaseOf(accessKeyId).send(headers['x-amz-target'] ?? '', body);
    },
    () => undefined,
    console.error,
  );
  return openEndpoint(0, [awsRoute(answer)], Date.now);
}
