import type { SQSRecord } from 'aws-lambda';
import { AwsError } from '../aws-error.ts';
import type { JsonOperations } from '../json-protocol.ts';
import { respondInJson } from '../json-protocol.ts';
import type { AwsRequest, AwsResponse, AwsService, Cloud, InvocationResult, Need, ResourceType } from '../service.ts';
import type { ConsumerSettings } from './sqs-consumer.ts';
import { Consumer } from './sqs-consumer.ts';
import type { Message, MessageAttributes, MessageInput } from './sqs-message.ts';
import {
  integerBetween,
  md5,
  md5OfAttributes,
  messageBytes,
  missingParameter,
  recordOf,
  sequenceNumber,
  systemAttributesOf,
} from './sqs-message.ts';
import type { QueueSettings } from './sqs-queue.ts';
import { Queue } from './sqs-queue.ts';

const LARGEST_BATCH = 10;
const LARGEST_MESSAGE_BYTES = 1024 * 1024;
const LONGEST_WAIT_SECONDS = 20;

/** Errors with a different name in the older query protocol; SDKs still report that name as `Code`. */
const prefixedErrors: Readonly<Record<string, string>> = {
  // https://repost.aws/knowledge-center/sqs-accessdenied-errors
  AccessDeniedException: 'AccessDenied',
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  ...Object.fromEntries(
    [
      'BatchEntryIdsNotDistinct',
      'BatchRequestTooLong',
      'EmptyBatchRequest',
      'InvalidBatchEntryId',
      'MessageNotInflight',
      'PurgeQueueInProgress',
      'TooManyEntriesInBatchRequest',
    ].map((code) => [code, `AWS.SimpleQueueService.${code}`]),
  ),
};

/** Valid names that are omitted from the response if the queue does not have them. */
const attributesOfSomeQueues = new Set([
  'ContentBasedDeduplication',
  'DeduplicationScope',
  'FifoQueue',
  'FifoThroughputLimit',
  'KmsDataKeyReusePeriodSeconds',
  'KmsMasterKeyId',
  'Policy',
  'RedriveAllowPolicy',
  'RedrivePolicy',
  'SqsManagedSseEnabled',
]);

export interface SendOptions {
  messageGroupId?: string;
  deduplicationId?: string;
  delaySeconds?: number;
  messageAttributes?: MessageAttributes;
}

interface QueueInput {
  QueueUrl: string;
}

interface SendInput {
  MessageBody?: string;
  MessageAttributes?: MessageAttributes;
  MessageSystemAttributes?: MessageAttributes;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
  DelaySeconds?: number;
  /** The tracing header of the request. */
  inheritedTrace?: string;
}

interface HandleInput {
  ReceiptHandle: string;
}

interface VisibilityInput extends HandleInput {
  VisibilityTimeout: number;
}

type Batch<Entry> = QueueInput & { Entries?: (Entry & { Id: string })[] };

interface ReceiveInput extends QueueInput {
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
  WaitTimeSeconds?: number;
  AttributeNames?: string[];
  MessageSystemAttributeNames?: string[];
  MessageAttributeNames?: string[];
}

/** Properties of `AWS::SQS::Queue`; templates write numbers and booleans as text as well. */
interface QueueProperties {
  QueueName?: string;
  FifoQueue?: boolean | string;
  ContentBasedDeduplication?: boolean | string;
  DeduplicationScope?: string;
  DelaySeconds?: number | string;
  VisibilityTimeout?: number | string;
  MessageRetentionPeriod?: number | string;
  MaximumMessageSize?: number | string;
  ReceiveMessageWaitTimeSeconds?: number | string;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number | string };
}

