import type { StreamViewType } from './change-stream.ts';

/** Supported requests of the JSON protocol. */

export interface TableRequest {
  TableName: string;
}

export interface Conditional extends TableRequest {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
  ReturnValuesOnConditionCheckFailure?: string;
}

export interface Metered {
  ReturnConsumedCapacity?: string;
}

export interface GetRequest extends TableRequest, Metered {
  Key: unknown;
  ConsistentRead?: boolean;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
}

export interface PutRequest extends Conditional, Metered {
  Item: unknown;
  ReturnValues?: string;
}

export interface DeleteRequest extends Conditional, Metered {
  Key: unknown;
  ReturnValues?: string;
}

export interface UpdateRequest extends Conditional, Metered {
  Key: unknown;
  UpdateExpression?: string;
  ReturnValues?: string;
}

export interface ScanRequest extends TableRequest, Metered {
  IndexName?: string;
  FilterExpression?: string;
  ProjectionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
  ExclusiveStartKey?: unknown;
  Limit?: number;
  Select?: string;
  ConsistentRead?: boolean;
}

export interface QueryRequest extends ScanRequest {
  KeyConditionExpression?: string;
  ScanIndexForward?: boolean;
}

export interface TransactWriteRequest extends Metered {
  TransactItems: { Put?: PutRequest; Update?: UpdateRequest; Delete?: DeleteRequest; ConditionCheck?: DeleteRequest }[];
  ClientRequestToken?: string;
}

export interface TransactGetRequest extends Metered {
  TransactItems: { Get: GetRequest }[];
}

export interface BatchGetRequest extends Metered {
  RequestItems: Record<string, Omit<GetRequest, 'Key' | 'TableName'> & { Keys: unknown[] }>;
}

export interface BatchWriteRequest extends Metered {
  RequestItems: Record<string, { PutRequest?: { Item: unknown }; DeleteRequest?: { Key: unknown } }[]>;
}

interface KeySchemaElement {
  AttributeName: string;
  KeyType: 'HASH' | 'RANGE';
}

/** Units per second that a table or an index provides immediately. */
export interface WarmThroughput {
  ReadUnitsPerSecond?: number;
  WriteUnitsPerSecond?: number;
}

export interface IndexRequest {
  IndexName: string;
  KeySchema: KeySchemaElement[];
  Projection: { ProjectionType: 'ALL' | 'KEYS_ONLY' | 'INCLUDE'; NonKeyAttributes?: string[] };
  WarmThroughput?: WarmThroughput;
}

export interface CreateTableRequest extends TableRequest {
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  KeySchema: KeySchemaElement[];
  GlobalSecondaryIndexes?: IndexRequest[];
  LocalSecondaryIndexes?: IndexRequest[];
  BillingMode?: string;
  ProvisionedThroughput?: unknown;
  WarmThroughput?: WarmThroughput;
  StreamSpecification?: { StreamEnabled: boolean; StreamViewType?: StreamViewType };
}
