import { createHash } from 'node:crypto';
import type { SQSMessageAttributes, SQSRecord, SQSRecordAttributes } from 'aws-lambda';
import { AwsError } from '../aws-error.ts';
import type { Timer } from '../clock.ts';

/** As the SDK sends it; binary values are base64. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

export type MessageAttributes = Record<string, MessageAttribute>;

export interface MessageInput {
  body: string;
  attributes?: MessageAttributes;
  /** `AWSTraceHeader` is the only one a sender may set. */
  systemAttributes?: MessageAttributes;
  /** The tracing header of the request that sent it, if the sender set none. */
  inheritedTrace?: string | undefined;
  groupId?: string;
  deduplicationId?: string;
  /** 0..900; the queue's own delay when absent. */
  delaySeconds?: number;
}

/** Delayed and hidden messages wait for a timer of the clock; `gone` means deleted, moved or expired. */
export type MessageState = 'delayed' | 'visible' | 'hidden' | 'gone';

export interface Message extends MessageInput {
  readonly id: string;
  readonly attributes: MessageAttributes;
  /** Position in the queue; the sequence number of FIFO queues. */
  readonly order: number;
  /** Epoch milliseconds, like all instants here. */
  readonly sentAt: number;
  readonly expiresAt: number;
  /** The queue whose dead letter it is. */
  readonly deadLetterSourceArn?: string;
  state: MessageState;
  receiveCount: number;
  firstReceivedAt?: number;
  receivedAt?: number;
  timer?: Timer;
}

/** @throws AwsError InvalidMessageContents, InvalidParameterValue, MissingParameter */
export function checkMessage(input: MessageInput, maximumBytes: number): void {
  if (input.body === '') throw missingParameter('MessageBody');
  // Characters outside XML 1.0 cannot be sent, with any protocol.
  if (/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.test(input.body)) {
    throw new AwsError(
      'InvalidMessageContents',
      'Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    );
  }
  if (messageBytes(input) > maximumBytes) {
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${maximumBytes} bytes.`,
    );
  }
  const attributes = Object.entries(input.attributes ?? {});
  if (attributes.length > 10) throw invalidParameter('Number of message attributes exceeds the allowed maximum [10].');
  for (const [name, { DataType, StringValue, BinaryValue }] of attributes) {
    if (!/^(String|Number|Binary)(\..+)?$/.test(DataType)) {
      throw invalidParameter(`The message attribute '${name}' has an invalid message attribute type.`);
    }
    if ((DataType.startsWith('Binary') ? BinaryValue : StringValue) === undefined) {
      throw invalidParameter(`The message attribute '${name}' must contain a non-empty value of its type.`);
    }
  }
}

/** Body and attributes count against the size limits. */
export function messageBytes({ body, attributes = {} }: MessageInput): number {
  return Object.entries(attributes).reduce(
    (sum, [name, { DataType, StringValue = '', BinaryValue = '' }]) =>
      sum + Buffer.byteLength(name + DataType + StringValue) + Buffer.byteLength(BinaryValue, 'base64'),
    Buffer.byteLength(body),
  );
}

export function md5(data: string | Buffer): string {
  return createHash('md5').update(data).digest('hex');
}

/**
 * The MD5 that senders and receivers compare; undefined without attributes. It covers, in order of name, each
 * attribute's name, type and value, each with its length in four bytes, and one byte that says whether the value is
 * text or binary.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html
 */
export function md5OfAttributes(attributes: MessageAttributes = {}): string | undefined {
  const names = Object.keys(attributes).sort();
  if (names.length === 0) return undefined;
  return md5(
    Buffer.concat(
      names.flatMap((name) => {
        const { DataType, StringValue, BinaryValue } = attributes[name]!;
        const isBinary = DataType.startsWith('Binary');
        const value = isBinary ? Buffer.from(BinaryValue!, 'base64') : Buffer.from(StringValue!);
        return [
          ...sized(Buffer.from(name)),
          ...sized(Buffer.from(DataType)),
          Buffer.of(isBinary ? 2 : 1),
          ...sized(value),
        ];
      }),
    ),
  );
}

/** All system attributes of a received message. */
export function systemAttributesOf(message: Message, isFifo: boolean, senderId: string): SQSRecordAttributes {
  const trace = message.systemAttributes?.AWSTraceHeader?.StringValue ?? message.inheritedTrace;
  return {
    SenderId: senderId,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.groupId !== undefined && { MessageGroupId: message.groupId }),
    ...(isFifo && { MessageDeduplicationId: message.deduplicationId, SequenceNumber: sequenceNumber(message) }),
    ...(trace !== undefined && { AWSTraceHeader: trace }),
    ...(message.deadLetterSourceArn && { DeadLetterQueueSourceArn: message.deadLetterSourceArn }),
  };
}

/** The message as a function receives it from an event source mapping. */
export function recordOf(
  message: Message,
  queue: { arn: string; isFifo: boolean; receiptHandle: string; region: string; senderId: string },
): SQSRecord {
  const attributes = Object.entries(message.attributes).map(([name, { DataType, StringValue, BinaryValue }]) => [
    name,
    {
      stringValue: StringValue,
      binaryValue: BinaryValue,
      stringListValues: [],
      binaryListValues: [],
      dataType: DataType,
    },
  ]);
  return {
    messageId: message.id,
    receiptHandle: queue.receiptHandle,
    body: message.body,
    attributes: systemAttributesOf(message, queue.isFifo, queue.senderId),
    messageAttributes: Object.fromEntries(attributes) as SQSMessageAttributes,
    md5OfBody: md5(message.body),
    md5OfMessageAttributes: md5OfAttributes(message.attributes),
    eventSource: 'aws:sqs',
    eventSourceARN: queue.arn,
    awsRegion: queue.region,
  };
}

export function sequenceNumber({ order }: Message): string {
  return String(order).padStart(20, '0');
}

/** @throws AwsError InvalidParameterValue */
export function integerBetween(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw invalidParameter(
    `Value ${value} for parameter ${name} is invalid. Reason: ${name} must be >= ${least} and <= ${most}.`,
  );
}

export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterValue', message);
}

export function missingParameter(name: string): AwsError {
  return new AwsError('MissingParameter', `The request must contain the parameter ${name}.`);
}

function sized(bytes: Buffer): [Buffer, Buffer] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}