/** SQS in memory under the cloud's clock, with the event source mappings that feed functions from it. */
export class SqsService implements AwsService {
  readonly name = 'sqs';
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  readonly #cloud: Cloud;
  /** By name. */
  readonly #queues = new Map<string, Queue>();
  readonly #consumed = new Set<Queue>();
  readonly #operations: JsonOperations;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
    this.#operations = {
      GetQueueUrl: ({ QueueName }: { QueueName: string }) => ({ QueueUrl: this.#named(QueueName).settings.url }),
      ListQueues: (input: { QueueNamePrefix?: string }) => this.#listQueues(input),
      GetQueueAttributes: (input: QueueInput & { AttributeNames?: string[] }) => this.#attributes(input),
      SendMessage: (input: QueueInput & SendInput, request) => sendTo(this.#queue(input), traced(input, request)),
      SendMessageBatch: (input: Batch<SendInput>, request) => this.#sendBatch(input, request),
      ReceiveMessage: (input: ReceiveInput) => this.#receive(input),
      DeleteMessage: (input: QueueInput & HandleInput) => this.#queue(input).delete(handleOf(input)),
      DeleteMessageBatch: (input: Batch<HandleInput>) =>
        batchOf(input, (entry) => this.#queue(input).delete(handleOf(entry))),
      ChangeMessageVisibility: (input: QueueInput & VisibilityInput) =>
        this.#queue(input).changeVisibility(handleOf(input), input.VisibilityTimeout),
      ChangeMessageVisibilityBatch: (input: Batch<VisibilityInput>) =>
        batchOf(input, (entry) => this.#queue(input).changeVisibility(handleOf(entry), entry.VisibilityTimeout)),
      PurgeQueue: (input: QueueInput) => this.#queue(input).purge(),
    };
    this.resourceTypes = {
      'AWS::SQS::Queue': {
        honors: [
          'QueueName',
          'FifoQueue',
          'ContentBasedDeduplication',
          'DeduplicationScope',
          'DelaySeconds',
          'VisibilityTimeout',
          'MessageRetentionPeriod',
          'MaximumMessageSize',
          'ReceiveMessageWaitTimeSeconds',
          'RedrivePolicy',
        ],
        ignores: {
          FifoThroughputLimit: 'nothing is throttled locally',
          KmsDataKeyReusePeriodSeconds: 'encryption at rest is invisible to clients',
          KmsMasterKeyId: 'encryption at rest is invisible to clients',
          RedriveAllowPolicy: 'every queue of the template may be a dead-letter queue',
          SqsManagedSseEnabled: 'encryption at rest is invisible to clients',
          Tags: 'billing and search only',
        },
        create: (properties, { logicalId }) => this.#createQueue(properties, logicalId),
      },
    };
  }

  async handle(request: AwsRequest): Promise<AwsResponse> {
    const response = await respondInJson(request, {
      version: '1.0',
      operations: this.#operations,
      needs: (operation, input) => this.#needs(operation, input),
    });
    if (response.status < 400) return response;
    const { __type } = JSON.parse(String(response.body)) as { __type: string };
    return { ...response, headers: { ...response.headers, 'x-amzn-query-error': `${queryCode(__type)};Sender` } };
  }

  /**
   * Restores the messages of an earlier process.
   * @throws Error if a dead-letter queue is missing or of the other type
   */
  start(): void {
    for (const { settings } of this.#queues.values()) {
      if (!settings.redrive) continue;
      const target = this.#byArn(settings.redrive.targetArn);
      if (target.settings.isFifo !== settings.isFifo) {
        throw new Error(
          `${settings.name} and its dead-letter queue must both be FIFO queues or both be standard queues`,
        );
      }
    }
    for (const queue of this.#queues.values()) queue.restore();
  }

  stop(): void {
    for (const queue of this.#queues.values()) queue.close();
  }

  /**
   * Sends from within the local cloud, as EventBridge and Scheduler do.
   * @returns the message id
   * @throws AwsError as SendMessage does
   */
  send(queueArn: string, body: string, options: SendOptions = {}): string {
    const { messageGroupId, deduplicationId, delaySeconds, messageAttributes } = options;
    return this.#byArn(queueArn).send({
      body,
      groupId: messageGroupId,
      deduplicationId,
      delaySeconds,
      attributes: messageAttributes,
    }).id;
  }

  /**
   * Feeds a queue's messages to a function in batches. A batch that fails becomes visible again after its visibility
   * timeout; if it reports failed messages, only those do.
   * @throws AwsError QueueDoesNotExist; Error when the queue has a consumer already
   */
  attachConsumer(
    queueArn: string,
    settings: ConsumerSettings,
    invoke: (records: SQSRecord[]) => Promise<InvocationResult>,
  ): void {
    const queue = this.#byArn(queueArn);
    if (this.#consumed.has(queue)) throw new Error(`${queue.settings.name} has a consumer already`);
    const { clock, region, accountId: senderId } = this.#cloud;
    const consumer = new Consumer(queue, settings, {
      clock,
      invoke,
      log: (message) => this.#cloud.log(message),
      toRecord: (message) =>
        recordOf(message, {
          arn: queueArn,
          isFifo: queue.settings.isFifo,
          receiptHandle: queue.receiptHandle(message),
          region,
          senderId,
        }),
    });
    this.#consumed.add(queue);
    queue.onChange = () => consumer.wake();
    consumer.wake();
  }

  /**
   * A batch needs the same permission as a single call:
   * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsqs.html
   */
  #needs(operation: string, { QueueUrl, QueueName }: { QueueUrl?: string; QueueName?: string }): Need[] {
    const name = QueueName ?? QueueUrl?.slice(QueueUrl.lastIndexOf('/') + 1);
    const { region, accountId } = this.#cloud;
    const resource = `arn:aws:sqs:${region}:${accountId}:${name ?? '*'}`;
    return [{ action: `sqs:${operation.replace(/Batch$/, '')}`, resource }];
  }

  #listQueues({ QueueNamePrefix = '' }: { QueueNamePrefix?: string }) {
    const names = [...this.#queues.keys()].filter((name) => name.startsWith(QueueNamePrefix));
    return { QueueUrls: names.map((name) => this.#queues.get(name)!.settings.url) };
  }

  #sendBatch(input: Batch<SendInput>, request: AwsRequest) {
    const queue = this.#queue(input);
    const bytes = (input.Entries ?? []).reduce((sum, entry) => sum + messageBytes(messageOf(entry)), 0);
    if (bytes > LARGEST_MESSAGE_BYTES) {
      throw new AwsError('BatchRequestTooLong', `Batch requests cannot be longer than ${LARGEST_MESSAGE_BYTES} bytes.`);
    }
    return batchOf(input, (entry) => sendTo(queue, traced(entry, request)));
  }

  async #receive(input: ReceiveInput) {
    const queue = this.#queue(input);
    const { MaxNumberOfMessages = 1, WaitTimeSeconds = queue.settings.waitSeconds, VisibilityTimeout } = input;
    integerBetween('MaxNumberOfMessages', MaxNumberOfMessages, 1, LARGEST_BATCH);
    integerBetween('WaitTimeSeconds', WaitTimeSeconds, 0, LONGEST_WAIT_SECONDS);
    if (VisibilityTimeout !== undefined) integerBetween('VisibilityTimeout', VisibilityTimeout, 0, 43_200);
    const batch = await queue.receive(MaxNumberOfMessages, VisibilityTimeout, WaitTimeSeconds);
    return batch.length === 0 ? {} : { Messages: batch.map((message) => this.#received(message, queue, input)) };
  }

  #received(message: Message, queue: Queue, input: ReceiveInput) {
    const systemNames = [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])];
    const system = systemAttributesOf(message, queue.settings.isFifo, this.#cloud.accountId);
    const attributes = pick(message.attributes, input.MessageAttributeNames ?? []);
    return {
      MessageId: message.id,
      ReceiptHandle: queue.receiptHandle(message),
      Body: message.body,
      MD5OfBody: md5(message.body),
      Attributes: nonEmpty(pick(system as unknown as Record<string, string>, systemNames)),
      MessageAttributes: nonEmpty(attributes),
      MD5OfMessageAttributes: md5OfAttributes(attributes),
    };
  }

  #attributes(input: QueueInput & { AttributeNames?: string[] }) {
    const queue = this.#queue(input);
    const { settings } = queue;
    const { visible, hidden, delayed } = queue.counts();
    const createdAt = Math.floor(queue.createdAt / 1000);
    const all: Record<string, unknown> = {
      QueueArn: settings.arn,
      ApproximateNumberOfMessages: visible,
      ApproximateNumberOfMessagesNotVisible: hidden,
      ApproximateNumberOfMessagesDelayed: delayed,
      CreatedTimestamp: createdAt,
      LastModifiedTimestamp: createdAt,
      VisibilityTimeout: settings.visibilityTimeoutSeconds,
      MaximumMessageSize: settings.maximumMessageBytes,
      MessageRetentionPeriod: settings.retentionSeconds,
      DelaySeconds: settings.delaySeconds,
      ReceiveMessageWaitTimeSeconds: settings.waitSeconds,
      ...(settings.redrive && {
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: settings.redrive.targetArn,
          maxReceiveCount: settings.redrive.maxReceiveCount,
        }),
      }),
      ...(settings.isFifo && {
        FifoQueue: true,
        ContentBasedDeduplication: settings.contentBasedDeduplication,
        DeduplicationScope: settings.deduplicatesPerGroup ? 'messageGroup' : 'queue',
      }),
    };
    const names = input.AttributeNames ?? [];
    const unknown = names.find((name) => name !== 'All' && !(name in all) && !attributesOfSomeQueues.has(name));
    if (unknown !== undefined) throw new AwsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
    const chosen = Object.entries(pick(all, names));
    return { Attributes: Object.fromEntries(chosen.map(([name, value]) => [name, String(value)])) };
  }

