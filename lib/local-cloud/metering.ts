import type { AwsRequest, AwsResponse } from './service.ts';

/** A billable use of AWS. */
export interface Use {
  service: string;
  /** Operation of the API; for S3 the method; for Lambda the logical id of the function. */
  operation: string;
  /** DynamoDB's capacity units, indexes included. */
  units?: number;
}

export type Meter = (use: Use) => void;

/** Asks DynamoDB to report the capacity that a call consumes. */
export function withConsumedCapacity(request: AwsRequest): AwsRequest {
  if (request.service !== 'dynamodb') return request;
  const input = JSON.parse(request.body.toString()) as object;
  return { ...request, body: Buffer.from(JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' })) };
}

interface Consumed {
  CapacityUnits: number;
}

export function useOf({ service, operation, method }: AwsRequest, { status, body }: AwsResponse): Use {
  const use = { service, operation: operation ?? method };
  if (service !== 'dynamodb' || status >= 300) return use;
  const { ConsumedCapacity = [] } = JSON.parse(String(body)) as { ConsumedCapacity?: Consumed | Consumed[] };
  return { ...use, units: [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0) };
}
