import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient, QueryCommand, QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { RunningCloud } from '@malote/local-cloud';
import type { Table } from '../../adapters/data/table/table.ts';

/**
 * The table for repositories that read one page of a query. Sleeping sweeps do this after each write, and HTTP,
 * signatures and the middleware of an SDK client would cost more than all deliveries.
 */
export function inProcessTable(name: string, cloud: Pick<RunningCloud, 'call'>): Table {
  const send = async ({ input }: QueryCommand): Promise<Partial<QueryCommandOutput>> => {
    const values = marshall(input.ExpressionAttributeValues) as Record<string, AttributeValue>;
    const answer = await cloud.call('dynamodb', 'Query', { ...input, ExpressionAttributeValues: values });
    const { Items } = answer as { Items: Record<string, AttributeValue>[] };
    return { Items: Items.map((item) => unmarshall(item)) };
  };
  const setAside: Table['setAside'] = () => undefined;
  return { name, client: { send } as unknown as DynamoDBDocumentClient, setAside };
}