  #createQueue(properties: QueueProperties, logicalId: string) {
    const { region, accountId, endpoint } = this.#cloud;
    const isFifo = isTrue(properties.FifoQueue);
    const name = properties.QueueName ?? `${logicalId.slice(0, 70)}${isFifo ? '.fifo' : ''}`;
    if (name.endsWith('.fifo') !== isFifo)
      throw new Error(`${name}: names of FIFO queues, and no others, end with .fifo`);
    const settings: QueueSettings = {
      name,
      arn: `arn:aws:sqs:${region}:${accountId}:${name}`,
      url: `${endpoint}/${accountId}/${name}`,
      isFifo,
      contentBasedDeduplication: isTrue(properties.ContentBasedDeduplication),
      deduplicatesPerGroup: properties.DeduplicationScope === 'messageGroup',
      delaySeconds: Number(properties.DelaySeconds ?? 0),
      visibilityTimeoutSeconds: Number(properties.VisibilityTimeout ?? 30),
      retentionSeconds: Number(properties.MessageRetentionPeriod ?? 4 * 24 * 3600),
      maximumMessageBytes: Number(properties.MaximumMessageSize ?? LARGEST_MESSAGE_BYTES),
      waitSeconds: Number(properties.ReceiveMessageWaitTimeSeconds ?? 0),
      redrive: properties.RedrivePolicy && {
        targetArn: properties.RedrivePolicy.deadLetterTargetArn,
        maxReceiveCount: Number(properties.RedrivePolicy.maxReceiveCount),
      },
    };
    const queue = new Queue(settings, this.#cloud, (message) =>
      this.#byArn(settings.redrive!.targetArn).adopt(message, queue),
    );
    this.#queues.set(name, queue);
    return { ref: settings.url, attributes: { Arn: settings.arn, QueueName: name, QueueUrl: settings.url } };
  }

  #queue({ QueueUrl }: QueueInput): Queue {
    if (!QueueUrl) throw missingParameter('QueueUrl');
    return this.#named(QueueUrl.slice(QueueUrl.lastIndexOf('/') + 1));
  }

  #byArn(arn: string): Queue {
    return this.#named(arn.slice(arn.lastIndexOf(':') + 1));
  }

  #named(name: string): Queue {
    const queue = this.#queues.get(name);
    if (!queue) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }
}

