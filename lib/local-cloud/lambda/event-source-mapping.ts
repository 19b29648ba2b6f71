import { randomUUID } from 'node:crypto';
import type { DynamoDbStreams } from '../dynamodb/dynamodb-streams.ts';
import { STREAM_RETENTION_MS } from '../dynamodb/dynamodb-streams.ts';
import { compilePattern } from '../events/event-pattern.ts';
import type { Cloud, Identity, ResourceType } from '../service.ts';
import type { SqsService } from '../sqs/sqs.ts';

interface MappingProperties {
  EventSourceArn: string;
  FunctionName: string;
  BatchSize?: number;
  BisectBatchOnFunctionError?: boolean;
  DestinationConfig?: { OnFailure?: { Destination?: string } };
  Enabled?: boolean;
  FilterCriteria?: { Filters?: { Pattern: string }[] };
  FunctionResponseTypes?: string[];
  MaximumBatchingWindowInSeconds?: number;
  MaximumRecordAgeInSeconds?: number;
  MaximumRetryAttempts?: number;
  ScalingConfig?: { MaximumConcurrency?: number };
}

/** Actions that Lambda performs on a source with the function's role, by the service in the ARN. */
const actions: Readonly<Record<string, readonly string[]>> = {
  // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
  sqs: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
  // https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-create-trigger.html
  dynamodb: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
};

/** AWS starts with this many and scales to hundreds, which one machine cannot use. */
const DEFAULT_CONCURRENCY = 5;

interface Sources {
  sqs: SqsService;
  streams: DynamoDbStreams;
  /** Adds a queue with `most` concurrent batches; returns how many may run at once here. */
  shareFor: (functionArn: string, most: number) => () => number;
  /** The execution role of a function. */
  roleOf: (functionArn: string) => Identity;
}

/**
 * Connects a queue or a stream to a function:
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventsourcemapping.html
 */
export function eventSourceMappingType(cloud: Cloud, { sqs, streams, shareFor, roleOf }: Sources): ResourceType {
  const attachTo: Record<string, (mapping: MappingProperties, role: Identity) => void> = {
    sqs: (mapping) => {
      const most = mapping.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
      attachToQueue(cloud, sqs, mapping, shareFor(mapping.FunctionName, most));
    },
    dynamodb: (mapping, role) => attachToStream(streams, mapping, role),
  };
  return {
    honors: [
      'EventSourceArn',
      'FunctionName',
      'BatchSize',
      'BisectBatchOnFunctionError',
      'DestinationConfig',
      'Enabled',
      'FilterCriteria',
      'FunctionResponseTypes',
      'MaximumBatchingWindowInSeconds',
      'MaximumRecordAgeInSeconds',
      'MaximumRetryAttempts',
      'ScalingConfig',
    ],
    ignores: {
      ParallelizationFactor: 'one batch at a time per stream keeps the order of every item',
      StartingPosition: 'every stream is read from its beginning, where that of a new table is empty',
      Tags: 'text for people',
    },
    create: (mapping: MappingProperties) => {
      const service = mapping.EventSourceArn.split(':')[2]!;
      const attach = attachTo[service];
      if (!attach) throw new Error(`event source ${service} is not known`);
      const FunctionName = toFunctionArn(cloud, mapping.FunctionName);
      const role = roleOf(FunctionName);
      // Without these permissions, AWS rejects the mapping.
      const needs = actions[service]!.map((action) => ({ action, resource: mapping.EventSourceArn }));
      cloud.iam?.principal(role).require(needs);
      if (mapping.Enabled !== false) attach({ ...mapping, FunctionName }, role);
      return { ref: randomUUID() };
    },
  };
}

function toFunctionArn({ region, accountId }: Cloud, nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? nameOrArn : `arn:aws:lambda:${region}:${accountId}:function:${nameOrArn}`;
}

function attachToQueue(cloud: Cloud, sqs: SqsService, mapping: MappingProperties, concurrency: () => number): void {
  const accepts = recordFilter(mapping);
  sqs.attachConsumer(
    mapping.EventSourceArn,
    {
      batchSize: mapping.BatchSize ?? 10,
      batchingWindowSeconds: mapping.MaximumBatchingWindowInSeconds ?? 0,
      concurrency,
      reportBatchItemFailures: reportsItemFailures(mapping),
    },
    async (records) => {
      const wanted = records.filter((record) => accepts({ ...record, body: parsedBody(record.body) }));
      // Messages that the filter drops are deleted from the queue, like processed ones.
      if (wanted.length === 0) return { payload: null, failed: false };
      const traces = wanted.map(({ attributes }) => attributes.AWSTraceHeader);
      return cloud.invokeFunction(mapping.FunctionName, { Records: wanted }, undefined, traces);
    },
  );
}

function attachToStream(streams: DynamoDbStreams, mapping: MappingProperties, role: Identity): void {
  const { MaximumRecordAgeInSeconds = -1 } = mapping;
  streams.attach(mapping.EventSourceArn, {
    functionArn: mapping.FunctionName,
    role,
    batchSize: mapping.BatchSize ?? 100,
    maximumRetryAttempts: mapping.MaximumRetryAttempts ?? -1,
    maximumRecordAgeMs: MaximumRecordAgeInSeconds === -1 ? STREAM_RETENTION_MS : MaximumRecordAgeInSeconds * 1000,
    bisectBatchOnFunctionError: mapping.BisectBatchOnFunctionError ?? false,
    reportBatchItemFailures: reportsItemFailures(mapping),
    onFailure: mapping.DestinationConfig?.OnFailure?.Destination,
    accepts: recordFilter(mapping),
  });
}

function reportsItemFailures({ FunctionResponseTypes = [] }: MappingProperties): boolean {
  return FunctionResponseTypes.includes('ReportBatchItemFailures');
}

/** A record passes if any pattern matches it; without patterns all pass. */
function recordFilter({ FilterCriteria }: MappingProperties): (record: object) => boolean {
  const patterns = (FilterCriteria?.Filters ?? []).map(({ Pattern }) => compilePattern(JSON.parse(Pattern)));
  return (record) => patterns.length === 0 || patterns.some((matches) => matches(record));
}

/** Filters can match inside a JSON body. */
function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
