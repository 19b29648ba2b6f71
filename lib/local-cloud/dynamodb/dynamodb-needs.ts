import type { Need } from '../service.ts';
import { type AttributeValue } from './in-memory/attribute-value.ts';
import { parseCondition, Placeholders } from './in-memory/expression-parser.ts';
import { readKeyCondition } from './in-memory/key-condition.ts';
import type {
  BatchGetRequest,
  BatchWriteRequest,
  GetRequest,
  PutRequest,
  QueryRequest,
  TransactGetRequest,
  TransactWriteRequest,
} from './in-memory/requests.ts';
import type { KeySchema } from './in-memory/table.ts';
import type { RestoreTableRequest } from './in-memory/table-requests.ts';

/** Keys of a table and its indexes, by index name; '' is the table itself. */
export interface TableKeys {
  arn: string;
  keys: ReadonlyMap<string, KeySchema>;
  types: Readonly<Record<string, string>>;
}

type Tables = (nameOrArn: string) => TableKeys | undefined;

/** Actions of the item operations in a transaction: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html */
const transactActions = {
  Put: 'dynamodb:PutItem',
  Update: 'dynamodb:UpdateItem',
  Delete: 'dynamodb:DeleteItem',
  ConditionCheck: 'dynamodb:ConditionCheckItem',
} as const;

/**
 * The permissions that a call of DynamoDB needs. `dynamodb:LeadingKeys` contains the partition keys of the items
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html); a request that names none,
 * such as a scan, has no such key.
 */
export function dynamoDbNeeds(operation: string, input: unknown, tables: Tables): Need[] {
  const need = (action: string, table: string, leadingKeys: () => (string | undefined)[], index?: string): Need => {
    const arn = tables(table)?.arn ?? table;
    return {
      action,
      resource: index === undefined ? arn : `${arn}/index/${index}`,
      context: (key) => (key === 'dynamodb:leadingkeys' ? present(leadingKeys()) : undefined),
    };
  };
  const partition = (table: string, attributes: unknown) => {
    const name = tables(table)?.keys.get('')?.partition;
    return name === undefined ? undefined : textOf((attributes as Record<string, AttributeValue> | undefined)?.[name]);
  };
  const action = `dynamodb:${operation}`;
  switch (operation) {
    case 'GetItem':
    case 'DeleteItem':
    case 'UpdateItem': {
      const { TableName: table, Key } = input as GetRequest;
      return [need(action, table, () => [partition(table, Key)])];
    }
    case 'PutItem': {
      const { TableName: table, Item } = input as PutRequest;
      return [need(action, table, () => [partition(table, Item)])];
    }
    case 'Query': {
      const query = input as QueryRequest;
      const { TableName: table, IndexName: index } = query;
      return [need(action, table, () => [queriedPartition(query, tables(table))], index)];
    }
    case 'BatchGetItem':
      return Object.entries((input as Partial<BatchGetRequest>).RequestItems ?? {}).map(([table, { Keys }]) =>
        need(action, table, () => Keys.map((key) => partition(table, key))),
      );
    case 'BatchWriteItem':
      return Object.entries((input as Partial<BatchWriteRequest>).RequestItems ?? {}).map(([table, writes]) =>
        need(action, table, () =>
          writes.map(({ PutRequest: put, DeleteRequest: deletion }) => partition(table, put?.Item ?? deletion?.Key)),
        ),
      );
    case 'TransactGetItems':
      return ((input as Partial<TransactGetRequest>).TransactItems ?? []).map(({ Get: { TableName: table, Key } }) =>
        need('dynamodb:GetItem', table, () => [partition(table, Key)]),
      );
    case 'TransactWriteItems':
      return ((input as Partial<TransactWriteRequest>).TransactItems ?? []).flatMap((item) =>
        (Object.keys(transactActions) as (keyof typeof transactActions)[]).flatMap((kind) => {
          const member = item[kind];
          if (!member) return [];
          const { TableName: table } = member;
          const attributes = 'Item' in member ? member.Item : (member as GetRequest).Key;
          return [need(transactActions[kind], table, () => [partition(table, attributes)])];
        }),
      );
    // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
    case 'RestoreTableToPointInTime': {
      const { SourceTableName, SourceTableArn, TargetTableName } = input as RestoreTableRequest;
      const source = SourceTableArn ?? SourceTableName ?? '*';
      const target = (tables(source)?.arn ?? source).replace(/[^/]*$/, TargetTableName);
      return [need(action, source, () => []), need(action, target, () => [])];
    }
    default: {
      const { TableName, IndexName } = input as Partial<QueryRequest>;
      return [need(action, TableName ?? '*', () => [], IndexName)];
    }
  }
}

/** Undefined for a condition that DynamoDB rejects afterwards. */
function queriedPartition(query: QueryRequest, table: TableKeys | undefined): string | undefined {
  const schema = table?.keys.get(query.IndexName ?? '');
  if (!table || !schema || query.KeyConditionExpression === undefined) return undefined;
  const placeholders = new Placeholders(query.ExpressionAttributeNames, query.ExpressionAttributeValues);
  const condition = parseCondition(query.KeyConditionExpression, 'KeyConditionExpression', placeholders);
  return textOf(readKeyCondition(condition, schema, table.types).partition);
}

const present = (keys: readonly (string | undefined)[]) => keys.flatMap((key) => (key === undefined ? [] : [key]));

/** Keys are strings, numbers or bytes, and are written as strings in a request. */
function textOf(value: AttributeValue | undefined): string | undefined {
  return value === undefined ? undefined : String(value.S ?? value.N ?? value.B);
}