function messageOf(input: SendInput): MessageInput {
  return {
    body: input.MessageBody ?? '',
    attributes: input.MessageAttributes,
    systemAttributes: input.MessageSystemAttributes,
    groupId: input.MessageGroupId,
    deduplicationId: input.MessageDeduplicationId,
    delaySeconds: input.DelaySeconds,
    inheritedTrace: input.inheritedTrace,
  };
}

/**
 * A message carries the tracing header of the request that sends it
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-message-system-attributes).
 */
function traced<Input extends SendInput>(input: Input, { headers }: AwsRequest): Input {
  const trace = headers['x-amzn-trace-id'];
  if (!trace || input.MessageSystemAttributes?.AWSTraceHeader) return input;
  return { ...input, inheritedTrace: trace };
}

/** The digests are those of the request, even if it duplicates an earlier message. */
function sendTo(queue: Queue, entry: SendInput) {
  const input = messageOf(entry);
  const message = queue.send(input);
  return {
    MessageId: message.id,
    MD5OfMessageBody: md5(input.body),
    MD5OfMessageAttributes: md5OfAttributes(input.attributes),
    MD5OfMessageSystemAttributes: md5OfAttributes(input.systemAttributes),
    ...(message.deduplicationId !== undefined && { SequenceNumber: sequenceNumber(message) }),
  };
}

function handleOf({ ReceiptHandle }: HandleInput): string {
  if (!ReceiptHandle) throw missingParameter('ReceiptHandle');
  return ReceiptHandle;
}

/** Processes each entry separately and reports failures and successes, with status 200. */
function batchOf<Entry>({ Entries = [] }: Batch<Entry>, act: (entry: Entry & { Id: string }) => object | void) {
  checkEntries(Entries);
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of Entries) {
    try {
      Successful.push({ Id: entry.Id, ...act(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, Code: queryCode(error.code), Message: error.message, SenderFault: true });
    }
  }
  return { Successful, Failed };
}

function checkEntries(entries: { Id: string }[]): void {
  const ids = entries.map(({ Id }) => Id);
  if (ids.length === 0) throw new AwsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (ids.length > LARGEST_BATCH) {
    throw new AwsError('TooManyEntriesInBatchRequest', `Maximum number of entries per request are ${LARGEST_BATCH}.`);
  }
  if (new Set(ids).size < ids.length)
    throw new AwsError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same Id.');
  if (ids.some((id) => !/^[\w-]{1,80}$/.test(id))) {
    throw new AwsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores.',
    );
  }
}

/** The entries that `names` select: `All`, `.*`, a prefix with `.*`, or the name itself. */
function pick<Value>(values: Record<string, Value>, names: string[]): Record<string, Value> {
  const isAsked = (name: string) =>
    names.some(
      (asked) => asked === 'All' || asked === name || (asked.endsWith('.*') && name.startsWith(asked.slice(0, -2))),
    );
  return Object.fromEntries(Object.entries(values).filter(([name]) => isAsked(name)));
}

function nonEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

function queryCode(code: string): string {
  return prefixedErrors[code] ?? code;
}

function isTrue(value: boolean | string | undefined): boolean {
  return String(value) === 'true';
}
